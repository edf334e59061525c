#include "engine/evaluation_states.hpp"

#include "engine/check.hpp"

#include <algorithm>
#include <tuple>

namespace menagerie {
namespace {

/// A state as it is found: one position of its class, and how each machine reads it.
struct Reading {
  Node node = 0;
  std::uint8_t orientation = 0;
  std::uint8_t opponent_orientation = 0;

  std::uint64_t key() const {
    return (std::uint64_t{node} << 16) | static_cast<std::uint64_t>(orientation << 8) | opponent_orientation;
  }
};

struct Arc {
  std::uint32_t bead = kNone;
  std::uint32_t target = 0;
  bool keeps_value = false;
  double share = 0;
  std::array<double, kStrategies> weight{};
};

/// States in the order in which they are found, from the start of play.
class Listing {
 public:
  Listing(const BoxSet& boxes, Player side, const Solution& solution, const BoxSet* opponent)
      : boxes_(boxes), opponent_(opponent), graph_(boxes.graph()), solution_(solution), side_(side) {
    const auto merges = [](const BoxSet& set) { return set.convention() == BoxConvention::canonical; };
    merged = merges(boxes) && (opponent == nullptr || merges(*opponent));
    find({0, 0, 0});
    for (std::uint32_t state = 0; state < readings.size(); ++state) expand(readings[state]);
  }

  bool merged = false;
  std::vector<Reading> readings;
  std::vector<Turn> turn;
  std::vector<std::uint32_t> box;
  std::vector<std::vector<Arc>> arcs;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers;

 private:
  std::uint32_t find(Reading reading) {
    if (merged) reading.node = graph_.canonical(reading.node);
    const auto [entry, added] =
        numbers.try_emplace(reading.key(), static_cast<std::uint32_t>(readings.size()));
    if (added) readings.push_back(reading);
    return entry->second;
  }

  Turn turn_at(Node node) const {
    if (const auto outcome = graph_.outcome(node)) {
      if (*outcome == Outcome::draw) return Turn::draw;
      return (*outcome == Outcome::first_wins) == (side_ == Player::first) ? Turn::win : Turn::loss;
    }
    return graph_.to_move(node) == side_ ? Turn::machine : Turn::opponent;
  }

  void expand(const Reading reading) {
    turn.push_back(turn_at(reading.node));
    box.push_back(kNone);
    arcs.emplace_back();
    if (turn.back() == Turn::machine) {
      box.back() = boxes_.box_at(reading.node, reading.orientation);
      add_moves(reading, &boxes_, reading.orientation);
      add_shares(arcs.back());
    } else if (turn.back() == Turn::opponent) {
      if (opponent_ != nullptr) box.back() = opponent_->box_at(reading.node, reading.opponent_orientation);
      add_moves(reading, opponent_, reading.opponent_orientation);
      add_shares(arcs.back());
      add_weights(arcs.back());
    }
    std::sort(arcs.back().begin(), arcs.back().end(), [](const Arc& a, const Arc& b) {
      return std::tie(a.bead, a.target) < std::tie(b.bead, b.target);
    });
  }

  /// Groups the moves into arcs. `mover` are the boxes of the machine to move, or null.
  void add_moves(const Reading& reading, const BoxSet* mover, std::uint8_t orientation) {
    const std::uint32_t number = box.back();
    for (Edge edge = graph_.first_edge(reading.node); edge < graph_.last_edge(reading.node); ++edge) {
      std::uint32_t bead = kNone;
      if (number != kNone) {
        bead = mover->bead_at(edge, orientation);
        if (bead == kNone) continue;  // the box keeps no bead for it: it is never played
        bead += mover->boxes()[number].first_bead;
      } else if (mover == nullptr && !boxes_.in_play(edge)) {
        continue;
      }
      add_move(reading, edge, bead);
    }
    MENAGERIE_CHECK(!arcs.back().empty());
  }

  void add_move(const Reading& reading, Edge edge, std::uint32_t bead) {
    Reading next{graph_.target(edge), 0, 0};
    next.orientation = boxes_.next_orientation(next.node, reading.orientation);
    if (opponent_ != nullptr)
      next.opponent_orientation = opponent_->next_orientation(next.node, reading.opponent_orientation);
    const std::uint32_t target = find(next);
    std::vector<Arc>& list = arcs.back();
    auto arc = std::find_if(list.begin(), list.end(),
                            [&](const Arc& a) { return a.bead == bead && a.target == target; });
    if (arc == list.end()) {
      list.emplace_back();
      arc = list.end() - 1;
      arc->bead = bead;
      arc->target = target;
      arc->keeps_value = solution_.keeps_value(graph_, reading.node, edge);
    }
    arc->share += 1;
    for (std::size_t i = 0; i < kStrategies; ++i) {
      if (boxes_.in_play(edge) && may_take(static_cast<Strategy>(i), graph_, solution_, reading.node, edge)) {
        arc->weight[i] += 1;
      }
    }
  }

