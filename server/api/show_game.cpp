// machines/{machine}/show-game: a game that the museum plays for show, the machine against its twin. It
// teaches nobody: nothing of it is written down, and no bead moves.
#include "server/api/show_game.hpp"

#include "engine/players.hpp"
#include "server/core/counts.hpp"
#include "server/museum/course.hpp"
#include "server/wire/play_text.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace menagerie::api {
namespace {

/// One that plays: a machine as it is now, with its own reading of the game so far.
struct Actor {
  std::shared_ptr<const museum::Machine> machine;
  core::MachineState state;
  museum::Course course;
  std::vector<std::int64_t> grown;

  explicit Actor(const museum::Room& room) : machine(room.shared_machine()), state(room.state()) {}

  MachineMove move(Random& random) {
    return machine_move(machine->rule, course.boxes(), core::counts_at(*machine, state, course, grown),
                        course.node(), course.orientation(), course.ply(), random, course.moves());
  }
};

/// The machine that plays this one's game from the other side: itself where it plays both. Null: there is
/// none.
const museum::Room* twin_of(const museum::Lobby& lobby, const museum::Room& room) {
  const museum::Machine& machine = room.machine();
  if (machine.boxes.seat() == Seat::either) return &room;
  const Player wanted = machine.boxes.seat() == Seat::first ? Player::second : Player::first;
  const auto fits = [&](const auto& it) {
    return it->machine().row.game == machine.row.game && plays(it->machine().boxes.seat(), wanted) &&
           !it->state().dry;
  };
  const auto found = std::ranges::find_if(lobby.rooms(), fits);
  return found == lobby.rooms().end() ? nullptr : found->get();
}

/// One game. Whoever makes it owns it; a reader's thread plays it.
class ShowGame {
 public:
  ShowGame(const museum::Room& room, const museum::Room* twin, std::uint64_t seed)
      : random_(seed), machine_(room) {
    if (twin) twin_.emplace(*twin);
  }

  Json json() {
    machine_.course.begin(*machine_.machine);
    if (twin_) twin_->course.begin(*twin_->machine);
    const Seat seat = machine_.machine->boxes.seat();
    seat_ = seat == Seat::either  ? (random_.below(2) == 0 ? Player::first : Player::second)
            : seat == Seat::first ? Player::first
                                  : Player::second;
    while (!machine_.course.ended() && !resigned_) ply();
    Json json = head();
    json["plies"] = std::move(plies_);
    json["outcome"] = result();
    const museum::Course& course = machine_.course;
    const GameGraph& graph = course.graph();
    json["end"] = Json::parse(
        wire::end_text(graph.game(), graph.position(course.node()), course.end(resigned_.has_value())));
    return json;
  }

 private:
  void ply() {
    museum::Course& course = machine_.course;
    const bool machines = course.to_move() == seat_;
    Edge edge = kNone;
    std::optional<wire::DrawnBead> drawn;
    if (machines) {
      std::tie(edge, drawn) = machine_moves();
    } else if (twin_) {
      const Edge made = twin_->move(random_).edge;
      if (made != kNone) edge = course.find(twin_->course.graph().move_text(made));
    } else {
      edge = random_move(course.boxes(), course.node(), random_, course.moves());
    }
    if (edge == kNone) {
      resigned_ = course.to_move();
      return;
    }
    const std::string move(course.graph().move_text(edge));
    plies_.push_back({{"ply", course.ply()},
                      {"by", machines ? "machine" : "twin"},
                      {"move", move},
                      {"drawn", drawn ? drawn_json(*drawn) : Json(nullptr)}});
    course.play(edge);
    if (twin_) twin_->course.play(twin_->course.find(move));
    plies_.back()["position"] = position();
  }

  /// A draw as a `state` frame tells it.
  Json drawn_json(const wire::DrawnBead& drawn) {
    wire::StateFrame frame;
    frame.node = drawn.node;
    frame.legal = "[]";
    frame.drawn = &drawn;
    frame.rule = &machine_.machine->rule;
    return Json::parse(wire::state_text(frame, phrases(), machine_.course.graph(), writer_)).at("drawn");
  }

  /// Its move with the bead that stands for it; no bead where it has no box.
  std::pair<Edge, std::optional<wire::DrawnBead>> machine_moves() {
    const museum::Course& course = machine_.course;
    const MachineMove made = machine_.move(random_);
    if (!made.draw) return {made.edge, std::nullopt};
    const Box& box = course.boxes().boxes()[course.box()];
    const auto beads = core::counts_at(*machine_.machine, machine_.state, course, machine_.grown);
    wire::DrawnBead drawn{course.node(),
                          course.orientation(),
                          course.box(),
                          made.draw->bead,
                          made.edge,
                          beads.subspan(box.first_bead, box.beads.size()),
                          {}};
    weigh_draw(machine_.machine->rule, course.boxes(), drawn.counts, course.node(), course.orientation(),
               course.moves(), drawn.weights);
    return {made.edge, std::move(drawn)};
  }

  /// The names of the boxes: the machine's own, or of a course that grew, as far as the machine has them.
  wire::Phrases& phrases() {
    if (phrases_) return *phrases_;
    const BoxSet& boxes = machine_.course.boxes();
    if (!machine_.course.grown()) return phrases_.emplace(boxes);
    return phrases_.emplace(boxes, [this, &boxes](std::uint32_t box) -> std::optional<std::uint32_t> {
      const std::uint32_t number = machine_.machine->boxes.find(boxes.boxes()[box].text);
      return machine_.state.has(number) ? std::optional(number) : std::nullopt;
    });
  }

  std::string position() const {
    const GameGraph& graph = machine_.course.graph();
    return graph.game().text(graph.position(machine_.course.node()));
  }

  Json head() const {
    const store::MachineRow& row = machine_.machine->row;
    Json json;
    json["machine"] = row.name;
    json["title"] = row.title;
    json["maker"] = row.maker;
    json["story"] = row.story;
    json["colour"] = row.colour;
    json["game"] = row.game;
    json["board"] = Json::parse(wire::board_text(machine_.course.graph().game()));
    json["seq"] = machine_.state.seq;
    json["seat"] = seat_ == Player::first ? "first" : "second";
    json["twin"] = nullptr;
    if (twin_) json["twin"] = {{"machine", twin_->machine->row.name}, {"title", twin_->machine->row.title}};
    return json;
  }

  /// For the machine.
  std::string_view result() const {
    const std::optional<Outcome> outcome = machine_.course.outcome();
    const Outcome won = seat_ == Player::first ? Outcome::first_wins : Outcome::second_wins;
    if (resigned_) return *resigned_ == seat_ ? "loss" : "win";
    return !outcome || *outcome == Outcome::draw ? "draw" : *outcome == won ? "win" : "loss";
  }

  Random random_;
  Actor machine_;
  std::optional<Actor> twin_;
  Player seat_ = Player::first;
  std::optional<Player> resigned_;
  std::optional<wire::Phrases> phrases_;
  wire::TextWriter writer_;
  Json plies_ = Json::array();
};

}  // namespace

void play_show_game(Context& context, Call call) {
  constexpr std::uint64_t kSeedMax = std::numeric_limits<std::uint32_t>::max();
  const auto seed = number_in_query(call, "seed", 0, kSeedMax, 0);
  if (!seed) return;
  auto game = std::make_shared<ShowGame>(*call.room, twin_of(context.lobby, *call.room), *seed);
  answer_from_log(context, std::move(call),
                  [game](store::Store&, const Request&) { return json_response(game->json()); });
}

}  // namespace menagerie::api
