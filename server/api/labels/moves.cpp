#include "server/api/labels/moves.hpp"

#include <cctype>
#include <cstddef>

namespace menagerie::api::labels {
namespace {

/// A cell's name; a pile is a letter alone.
Cell cell_of(const Board& board, std::string_view name) {
  const int file = name.empty() ? 0 : name[0] - 'a';
  if (board.kind == Board::Kind::piles) return {file, 0};
  const int rank = name.size() > 1 ? name[1] - '0' : 1;
  return {file, board.rows - rank};
}

}  // namespace

bool is_noughts(const Board& board) {
  return board.kind == Board::Kind::squares && board.pieces.find('X') != std::string_view::npos;
}

ParsedMove parse_move(const Board& board, std::string_view move) {
  if (move == "pass") return {};
  ParsedMove parsed{ParsedMove::Kind::place, {}, 0};
  if (const std::size_t colon = move.find(':'); colon != std::string_view::npos) {
    parsed.kind = ParsedMove::Kind::take;
    for (const char digit : move.substr(colon + 1)) parsed.amount = parsed.amount * 10 + (digit - '0');
    move = move.substr(0, colon);
  }
  while (!move.empty()) {
    const std::size_t end = std::min(move.find_first_of("-x"), move.size());
    parsed.cells.push_back(cell_of(board, move.substr(0, end)));
    move.remove_prefix(std::min(end + 1, move.size()));
  }
  if (parsed.cells.size() > 1) parsed.kind = ParsedMove::Kind::go;
  return parsed;
}

std::string short_text(const Board& board, std::string_view move) {
  const ParsedMove parsed = parse_move(board, move);
  if (parsed.kind == ParsedMove::Kind::take) {
    return std::to_string(parsed.amount) + " from " +
           static_cast<char>(std::toupper(static_cast<unsigned char>(move[0])));
  }
  if (parsed.kind != ParsedMove::Kind::go) return std::string(move);
  std::string text;
  for (const char letter : move) {
    if (letter == '-') {
      text += "\u2013";
    } else if (letter == 'x') {
      text += "\u00d7";
    } else {
      text += letter;
    }
  }
  return text;
}

std::string pieces_of(const Board& board, std::string_view position) {
  std::string pieces;
  for (const char piece : position.substr(0, position.find(' '))) {
    if (piece != '/') pieces += piece;
  }
  pieces.resize(static_cast<std::size_t>(board.cell_count()), board.pieces[0]);
  return pieces;
}

int pile_size(const Board& board, char piece) {
  const std::size_t size = board.pieces.find(piece);
  return size == std::string_view::npos ? 0 : static_cast<int>(size);
}

int pile_size_max(const Board& board) { return static_cast<int>(board.pieces.size()) - 1; }

bool is_dark(const Board& board, Cell cell) { return (cell.column + board.rows - 1 - cell.row) % 2 == 0; }

bool is_white(const Board& board, char piece) {
  const int letter = std::tolower(static_cast<unsigned char>(piece));
  if (letter == 'w') return true;
  if (letter == 'b') return false;
  const bool first = board.pieces.find(piece) % 2 == 1;
  return first != (board.kind == Board::Kind::points);
}

std::string_view side_name(const Board& board, Player player) {
  if (board.kind == Board::Kind::piles) return {};
  const std::size_t seat = player == Player::first ? 0 : 1;
  const char piece = board.movers.empty() ? board.pieces[seat + 1] : board.movers[seat];
  if (is_noughts(board)) return piece == 'X' ? "noughts" : "crosses";
  return is_white(board, piece) ? "white" : "black";
}

}  // namespace menagerie::api::labels