  /// From numbers of moves to parts of the bead's moves. The strategies' weights are for opponents.
  void add_shares(std::vector<Arc>& list) const {
    std::vector<double> moves;
    for (const Arc& arc : list) {
      double sum = 0;
      for (const Arc& other : list) sum += other.bead == arc.bead ? other.share : 0;
      moves.push_back(sum);
    }
    for (std::size_t i = 0; i < list.size(); ++i) list[i].share /= moves[i];
    if (turn.back() == Turn::machine) {
      for (Arc& arc : list) arc.weight.fill(0);
    }
  }

  /// Against a machine, play may come to where no strategy would, outside the openings allowed.
  void add_weights(std::vector<Arc>& list) const {
    for (std::size_t i = 0; i < kStrategies; ++i) {
      double sum = 0;
      for (const Arc& arc : list) sum += arc.weight[i];
      MENAGERIE_CHECK(sum > 0 || opponent_ != nullptr);
      if (sum == 0) continue;
      for (Arc& arc : list) arc.weight[i] /= sum;
    }
  }

  const BoxSet& boxes_;
  const BoxSet* opponent_;
  const GameGraph& graph_;
  const Solution& solution_;
  Player side_;
};

/// Tarjan's strongly connected components (1972), without recursion. A component is complete only when
/// all that it leads to is, so they come out in backward order.
class Components {
 public:
  explicit Components(const Listing& listing)
      : listing_(listing), index_(listing.readings.size(), 0), low_(index_) {
    visit(0);
  }

  std::vector<std::uint32_t> order;                             ///< states, in backward order
  std::vector<std::pair<std::uint32_t, std::uint32_t>> cyclic;  ///< [first, last) in `order`

 private:
  struct Frame {
    std::uint32_t state;
    std::size_t arc;
  };

  void open(std::uint32_t state) {
    low_[state] = index_[state] = ++visited_;
    open_.push_back(state);
    frames_.push_back({state, 0});
  }

  void visit(std::uint32_t start) {
    open(start);
    while (!frames_.empty()) {
      const std::uint32_t state = frames_.back().state;
      const std::vector<Arc>& arcs = listing_.arcs[state];
      if (frames_.back().arc < arcs.size()) {
        const std::uint32_t target = arcs[frames_.back().arc++].target;
        if (index_[target] == 0) {
          open(target);
        } else {
          low_[state] = std::min(low_[state], low_[target]);  // kNone where the target is complete
        }
        continue;
      }
      frames_.pop_back();
      const std::uint32_t low = low_[state];
      if (low == index_[state]) close(state);
      if (!frames_.empty()) low_[frames_.back().state] = std::min(low_[frames_.back().state], low);
    }
  }

  void close(std::uint32_t root) {
    const auto first = static_cast<std::uint32_t>(order.size());
    do {
      order.push_back(open_.back());
      low_[open_.back()] = kNone;
      open_.pop_back();
    } while (order.back() != root);
    const auto last = static_cast<std::uint32_t>(order.size());
    if (last - first > 1) cyclic.emplace_back(first, last);
  }

  const Listing& listing_;
  std::vector<std::uint32_t> index_;  ///< order of discovery from 1; 0 = not yet
  std::vector<std::uint32_t> low_;    ///< the earliest open state that it leads to
  std::vector<std::uint32_t> open_;
  std::vector<Frame> frames_;
  std::uint32_t visited_ = 0;
};

}  // namespace

std::optional<EvaluationStates> EvaluationStates::compile(const BoxSet& boxes, Player side,
                                                          const Solution& solution, const BoxSet* opponent) {
  const Listing listing(boxes, side, solution, opponent);
  const Components components(listing);
  MENAGERIE_CHECK(components.order.size() == listing.readings.size());
  for (const auto& [first, last] : components.cyclic) {
    if (last - first > kComponentMax) return std::nullopt;
  }
  std::vector<std::uint32_t> number(components.order.size());
  for (std::uint32_t i = 0; i < number.size(); ++i) number[components.order[i]] = i;
  EvaluationStates states;
  states.merged = listing.merged;
  states.components = components.cyclic;
  for (const std::uint32_t state : components.order) {
    states.turn.push_back(listing.turn[state]);
    states.box.push_back(listing.box[state]);
    states.first_arc.push_back(static_cast<std::uint32_t>(states.target.size()));
    states.numbers.emplace(listing.readings[state].key(), number[state]);
    for (const Arc& arc : listing.arcs[state]) {
      states.target.push_back(number[arc.target]);
      states.bead.push_back(arc.bead);
      states.share.push_back(arc.share);
      states.keeps_value.push_back(arc.keeps_value);
      for (std::size_t i = 0; i < kStrategies; ++i) states.weight[i].push_back(arc.weight[i]);
    }
  }
  states.first_arc.push_back(static_cast<std::uint32_t>(states.target.size()));
  return states;
}

std::uint32_t EvaluationStates::state_of(const BoxSet& boxes, Node node, std::uint8_t orientation) const {
  const Reading reading{merged ? boxes.graph().canonical(node) : node, orientation, 0};
  const auto found = numbers.find(reading.key());
  return found == numbers.end() ? kNone : found->second;
}

}  // namespace menagerie
