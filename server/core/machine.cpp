#include "server/core/machine.hpp"

#include "engine/check.hpp"
#include "server/core/playthrough.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <stdexcept>

namespace menagerie::core {
namespace {

std::invalid_argument unknown(const store::MachineRow& row, std::string_view what, std::string_view name) {
  return std::invalid_argument("machine " + row.name + ": there is no " + std::string(what) + " \"" +
                               std::string(name) + "\" in this version");
}

/// Every count brought to its start, as bead changes.
std::vector<BeadChange> to_start(const Machine& machine, const MachineState& state,
                                 const std::vector<std::int64_t>& start = {}) {
  const std::size_t boxes = machine.listed() ? machine.boxes.boxes().size() : state.box_count;
  return difference(machine, boxes, state.beads, initial_beads(machine, boxes, start));
}

/// The boxes that the machine can open with: at the start, and after each first move of the other player.
std::vector<Opening> openings_of(const Machine& machine) {
  std::vector<Opening> openings;
  const auto add = [&](const Playthrough& playthrough, Player player) {
    if (playthrough.ended() || playthrough.box() == kNone) return;
    Opening opening{player, playthrough.boxes().boxes()[playthrough.box()].text};
    if (std::ranges::find(openings, opening) == openings.end()) openings.push_back(std::move(opening));
  };
  Playthrough playthrough(machine);
  if (plays(machine.boxes.seat(), Player::first)) add(playthrough, Player::first);
  if (!plays(machine.boxes.seat(), Player::second)) return openings;
  const std::size_t moves = playthrough.graph().degree(playthrough.node());
  for (std::size_t i = 0; i < moves; ++i) {
    playthrough.begin(machine);
    playthrough.play(playthrough.graph().first_edge(playthrough.node()) + static_cast<Edge>(i));
    add(playthrough, Player::second);
  }
  return openings;
}

store::Plaque plaque(const Machine& machine, const MachineState& state,
                     const std::optional<Graduation>& graduation) {
  store::Plaque plaque{state.era, state.era_seq, state.seq, state.era_tally, state.bead_total, {}, {}, {}};
  if (graduation) plaque.finished = store::Finish{graduation->seq, graduation->tally};
  if (state.dry) {
    plaque.dry_seq = state.dry->seq;
    plaque.dry_box = machine.boxes.boxes()[state.dry->box].text;
  }
  return plaque;
}

store::Error damaged(const Machine& machine, const store::LogRow& row, const std::string& what) {
  return store::damaged("log of machine " + std::to_string(row.machine) + " at seq " +
                        std::to_string(row.seq) + " names " + what +
                        ": the row is damaged, or not of the boxes of " + machine.row.name);
}

}  // namespace

void count(store::Tally& tally, const store::LogRow& episode) {
  ++tally.episodes;
  if (episode.self_play()) return;
  const Result result = store::result_of(episode);
  if (result == Result::win) ++tally.wins;
  if (result == Result::draw) ++tally.draws;
  if (result == Result::loss) ++tally.losses;
}

void check_beads(const Machine& machine, const store::LogRow& row, std::size_t box_count) {
  const auto& boxes = machine.boxes.boxes();
  const std::size_t all = boxes.size();
  const auto check = [&](std::size_t count, std::uint32_t box, std::uint16_t bead) {
    if (box >= count)
      throw damaged(machine, row,
                    "box " + std::to_string(box + std::uint64_t{1}) + ", and there are " +
                        std::to_string(count) + " boxes");
    const std::size_t beads = boxes[box].beads.size();
    if (bead >= beads)
      throw damaged(machine, row,
                    "bead " + std::to_string(bead) + " of box " + std::to_string(box + 1) + ", which has " +
                        std::to_string(beads) + " colours, from 0 on");
  };
  std::size_t count = machine.listed() ? all : std::min(box_count, all);
  for (const Draw& draw : row.trace) {
    check(all, draw.box, draw.bead);
    count = std::max<std::size_t>(count, draw.box + std::size_t{1});
  }
  for (const BeadChange& change : row.changes) check(count, change.box, change.bead);
}

std::shared_ptr<const GameGraph> shared_graph(const Game& game, std::size_t positions_max) {
  static std::mutex mutex;
  static std::map<const Game*, std::weak_ptr<const GameGraph>> graphs;
  const std::lock_guard lock(mutex);
  std::shared_ptr<const GameGraph> graph = graphs[&game].lock();
  if (graph) return graph;
  if (std::optional<GameGraph> compiled = GameGraph::compile(game, positions_max))
    graph = std::make_shared<const GameGraph>(*std::move(compiled));
  graphs[&game] = graph;
  return graph;
}

Machine::Machine(store::MachineRow its_row, std::shared_ptr<const GameGraph> its_graph,
                 std::shared_ptr<const BoxSet> listed, Rule its_rule)
    : row(std::move(its_row)),
      graph(std::move(its_graph)),
      rule(std::move(its_rule)),
      boxes_(std::move(listed)),
      boxes(*boxes_) {}

Machine::Machine(store::MachineRow its_row, std::shared_ptr<MadeBoxes> made, Rule its_rule)
    : row(std::move(its_row)),
      rule(std::move(its_rule)),
      made_(std::move(made)),
      boxes_(made_),
      boxes(*boxes_) {}

std::uint32_t Machine::add(Box box) {
  MENAGERIE_CHECK(made_ != nullptr);
  return made_->add(std::move(box));
}

std::vector<std::int64_t> initial_beads(const Machine& machine, std::size_t box_count,
                                        const std::vector<std::int64_t>& start) {
  Rule rule = machine.rule;
  if (!start.empty()) rule.start = start;
  std::vector<std::int64_t> beads;
  for (std::uint32_t box = 0; box < box_count; ++box) {
    const Box& it = machine.boxes.boxes()[box];
    beads.resize(it.first_bead + it.beads.size(), rule.start_at(it.turn));
  }
  return beads;
}

std::vector<BeadChange> difference(const Machine& machine, std::size_t box_count,
                                   std::span<const std::int64_t> before,
                                   std::span<const std::int64_t> after) {
  std::vector<BeadChange> changes;
  for (std::uint32_t box = 0; box < box_count; ++box) {
    const Box& it = machine.boxes.boxes()[box];
    for (std::uint16_t bead = 0; bead < it.beads.size(); ++bead) {
      const std::size_t at = it.first_bead + bead;
      const std::int64_t from = at < before.size() ? before[at] : 0;
      if (from != after[at]) changes.push_back({box, bead, from, after[at]});
    }
  }
  return changes;
}

std::shared_ptr<Machine> Machine::make(store::MachineRow row, Listing listing) {
  const Game* game = find_game(row.game);
  if (game == nullptr) throw unknown(row, "game", row.game);
  const std::optional<Seat> seat = parse_seat(row.seat);
  if (!seat) throw unknown(row, "seat", row.seat);
  const std::optional<BoxConvention> convention = parse_box_convention(row.convention);
  if (!convention) throw unknown(row, "box convention", row.convention);
  std::string why;
  std::optional<Rule> rule = parse_rule(row.rule, &why);
  if (!rule) throw std::invalid_argument("machine " + row.name + ": " + why);
  if (listing == Listing::hosted && !game->listed()) {
    if (*convention != BoxConvention::canonical)
      throw std::invalid_argument("machine " + row.name + ": " + row.game +
                                  " has canonical boxes only: they are made when first met");
    const auto machine = std::make_shared<Machine>(std::move(row), std::make_shared<MadeBoxes>(*game, *seat),
                                                   *std::move(rule));
    machine->openings = openings_of(*machine);
    return machine;
  }
  std::shared_ptr<const GameGraph> graph = shared_graph(*game);
  if (!graph)
    throw std::invalid_argument("machine " + row.name + ": " + row.game + " is too large to be listed");
  std::optional<BoxSet> boxes = BoxSet::make(*graph, *seat, *convention, &why);
  if (!boxes) throw std::invalid_argument("machine " + row.name + ": " + why);
  if (rule->analyses) boxes->find_mistakes();
  return std::make_shared<Machine>(std::move(row), std::move(graph),
                                   std::make_shared<const BoxSet>(*std::move(boxes)), *std::move(rule));
}

std::shared_ptr<Machine> Machine::copy() const {
  std::shared_ptr<Machine> other = make(row);
  for (const Box& box : boxes.boxes()) other->add(box);
  return other;
}

MachineState MachineState::from(const Machine& machine, const store::Snapshot& snapshot) {
  MachineState state;
  state.seq = snapshot.seq;
  state.era = snapshot.era;
  state.era_seq = snapshot.era_seq;
  state.time_ms = snapshot.time_ms;
  state.tally = snapshot.tally;
  state.era_tally = snapshot.era_tally;
  const auto& boxes = machine.boxes.boxes();
  std::size_t counts = 0;
  while (state.box_count < boxes.size() && (machine.listed() || counts < snapshot.beads.size()))
    counts += boxes[state.box_count++].beads.size();
  if (snapshot.beads.size() != counts) {
    throw store::damaged("machine " + machine.row.name + ": the snapshot at seq " +
                         std::to_string(snapshot.seq) + " holds " + std::to_string(snapshot.beads.size()) +
                         " counts, not " + std::to_string(counts));
  }
  state.beads = snapshot.beads;
  state.frozen = snapshot.frozen;
  for (const std::int64_t beads : state.beads) state.bead_total += beads;
  state.update_dry(machine);
  if (state.dry && snapshot.dry_seq != 0) {
    state.dry->seq = snapshot.dry_seq;
    state.dry->since_ms = snapshot.dry_ms;
  }
  return state;
}

store::Snapshot MachineState::snapshot(const Machine& machine) const {
  return {
      machine.row.machine,    seq, era, era_seq, time_ms, tally, era_tally, beads, frozen, dry ? dry->seq : 0,
      dry ? dry->since_ms : 0};
}

bool MachineState::apply(const Machine& machine, const store::LogRow& row) {
  MENAGERIE_CHECK(row.seq == seq + 1);
  check_beads(machine, row, box_count);
  seq = row.seq;
  time_ms = row.time_ms;
  clock_back = false;
  if (!machine.listed()) {
    reach(machine, row.trace);
  } else if (box_count == 0) {
    box_count = machine.boxes.boxes().size();
    beads.resize(machine.boxes.bead_count());
  }
  bool opening_changed = !machine.listed() && !row.changes.empty();
  bool goes_on = true;
  for (const BeadChange& change : row.changes) {
    const Box& box = machine.boxes.boxes()[change.box];
    std::int64_t& count = beads[box.first_bead + change.bead];
    goes_on = goes_on && count == change.before;
    count = change.after;
    bead_total += change.after - change.before;
    opening_changed = opening_changed || box.turn == 1;
  }
  if (row.kind == store::Kind::episode) {
    count(tally, row);
    count(era_tally, row);
  } else if (row.kind == store::Kind::freeze || row.kind == store::Kind::thaw) {
    frozen = row.kind == store::Kind::freeze;
    if (!frozen) thawed_seq = row.seq;
    if (dry && !frozen) dry->since_ms = row.time_ms;  // the wait for a new era begins again
  } else if (row.era != era || row.seq == 1) {
    era = row.era;
    era_seq = row.seq;
    era_tally = {};
  }
  if (opening_changed) update_dry(machine);
  return goes_on;
}

MachineState MachineState::forked(const Machine& copy, const store::LogRow& row) const {
  MachineState state;
  state.seq = row.seq;
  state.era = row.era;
  state.era_seq = row.seq;
  state.time_ms = row.time_ms;
  state.beads = beads;
  state.box_count = box_count;
  state.bead_total = bead_total;
  state.update_dry(copy);
  return state;
}

/// The boxes that these draws made. A box is made by the first episode that draws from it.
void MachineState::reach(const Machine& machine, std::span<const Draw> trace) {
  for (const Draw& draw : trace) {
    while (box_count <= draw.box) {
      const Box& box = machine.boxes.boxes()[box_count++];
      const std::int64_t start = machine.rule.start_at(box.turn);
      beads.resize(box.first_bead + box.beads.size(), start);
      bead_total += start * static_cast<std::int64_t>(box.beads.size());
    }
  }
}

/// The first box that the player can open with, where all of those are empty.
std::optional<std::uint32_t> MachineState::dry_opening(const Machine& machine, Player player) const {
  std::optional<std::uint32_t> first;
  const auto is_empty = [&](std::uint32_t box) {
    if (!first) first = box;
    return std::ranges::all_of(beads_in(machine.boxes.boxes()[box]), [](auto count) { return count == 0; });
  };
  if (!machine.listed()) {
    for (const Opening& opening : machine.openings) {
      if (opening.player != player) continue;
      const std::uint32_t box = machine.boxes.find(opening.box);
      if (!has(box) || !is_empty(box)) return std::nullopt;
    }
    return first;
  }
  const auto& boxes = machine.boxes.boxes();
  for (std::uint32_t i = 0; i < boxes.size() && boxes[i].turn == 1; ++i) {
    if (machine.graph->to_move(boxes[i].node) == player && !is_empty(i)) return std::nullopt;
  }
  return first;
}

void MachineState::update_dry(const Machine& machine) {
  if (machine.rule.empty_box == EmptyBox::top_up) return;  // it opens with an empty box too
  for (const Player player : {Player::first, Player::second}) {
    const std::optional<std::uint32_t> opening = dry_opening(machine, player);
    if (!opening) continue;
    if (!dry) dry = Dry{seq, time_ms, 0};
    dry->box = *opening;
    return;
  }
  dry.reset();
}

store::LogRow next_row(const Machine& machine, const MachineState& state, store::Kind kind,
                       std::int64_t now_ms) {
  store::LogRow row;
  row.machine = machine.row.machine;
  row.seq = state.seq + 1;
  row.kind = kind;
  row.era = state.era;
  row.clock_back = state.clock_back && now_ms < state.time_ms;
  row.time_ms = row.clock_back ? now_ms : std::max(now_ms, state.time_ms);
  return row;
}

store::LogRow learn_episode(Machine& machine, MachineState& state, Finished episode, std::int64_t now_ms) {
  store::LogRow row = next_row(machine, state, store::Kind::episode, now_ms);
  row.id = episode.id;
  row.visit = episode.visit;
  row.started_ms = episode.started_ms;
  row.seat = episode.seat;
  row.opponent = episode.opponent;
  row.moves = std::move(episode.moves);
  row.trace = machine.listed() ? std::move(episode.trace) : make_boxes(machine, row.moves, row.seat);
  row.outcome = episode.outcome;
  const Result result = store::result_of(row);
  row.reason = episode.resigned         ? Reason::resign
               : result == Result::win  ? Reason::win
               : result == Result::draw ? Reason::draw
                                        : Reason::loss;
  if (!machine.listed()) state.reach(machine, row.trace);
  row.changes.reserve(row.trace.size());
  learn(machine.rule, machine.boxes, state.beads, row.trace, row.outcome, row.changes);
  state.apply(machine, row);
  return row;
}

store::LogRow start_machine(const Machine& machine, MachineState& state, store::Why why,
                            std::int64_t now_ms) {
  state.era = 1;
  store::LogRow row = next_row(machine, state, store::Kind::start, now_ms);
  row.changes = to_start(machine, state);
  row.act = {why, store::Start{}};
  state.apply(machine, row);
  return row;
}

store::LogRow begin_era(const Machine& machine, MachineState& state, store::Why why, std::int64_t now_ms,
                        const std::optional<Graduation>& graduation, std::vector<std::int64_t> start) {
  MENAGERIE_CHECK(start.empty() || machine.listed());
  store::LogRow row = next_row(machine, state, store::Kind::reset, now_ms);
  row.era = state.era + 1;
  row.changes = to_start(machine, state, start);
  row.act = {why, store::EraReset{plaque(machine, state, graduation), std::move(start)}};
  state.apply(machine, row);
  return row;
}

}  // namespace menagerie::core
