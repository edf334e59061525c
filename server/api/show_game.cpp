// machines/{machine}/show-game: a game that the museum plays for show, the machine against its twin. It
// teaches nobody: nothing of it is written down, and no bead moves.
#include "server/api/show_game.hpp"

#include "engine/players.hpp"
#include "server/core/counts.hpp"
#include "server/core/playthrough.hpp"
#include "server/museum/museum.hpp"
#include "server/wire/play_text.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace menagerie::api {
namespace {

/// One that plays: a machine as it is now, with its own reading of the game so far.
struct Actor {
  std::shared_ptr<const core::Machine> machine;
  core::MachineState state;
  core::Playthrough playthrough;
  std::vector<std::int64_t> grown;

  explicit Actor(const museum::MachineView& view) : machine(view.machine), state(view.state) {}

  MachineMove move(Random& random) {
    return machine_move(machine->rule, playthrough.boxes(),
                        core::counts_at(*machine, state, playthrough, grown), playthrough.node(),
                        playthrough.orientation(), playthrough.ply(), random, playthrough.moves());
  }
};

/// The machine that plays this one's game from the other side: itself where it plays both. Null: there is
/// none.
std::shared_ptr<const museum::MachineView> twin_of(const museum::Rooms& rooms,
                                                   const std::shared_ptr<const museum::MachineView>& view) {
  const core::Machine& machine = *view->machine;
  if (machine.boxes.seat() == Seat::either) return view;
  const Player wanted = machine.boxes.seat() == Seat::first ? Player::second : Player::first;
  const auto fits = [&](const auto& it) {
    return it->machine().row.game == machine.row.game && plays(it->machine().boxes.seat(), wanted) &&
           !it->state().dry;
  };
  const auto found = std::ranges::find_if(rooms.all(), fits);
  return found == rooms.all().end() ? nullptr : (*found)->view();
}

/// One game. Whoever makes it owns it; a reader's thread plays it.
class ShowGame {
 public:
  ShowGame(const museum::MachineView& machine, const museum::MachineView* twin, std::uint64_t seed)
      : random_(seed), machine_(machine) {
    if (twin) twin_.emplace(*twin);
  }

  Json json() {
    machine_.playthrough.begin(*machine_.machine);
    if (twin_) twin_->playthrough.begin(*twin_->machine);
    const Seat seat = machine_.machine->boxes.seat();
    seat_ = seat == Seat::either  ? (random_.below(2) == 0 ? Player::first : Player::second)
            : seat == Seat::first ? Player::first
                                  : Player::second;
    while (!machine_.playthrough.ended() && !resigned_) ply();
    Json json = head();
    json["plies"] = std::move(plies_);
    json["outcome"] = result();
    const core::Playthrough& playthrough = machine_.playthrough;
    const GameGraph& graph = playthrough.graph();
    json["end"] = Json::parse(wire::end_text(graph.game(), graph.position(playthrough.node()),
                                             playthrough.end(resigned_.has_value())));
    return json;
  }

 private:
  void ply() {
    core::Playthrough& playthrough = machine_.playthrough;
    const bool machines = playthrough.to_move() == seat_;
    Edge edge = kNone;
    std::optional<wire::DrawnBead> drawn;
    if (machines) {
      std::tie(edge, drawn) = machine_moves();
    } else if (twin_) {
      const Edge made = twin_->move(random_).edge;
      if (made != kNone) edge = playthrough.find(twin_->playthrough.graph().move_text(made));
    } else {
      edge = random_move(playthrough.boxes(), playthrough.node(), random_, playthrough.moves());
    }
    if (edge == kNone) {
      resigned_ = playthrough.to_move();
      return;
    }
    const std::string move(playthrough.graph().move_text(edge));
    plies_.push_back({{"ply", playthrough.ply()},
                      {"by", machines ? "machine" : "twin"},
                      {"move", move},
                      {"drawn", drawn ? drawn_json(*drawn) : Json(nullptr)}});
    playthrough.play(edge);
    if (twin_) twin_->playthrough.play(twin_->playthrough.find(move));
    plies_.back()["position"] = position();
  }

  /// A draw as a `state` frame tells it.
  Json drawn_json(const wire::DrawnBead& drawn) {
    wire::StateFrame frame;
    frame.node = drawn.node;
    frame.legal = "[]";
    frame.drawn = &drawn;
    frame.rule = &machine_.machine->rule;
    return Json::parse(wire::state_text(frame, phrases(), machine_.playthrough.graph(), writer_)).at("drawn");
  }

  /// Its move with the bead that stands for it; no bead where it has no box.
  std::pair<Edge, std::optional<wire::DrawnBead>> machine_moves() {
    const core::Playthrough& playthrough = machine_.playthrough;
    const MachineMove made = machine_.move(random_);
    if (!made.draw) return {made.edge, std::nullopt};
    const Box& box = playthrough.boxes().boxes()[playthrough.box()];
    const auto beads = core::counts_at(*machine_.machine, machine_.state, playthrough, machine_.grown);
    wire::DrawnBead drawn{playthrough.node(),
                          playthrough.orientation(),
                          playthrough.box(),
                          made.draw->bead,
                          made.edge,
                          beads.subspan(box.first_bead, box.beads.size()),
                          {}};
    weigh_draw(machine_.machine->rule, playthrough.boxes(), drawn.counts, playthrough.node(),
               playthrough.orientation(), playthrough.moves(), drawn.weights);
    return {made.edge, std::move(drawn)};
  }

  /// The names of the boxes: the machine's own, or of a playthrough that grew, as far as the machine has
  /// them.
  wire::Phrases& phrases() {
    if (phrases_) return *phrases_;
    const BoxSet& boxes = machine_.playthrough.boxes();
    if (!machine_.playthrough.grown()) return phrases_.emplace(boxes);
    return phrases_.emplace(boxes, [this, &boxes](std::uint32_t box) -> std::optional<std::uint32_t> {
      const std::uint32_t number = machine_.machine->boxes.find(boxes.boxes()[box].text);
      return machine_.state.has(number) ? std::optional(number) : std::nullopt;
    });
  }

  std::string position() const {
    const GameGraph& graph = machine_.playthrough.graph();
    return graph.game().text(graph.position(machine_.playthrough.node()));
  }

  Json head() const {
    const store::MachineRow row = museum::as_shown(machine_.machine->row);
    Json json;
    json["machine"] = row.name;
    json["title"] = row.title;
    json["maker"] = row.maker;
    json["story"] = row.story;
    json["colour"] = row.colour;
    json["game"] = row.game;
    json["board"] = Json::parse(wire::board_text(machine_.playthrough.graph().game()));
    json["seq"] = machine_.state.seq;
    json["seat"] = seat_ == Player::first ? "first" : "second";
    json["twin"] = nullptr;
    if (twin_) json["twin"] = {{"machine", twin_->machine->row.name}, {"title", twin_->machine->row.title}};
    return json;
  }

  /// For the machine.
  std::string_view result() const {
    const std::optional<Outcome> outcome = machine_.playthrough.outcome();
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
  auto game = std::make_shared<ShowGame>(*call.view, twin_of(context.rooms, call.view).get(), *seed);
  answer_from_log(context, std::move(call),
                  [game](store::Store&, const Request&) { return json_response(game->json()); });
}

}  // namespace menagerie::api
