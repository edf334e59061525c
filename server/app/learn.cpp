// menagerie learn: CS 441's homework. X and O share one machine, which plays itself from a given
// position of noughts and crosses and learns.
#include "engine/experiments.hpp"
#include "server/app/command.hpp"
#include "server/app/machines.hpp"
#include "server/app/progress.hpp"

#include <spdlog/fmt/fmt.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <iterator>
#include <numeric>
#include <utility>

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
  int value = 0;   ///< once it is made, for X
  double top = 0;  ///< in how many runs it had the most counters; where several had as many, a part of each
};

/// The 95 % interval of a share of so many runs (Wilson 1927).
std::pair<double, double> interval_of(double share, std::size_t runs) {
  constexpr double kZ = 1.959964;
  const auto n = static_cast<double>(runs);
  const double middle = share + kZ * kZ / (2 * n);
  const double half = kZ * std::sqrt(share * (1 - share) / n + kZ * kZ / (4 * n * n));
  return {std::max(0.0, (middle - half) / (1 + kZ * kZ / n)),
          std::min(1.0, (middle + half) / (1 + kZ * kZ / n))};
}

/// The same board with X for O and O for X.
std::string exchanged(std::string board) {
  for (char& mark : board) mark = mark == 'X' ? 'O' : mark == 'O' ? 'X' : mark;
  return board;
}

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

void teach(Contestant& machine, Node node, std::size_t games, std::uint64_t seed, std::uint64_t run,
           Progress& progress) {
  constexpr std::size_t kGamesAtOnce = 5000;
  Random random = random_of_run(seed, run);
  for (std::size_t left = games; left > 0;) {
    const std::size_t block = std::min(kGamesAtOnce, left);
    teach_itself(machine, node, block, random);
    left -= block;
    progress.step(block);
  }
}

/// What is asked, and of whom.
struct Homework {
  std::string to_move;  ///< X or O; empty: as the board says
  std::size_t games = 500;
  std::size_t runs = 1;
  std::uint64_t seed = 1;
  std::string format = "text";
};

/// The counters of the first run, and how often each move was on top.
std::vector<LearnedMove> learned_in_all(const SolvedGame& game, const MachineWithBeads& fresh, Node node,
                                        const Homework& homework) {
  std::vector<LearnedMove> first;
  Progress progress("games", homework.games * homework.runs);
  for (std::size_t run = 0; run < homework.runs; ++run) {
    Contestant machine = fresh.contestant();
    teach(machine, node, homework.games, homework.seed, run, progress);
    const std::vector<LearnedMove> moves = learned_moves(game, machine, node, homework.games);
    if (run == 0) first = moves;
    const auto most = std::ranges::max(moves, {}, &LearnedMove::counters).counters;
    const auto among = std::ranges::count(moves, most, &LearnedMove::counters);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (moves[i].counters == most) first[i].top += 1.0 / static_cast<double>(among);
    }
  }
  return first;
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

void print_json(const std::string& board, const Homework& homework, const std::vector<LearnedMove>& moves,
                std::int64_t sum) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const LearnedMove& move : moves) {
    list.push_back({{"move", move.move},
                    {"counters", move.counters},
                    {"probability", probability(move, sum)},
                    {"value", move.value}});
    if (homework.runs == 1) continue;
    const double share = move.top / static_cast<double>(homework.runs);
    const auto [low, high] = interval_of(share, homework.runs);
    list.back()["top"] = {{"share", share}, {"low", low}, {"high", high}};
  }
  nlohmann::ordered_json json{{"position", board}, {"to_move", homework.to_move}, {"games", homework.games}};
  if (homework.runs > 1) json["runs"] = homework.runs;
  json["moves"] = std::move(list);
  std::cout << json.dump() << '\n';
}

void print(const Game& game, const std::string& board, const Homework& homework,
           const std::vector<LearnedMove>& moves) {
  const std::int64_t sum =
      std::accumulate(moves.begin(), moves.end(), std::int64_t{0},
                      [](std::int64_t all, const LearnedMove& move) { return all + move.counters; });
  if (homework.format == "json") return print_json(board, homework, moves, sum);
  if (homework.format == "csv") {
    std::cout << "move,counters,probability,value" << (homework.runs > 1 ? ",top\n" : "\n");
    for (const LearnedMove& move : moves) {
      std::cout << fmt::format("{},{},{:.17g},{}", move.move, move.counters, probability(move, sum),
                               move.value);
      if (homework.runs > 1)
        std::cout << fmt::format(",{:.17g}", move.top / static_cast<double>(homework.runs));
      std::cout << '\n';
    }
    return;
  }
  std::cout << fmt::format("{} to move, after {}:\n", homework.to_move, counted(homework.games, "game"));
  print_board(game, board, moves);
  if (homework.runs == 1) return;
  std::cout << fmt::format("on top, in the part of {} with its 95 % interval:\n",
                           counted(homework.runs, "run"));
  for (const LearnedMove& move : moves) {
    const double share = move.top / static_cast<double>(homework.runs);
    const auto [low, high] = interval_of(share, homework.runs);
    std::cout << fmt::format("{:>4}  {:.3f}  ({:.3f} to {:.3f})\n", move.move, share, low, high);
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
  Homework homework;
  in_range(command.add_option("--games", homework.games, "games that the machine plays against itself"),
           std::size_t{1}, kManyMax)
      ->capture_default_str();
  in_range(command.add_option("--runs", homework.runs,
                              "runs, each from the first counter on; tells how often each move was on top"),
           std::size_t{1}, kManyMax)
      ->capture_default_str();
  command.add_option("--to-move", homework.to_move, "X or O (default: as the board says, X first)")
      ->check(CLI::IsMember({"X", "O"}));
  add_seed(command, homework.seed);
  add_format(command, homework.format);
  if (const int status = parse(command, arguments_of(argc, argv)); status >= 0) return status;

  const std::string given = board_of(all_of(std::cin));
  const Game& game = *find_game("noughts-and-crosses");
  const SolvedGame solved = SolvedGame::of(game);
  // Where O is to move first, X and O have changed places.
  const bool is_x_next = std::ranges::count(given, 'X') == std::ranges::count(given, 'O');
  const bool exchanges = is_x_next && homework.to_move == "O";
  if (!is_x_next && homework.to_move == "X") refuse("there is an X more than O, so that O is to move");
  const std::string board = exchanges ? exchanged(given) : given;
  const Node node = find_node(*solved.graph, board);
  if (homework.to_move.empty()) homework.to_move = solved.graph->to_move(node) == Player::first ? "X" : "O";
  store::MachineRow row;
  row.name = "learn";
  row.game = game.name();
  row.seat = "either";
  row.rule = "cs441";
  row.convention = "raw";
  std::vector<LearnedMove> moves = learned_in_all(solved, untaught(std::move(row)), node, homework);
  for (LearnedMove& move : moves) move.value = exchanges ? -move.value : move.value;
  print(game, given, homework, moves);
  return 0;
}

}  // namespace menagerie::app
