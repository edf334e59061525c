#include "engine/game.hpp"

#include "engine/check.hpp"

namespace menagerie {
namespace {

char file_letter(int cell, const Board& board) { return static_cast<char>('a' + cell % board.columns); }

std::string cell_name(int cell, const Board& board) {
  return file_letter(cell, board) + std::to_string(cell / board.columns + 1);
}

/// The side to move, named at the end of `text` after a space; takes both off. Nothing where the text
/// does not end so.
std::optional<Player> take_mover(std::string_view& text, const Board& board) {
  if (text.size() < 2 || text[text.size() - 2] != ' ') return std::nullopt;
  const std::size_t mover = board.movers.find(text.back());
  if (mover == std::string_view::npos) return std::nullopt;
  text.remove_suffix(2);
  return mover == 0 ? Player::first : Player::second;
}

/// The cells of rows written from the top. False where the text is no such board.
bool parse_cells(std::string_view text, const Board& board, Position& position) {
  const auto columns = static_cast<std::size_t>(board.columns);
  const auto rows = static_cast<std::size_t>(board.rows);
  if (text.size() != rows * (columns + 1) - 1) return false;
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t begin = row * (columns + 1);
    if (row > 0 && text[begin - 1] != '/') return false;
    for (std::size_t file = 0; file < columns; ++file) {
      const std::size_t piece = board.pieces.find(text[begin + file]);
      if (piece == std::string_view::npos) return false;
      position.cells[(rows - 1 - row) * columns + file] = static_cast<std::uint8_t>(piece);
    }
  }
  return true;
}

}  // namespace

std::string_view to_text(Result result) {
  return result == Result::win ? "win" : result == Result::draw ? "draw" : "loss";
}

std::string_view to_text(EndReason reason) {
  static constexpr std::array<std::string_view, 10> kNames{
      "line",      "board-full",   "far-row", "all-captured", "blocked",
      "two-kings", "last-counter", "score",   "length",       "resign"};
  return kNames[static_cast<std::size_t>(reason)];
}

Position Symmetry::operator()(const Position& position) const {
  Position image;
  image.to_move = position.to_move;
  for (std::size_t cell = 0; cell < kCellsMax; ++cell) image.cells[to[cell]] = position.cells[cell];
  return image;
}

Move Symmetry::operator()(const Move& move) const {
  Move image = move;
  for (std::size_t i = 0; i < move.length; ++i) image.cells[i] = to[move.cells[i]];
  return image;
}

std::string Game::text(const Position& position) const {
  const Board& shape = board();
  std::string text;
  for (int rank = shape.rows - 1; rank >= 0; --rank) {
    for (int file = 0; file < shape.columns; ++file) {
      const int cell = rank * shape.columns + file;
      const std::size_t piece = position.cells[static_cast<std::size_t>(cell)];
      MENAGERIE_CHECK(piece < shape.pieces.size());
      text += shape.pieces[piece];
    }
    if (rank > 0) text += '/';
  }
  if (!shape.movers.empty()) {
    text += ' ';
    text += shape.movers[position.to_move == Player::first ? 0 : 1];
  }
  return text;
}

std::optional<Position> Game::parse(std::string_view text) const {
  const Board& shape = board();
  Position position;
  if (!shape.movers.empty()) {
    const auto mover = take_mover(text, shape);
    if (!mover) return std::nullopt;
    position.to_move = *mover;
  }
  if (!parse_cells(text, shape, position)) return std::nullopt;
  if (shape.movers.empty() && !infer_mover(position)) return std::nullopt;
  return position;
}

std::string Game::cell_text(int cell) const {
  const Board& shape = board();
  return shape.kind == Board::Kind::piles ? std::string(1, file_letter(cell, shape)) : cell_name(cell, shape);
}

std::string Game::text(const Move& move) const {
  const Board& shape = board();
  if (move.kind == Move::Kind::pass) return "pass";
  if (move.kind == Move::Kind::take) {
    return std::string(1, file_letter(move.cells[0], shape)) + ':' + std::to_string(move.amount);
  }
  std::string text;
  for (std::size_t i = 0; i < move.length; ++i) {
    if (i > 0) text += move.kind == Move::Kind::capture ? 'x' : '-';
    text += cell_name(move.cells[i], shape);
  }
  return text;
}

std::optional<Move> Game::parse_move(const Position& position, std::string_view text) const {
  for (const Move& move : moves(position)) {
    if (this->text(move) == text) return move;
  }
  return std::nullopt;
}

}  // namespace menagerie
