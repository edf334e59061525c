// menagerie learn: CS 441's homework. X and O share one machine, which plays itself from a given
// position of noughts and crosses and learns.
#include "engine/experiments.hpp"
#include "server/app/command.hpp"
#include "server/app/machines.hpp"
#include "server/app/progress.hpp"

#include <spdlog/fmt/fmt.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <numeric>

namespace menagerie::app {
namespace {

constexpr std::size_t kSide = 3;
constexpr const char* kRight =
    "a board has three lines of three: X, O, and for a blank a space or a dot; X moved first";

[[noreturn]] void refuse(const std::string& what) { throw Usage(what + "; " + kRight); }

std::string all_of(std::istream& in) {
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// The input's lines, blanks as dots. No-break spaces are blanks; so are spaces and dots.
std::vector<std::string> lines_of(std::string_view input) {
  constexpr std::string_view kNoBreakSpace = "\xc2\xa0";
  std::vector<std::string> lines(1);
  while (!input.empty()) {
    const bool is_wide = input.starts_with(kNoBreakSpace);
    const char mark = is_wide ? ' ' : input.front();
    input.remove_prefix(is_wide ? kNoBreakSpace.size() : 1);
    if (mark == '\n') {
      lines.emplace_back();
    } else if (mark == ' ' || mark == '.') {
      lines.back() += '.';
    } else if (mark == 'X' || mark == 'x' || mark == 'O' || mark == 'o') {
      lines.back() += mark == 'X' || mark == 'x' ? 'X' : 'O';
    } else if (mark != '\r') {
      const auto byte = static_cast<unsigned char>(mark);
      refuse(fmt::format(
          "line {} has {} in it", lines.size(),
          byte > ' ' && byte < 127 ? fmt::format("\"{}\"", mark) : fmt::format("the byte {:#04x}", byte)));
    }
  }
  if (lines.back().empty()) lines.pop_back();  // what stood before it was a whole line
  return lines;
}

/// The board as the game writes it, `O.X/.X./.O.`. Short lines end in blanks; blanks beyond count nothing.
std::string board_of(std::string_view input) {
  std::vector<std::string> lines = lines_of(input);
  const auto is_blank = [](const std::string& line) { return line.find_first_not_of('.') == line.npos; };
  while (lines.size() > kSide && is_blank(lines.back())) lines.pop_back();
  if (lines.size() != kSide) refuse(fmt::format("the board on standard input has {} lines", lines.size()));
  std::string board;
  for (std::size_t i = 0; i < kSide; ++i) {
    std::string& line = lines[i];
    if (line.size() > kSide && is_blank(line.substr(kSide))) line.resize(kSide);
    if (line.size() > kSide) refuse(fmt::format("line {} has {} squares", i + 1, line.size()));
    line.resize(kSide, '.');
    board += (i == 0 ? "" : "/") + line;
  }
  return board;
}

/// The board's node; a finished or unreachable board throws Usage.
Node find_node(const GameGraph& graph, const std::string& board) {
  const auto exes = std::count(board.begin(), board.end(), 'X');
  const auto noughts = std::count(board.begin(), board.end(), 'O');
  if (exes != noughts && exes != noughts + 1) {
    refuse(fmt::format("{} X and {} O is impossible: there are as many X as O, or one more", exes, noughts));
  }
  const auto position = graph.game().parse(board);
  const Node node = position ? graph.find(*position) : kNone;
  if (node == kNone) refuse(board + " is impossible: play had ended before");
  const auto outcome = graph.outcome(node);
  if (outcome == Outcome::draw) throw Usage(board + " is full: nothing is left to learn");
  if (outcome) {
    throw Usage(
        fmt::format("{} is finished: {} has won", board, *outcome == Outcome::first_wins ? "X" : "O"));
  }
  return node;
}

struct LearnedMove {
  std::string move;
  std::int64_t counters = 0;
  int value = 0;  ///< once it is made, for X
};

/// The box's counters after so many games. With one blank there is no choice and the machine has no box:
/// the counters are then computed as for any other box.
std::vector<LearnedMove> learned_moves(const SolvedGame& game, const Contestant& machine, Node node,
                                       std::size_t games) {
  const BoxSet& boxes = *machine.boxes;
  const std::uint32_t number = boxes.box_at(node, 0);
  std::vector<LearnedMove> moves;
  for (Edge edge = game.graph->first_edge(node); edge < game.graph->last_edge(node); ++edge) {
    LearnedMove move{game.graph->move_text(edge), 0, game.solution.value[game.graph->target(edge)]};
    if (number == kNone) {
      const Reinforcement& result = move.value == 0 ? machine.rule->draw : machine.rule->win;
      move.counters = machine.rule->start_at(1) + result.change * static_cast<std::int64_t>(games);
    } else {
      move.counters = machine.beads[boxes.boxes()[number].first_bead + boxes.bead_at(edge, 0)];
    }
    moves.push_back(std::move(move));
  }
  return moves;
}

void teach(Contestant& machine, Node node, std::size_t games, std::uint64_t seed) {
  constexpr std::size_t kGamesAtOnce = 5000;
  Random random = random_of_run(seed, 0);
  Progress progress("games", games);
  for (std::size_t left = games; left > 0;) {
    const std::size_t stretch = std::min(kGamesAtOnce, left);
    teach_itself(machine, node, stretch, random);
    left -= stretch;
    progress.step(stretch);
  }
}

double probability(const LearnedMove& move, std::int64_t sum) {
  return static_cast<double>(move.counters) / static_cast<double>(sum);
}

/// The board with the counters where its blanks are.
void print_board(const Game& game, const std::string& board, const std::vector<LearnedMove>& moves) {
  std::vector<std::string> cells;
  std::size_t width = 1;
  for (std::size_t i = 0; i < kSide * kSide; ++i) {
    const std::size_t column = i % kSide;
    const std::size_t row = i / kSide;  // from the top
    std::string cell(1, board[row * (kSide + 1) + column]);
    const Move place{
        Move::Kind::place, 1, 0, {static_cast<std::uint8_t>((kSide - 1 - row) * kSide + column)}};
    for (const LearnedMove& move : moves) {
      if (move.move == game.text(place)) cell = std::to_string(move.counters);
    }
    width = std::max(width, cell.size());
    cells.push_back(std::move(cell));
  }
  for (std::size_t i = 0; i < cells.size(); ++i)
    std::cout << fmt::format("{:>{}}{}", cells[i], width, i % kSide == kSide - 1 ? "\n" : "  ");
}

void print(const std::string& format, const Game& game, const std::string& board, const std::string& to_move,
           std::size_t games, const std::vector<LearnedMove>& moves) {
  const std::int64_t sum =
      std::accumulate(moves.begin(), moves.end(), std::int64_t{0},
                      [](std::int64_t all, const LearnedMove& move) { return all + move.counters; });
  if (format == "json") {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const LearnedMove& move : moves) {
      list.push_back({{"move", move.move},
                      {"counters", move.counters},
                      {"probability", probability(move, sum)},
                      {"value", move.value}});
    }
    const nlohmann::ordered_json json{
        {"position", board}, {"to_move", to_move}, {"games", games}, {"moves", std::move(list)}};
    std::cout << json.dump() << '\n';
  } else if (format == "csv") {
    std::cout << "move,counters,probability,value\n";
    for (const LearnedMove& move : moves) {
      std::cout << fmt::format("{},{},{:.17g},{}\n", move.move, move.counters, probability(move, sum),
                               move.value);
    }
  } else {
    std::cout << fmt::format("{} to move, after {}:\n", to_move, counted(games, "game"));
    print_board(game, board, moves);
  }
}

}  // namespace

int learn(int argc, const char* const* argv) {
  CLI::App command{
      "Reads a position of noughts and crosses from standard input: three lines of X, O and blanks (spaces, "
      "no-break spaces or dots; short lines end in blanks). X moved first. One machine then plays both "
      "sides from there, every move with a box of 32 counters a blank; a win adds 3 to each move of the "
      "winner, a loss takes 1, down to 1. Prints the counters of each move. A move's value in JSON and CSV "
      "is the game's under best play: 1 where X wins, 0 for a draw, -1 where O wins.",
      "menagerie learn"};
  std::size_t games = 500;
  std::uint64_t seed = 1;
  std::string format = "text";
  in_range(command.add_option("--games", games, "games that the machine plays against itself"),
           std::size_t{1}, kManyMax)
      ->capture_default_str();
  add_seed(command, seed);
  add_format(command, format);
  if (const int status = parse(command, arguments_of(argc, argv)); status >= 0) return status;

  const std::string board = board_of(all_of(std::cin));
  const Game& game = *find_game("noughts-and-crosses");
  const SolvedGame solved = SolvedGame::of(game);
  const Node node = find_node(*solved.graph, board);
  store::MachineRow row;
  row.name = "learn";
  row.game = game.name();
  row.seat = "either";
  row.rule = "cs441";
  row.convention = "raw";
  const MachineWithBeads fresh = untaught(std::move(row));
  Contestant machine = fresh.contestant();
  teach(machine, node, games, seed);
  const std::string to_move = solved.graph->to_move(node) == Player::first ? "X" : "O";
  print(format, game, board, to_move, games, learned_moves(solved, machine, node, games));
  return 0;
}

}  // namespace menagerie::app
