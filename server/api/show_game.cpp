// machines/{machine}/show-game: a game that the museum plays for show, the machine against its twin. It
// teaches nobody: nothing of it is written down, and no bead moves.
#include "engine/players.hpp"
#include "server/api/routes.hpp"
#include "server/core/match.hpp"
#include "server/museum/museum.hpp"
#include "server/wire/play_text.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace menagerie::api {
namespace {

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

/// One game, played on a reader's thread.
class ShowGame {
 public:
  ShowGame(std::shared_ptr<const museum::MachineView> view, std::shared_ptr<const museum::MachineView> twin,
           std::uint64_t seed)
      : random_(seed), view_(std::move(view)), twin_(std::move(twin)) {}

  Json json() {
    const Seat seat = machine().boxes.seat();
    seat_ = seat == Seat::either  ? (random_.below(2) == 0 ? Player::first : Player::second)
            : seat == Seat::first ? Player::first
                                  : Player::second;
    const core::Match::Seated twin{twin_ ? twin_->machine.get() : nullptr, twin_ ? &twin_->state : nullptr};
    const core::Match::Reply any = [](const core::Playthrough& at, Random& random) {
      return random_move(at.boxes(), at.node(), random, at.moves());
    };
    match_.begin({view_->machine.get(), &view_->state}, seat_, twin, any);
    while (!match_.over()) ply();
    const core::Episode& episode = match_.episode();
    Json json = head();
    json["plies"] = std::move(plies_);
    json["outcome"] = to_text(result_of(episode.outcome(), seat_));
    const GameGraph& graph = playthrough().graph();
    json["end"] =
        Json::parse(wire::end_text(graph.game(), graph.position(playthrough().node()), episode.end()));
    return json;
  }

 private:
  const core::Machine& machine() const { return *view_->machine; }
  const core::Playthrough& playthrough() const { return match_.episode().playthrough(); }

  void ply() {
    const bool machines = match_.episode().machine_to_move();
    const int ply = match_.episode().ply();
    const core::PlayedTurn& turn = match_.play(random_);
    if (match_.episode().ply() == ply) return;  // its mover resigned
    const bool drawn = turn.drawn && turn.drawn->bead;
    plies_.push_back({{"ply", ply},
                      {"by", machines ? "machine" : "twin"},
                      {"move", playthrough().graph().move_text(playthrough().moves().back())},
                      {"drawn", drawn ? drawn_json(*turn.drawn) : Json(nullptr)},
                      {"position", position()}});
  }

  /// A draw as a `state` frame tells it.
  Json drawn_json(const wire::DrawnBead& drawn) {
    wire::StateFrame frame;
    frame.node = drawn.node;
    frame.legal = "[]";
    frame.drawn = &drawn;
    frame.rule = &machine().rule;
    return Json::parse(wire::state_text(frame, phrases(), playthrough().graph(), writer_)).at("drawn");
  }

  /// The names of the boxes: the machine's own, or of a playthrough that grew, as far as the machine has
  /// them.
  wire::Phrases& phrases() {
    if (phrases_) return *phrases_;
    const BoxSet& boxes = playthrough().boxes();
    if (!playthrough().has_own_graph()) return phrases_.emplace(boxes);
    return phrases_.emplace(boxes, [this, &boxes](std::uint32_t box) -> std::optional<std::uint32_t> {
      const std::uint32_t number = machine().boxes.find(boxes.boxes()[box].text);
      return view_->state.has(number) ? std::optional(number) : std::nullopt;
    });
  }

  std::string position() const {
    const GameGraph& graph = playthrough().graph();
    return graph.game().text(graph.position(playthrough().node()));
  }

  Json head() const {
    const store::MachineRow row = museum::as_shown(machine().row);
    Json json;
    json["machine"] = row.name;
    json["title"] = row.title;
    json["maker"] = row.maker;
    json["story"] = row.story;
    json["colour"] = row.colour;
    json["game"] = row.game;
    json["board"] = Json::parse(wire::board_text(playthrough().graph().game()));
    json["seq"] = view_->state.seq;
    json["seat"] = seat_ == Player::first ? "first" : "second";
    json["twin"] = nullptr;
    if (twin_) json["twin"] = {{"machine", twin_->machine->row.name}, {"title", twin_->machine->row.title}};
    return json;
  }

  Random random_;
  std::shared_ptr<const museum::MachineView> view_, twin_;
  core::Match match_;
  Player seat_ = Player::first;
  std::optional<wire::Phrases> phrases_;
  wire::TextWriter writer_;
  Json plies_ = Json::array();
};

}  // namespace

void play_show_game(Context& context, Call call) {
  constexpr std::uint64_t kSeedMax = std::numeric_limits<std::uint32_t>::max();
  const std::uint64_t seed = number_in_query(call, "seed", 0, kSeedMax, 0);
  auto game = std::make_shared<ShowGame>(call.view, twin_of(context.rooms, call.view), seed);
  answer_from_log(context, std::move(call),
                  [game](store::Store&, const Request&) { return json_response(game->json()); });
}

}  // namespace menagerie::api
