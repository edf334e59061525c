#include "engine/boxes.hpp"

#include "engine/check.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

namespace menagerie {

/// A published set of boxes: play within the moves that are kept, where some are left out because their
/// mirror images stand for them. Nothing else is merged. Adding such a set = one row of published_sets().
struct PublishedSet {
  /// Of the moves at one position only these are kept.
  struct MovesAt {
    std::string_view position;
    std::vector<std::string_view> moves;
  };
  BoxConvention convention;
  std::string_view game;
  Seat seat;
  std::vector<MovesAt> kept;  ///< empty: every move is kept
  /// Positions with a choice that have no box all the same. Only for boards without a symmetry, since
  /// elsewhere the positions that have boxes tell an episode's orientation.
  std::vector<std::string_view> without_box;
};

namespace {

constexpr std::array<std::pair<Seat, std::string_view>, 3> kSeats{
    {{Seat::first, "first"}, {Seat::second, "second"}, {Seat::either, "either"}}};
constexpr std::array<std::pair<BoxConvention, std::string_view>, 6> kConventions{
    {{BoxConvention::canonical, "canonical"},
     {BoxConvention::rotations, "rotations"},
     {BoxConvention::mirror, "mirror"},
     {BoxConvention::raw, "raw"},
     {BoxConvention::gardner_24, "gardner-24"},
     {BoxConvention::tretyakov_24, "tretyakov-24"}}};

template <typename Names, typename Value>
std::string_view name_of(const Names& names, Value value) {
  for (const auto& [named, name] : names) {
    if (named == value) return name;
  }
  return "";
}

template <typename Value, std::size_t kCount>
std::optional<Value> value_of(const std::array<std::pair<Value, std::string_view>, kCount>& names,
                              std::string_view text) {
  for (const auto& [value, name] : names) {
    if (name == text) return value;
  }
  return std::nullopt;
}

const std::vector<PublishedSet>& published_sets() {
  static const std::vector<PublishedSet> sets{
      // HER: White's third opening is the first one's mirror image, and so are HER's b-side answers to
      // the symmetric opening.
      {BoxConvention::gardner_24,
       "hexapawn",
       Seat::second,
       {{"bbb/.../www w", {"a1-a2", "b1-b2"}}, {"bbb/.w./w.w b", {"a3-a2", "a3xb2"}}},
       {}},
      // Tretyakov's machine for mini-checkers: no box where every move wins at once.
      {BoxConvention::tretyakov_24, "mini-checkers-russian", Seat::second, {}, {".b../..w./..../B... b"}}};
  return sets;
}

const PublishedSet* find_published(BoxConvention convention) {
  for (const PublishedSet& published : published_sets()) {
    if (published.convention == convention) return &published;
  }
  return nullptr;
}

/// Why that published set is none for this game and seat; empty where it fits.
std::string misfit(const PublishedSet& published, const GameGraph& graph, Seat seat) {
  const std::string name(to_text(published.convention));
  if (graph.game().name() != published.game) {
    return name + " is a set of boxes for " + std::string(published.game) + " only";
  }
  if (seat != published.seat) {
    return name + " is a set of boxes for the seat " + std::string(to_text(published.seat)) + " only";
  }
  return "";
}

/// Whether the machine has to choose at this node (or the game gives single moves boxes too).
bool wants_box(const GameGraph& graph, Seat seat, Node node) {
  const std::size_t moves_min = graph.game().boxes_for_single_moves() ? 1 : 2;
  return plays(seat, graph.to_move(node)) && graph.degree(node) >= moves_min;
}

/// The node of a position that a published set names.
Node named_node(const GameGraph& graph, std::string_view text) {
  const auto position = graph.game().parse(text);
  const Node node = position ? graph.find(*position) : kNone;
  MENAGERIE_CHECK(node != kNone);
  return node;
}

/// For every edge whether it is kept, and every move but at the positions that the set names is.
std::vector<bool> kept_edges(const GameGraph& graph, const PublishedSet& published) {
  std::vector<bool> kept(graph.edge_count(), true);
  for (const auto& [text, moves] : published.kept) {
    const Node node = named_node(graph, text);
    for (Edge edge = graph.first_edge(node); edge < graph.last_edge(node); ++edge) {
      kept[edge] = std::find(moves.begin(), moves.end(), graph.move_text(edge)) != moves.end();
    }
  }
  return kept;
}

}  // namespace

std::string_view to_text(Seat seat) { return name_of(kSeats, seat); }
std::optional<Seat> parse_seat(std::string_view text) { return value_of(kSeats, text); }
std::string_view to_text(BoxConvention convention) { return name_of(kConventions, convention); }
std::optional<BoxConvention> parse_box_convention(std::string_view text) {
  return value_of(kConventions, text);
}

BoxSet::BoxSet(const Game& game, const GameGraph* graph, Seat seat, BoxConvention convention)
    : game_(&game), graph_(graph), seat_(seat), convention_(convention), tables_(1) {}

std::optional<BoxSet> BoxSet::make(const GameGraph& graph, Seat seat, BoxConvention convention,
                                   std::string* why) {
  const PublishedSet* published = find_published(convention);
  if (published != nullptr) {
    const std::string reason = misfit(*published, graph, seat);
    if (why != nullptr && !reason.empty()) *why = reason;
    if (!reason.empty()) return std::nullopt;
  }
  BoxSet set(graph.game(), &graph, seat, convention);
  std::string reason;
  if (!set.find_labels(reason)) {
    if (why != nullptr) *why = reason;
    return std::nullopt;
  }
  set.make_room(set.tables_[0]);
  if (published != nullptr) set.restrict_play(*published);
  set.number_boxes();
  if (published != nullptr) set.add_frames();
  return set;
}

/// Where a part of the symmetries merges positions: which, and the label of every node, the one of its
/// images whose text is greatest. False where the board has none of them; `why` then says so in one line.
bool BoxSet::find_labels(std::string& why) {
  if (convention_ != BoxConvention::rotations && convention_ != BoxConvention::mirror) return true;
  const std::span<const Symmetry> symmetries = graph_->symmetries();
  const bool turns = convention_ == BoxConvention::rotations;
  for (std::uint8_t symmetry = 0; symmetry < symmetries.size(); ++symmetry) {
    const std::string_view name = symmetries[symmetry].name;
    if (symmetry == 0 || (turns ? name.starts_with("rotate-") : name == "mirror")) group_.push_back(symmetry);
  }
  if (group_.size() == 1) {
    why = "the boxes of " + std::string(game_->name()) + " cannot be merged by " +
          std::string(to_text(convention_)) + ": its board has none that leave the rules as they are";
    return false;
  }
  labels_.resize(graph_->node_count());
  turns_.resize(graph_->node_count());
  for (Node node = 0; node < graph_->node_count(); ++node) {
    std::string greatest;
    for (const std::uint8_t symmetry : group_) {
      const Node image = graph_->image(node, symmetry);
      std::string text = game_->text(graph_->position(image));
      if (symmetry != 0 && text <= greatest) continue;
      greatest = std::move(text);
      labels_[node] = image;
      turns_[node] = symmetry;
    }
  }
  return true;
}

/// Play within the kept moves: which nodes it can reach, through which edges; and which have no box.
void BoxSet::restrict_play(const PublishedSet& published) {
  const std::vector<bool> kept = kept_edges(*graph_, published);
  Table& table = tables_[0];
  table.in_play.assign(graph_->edge_count(), false);
  table.known.assign(graph_->node_count(), false);
  table.known[0] = true;
  std::vector<Node> reached{0};
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (Edge edge = graph_->first_edge(reached[i]); edge < graph_->last_edge(reached[i]); ++edge) {
      if (!kept[edge]) continue;
      table.in_play[edge] = true;
      const Node target = graph_->target(edge);
      if (!table.known[target]) reached.push_back(target);
      table.known[target] = true;
    }
  }
  MENAGERIE_CHECK(published.without_box.empty() || graph_->symmetries().size() == 1);
  for (const std::string_view text : published.without_box) table.known[named_node(*graph_, text)] = false;
}

/// Finds the positions that stand on labels, numbers their boxes by (turn, text), and tells every
/// position its box. Nodes ascend with their plies, so a label's first node says the box's turn.
void BoxSet::number_boxes() {
  Table& table = tables_[0];
  std::vector<Box> boxes;
  std::vector<std::uint32_t> box_of_class(graph_->node_count(), kNone);
  TextIndex by_text;
  for (Node node = 0; node < graph_->node_count(); ++node) {
    if (!wants_box(*graph_, seat_, node) || !(table.known.empty() || table.known[node])) continue;
    const Node label = class_of(node);
    if (box_of_class[label] != kNone) continue;
    std::string text = game_->text(graph_->position(label));
    const auto text_of = [&](std::uint32_t box) -> std::string_view { return boxes[box].text; };
    box_of_class[label] = by_text.find(text, text_of);
    if (box_of_class[label] != kNone) {  // of several nodes with that text the lowest stands on the label
      Node& stands = boxes[box_of_class[label]].node;
      stands = std::min(stands, label);
      continue;
    }
    box_of_class[label] = static_cast<std::uint32_t>(boxes.size());
    by_text.add(text, box_of_class[label]);
    boxes.push_back({label, std::move(text), graph_->ply(node) / 2 + 1, 0, {}});
  }
  std::vector<std::uint32_t> order(boxes.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::tie(boxes[a].turn, boxes[a].text) < std::tie(boxes[b].turn, boxes[b].text);
  });
  boxes_ = AppendList<Box>(boxes.size());
  std::vector<std::uint32_t> number_of(boxes.size());
  for (const std::uint32_t box : order) {
    add_beads(boxes[box]);
    number_of[box] = add_box(std::move(boxes[box]));
  }
  for (Node node = 0; node < graph_->node_count(); ++node) {
    if (!wants_box(*graph_, seat_, node) || !(table.known.empty() || table.known[node])) continue;
    table.box_of_node[node] = number_of[box_of_class[class_of(node)]];
    spread_to(node);
  }
}

/// One bead an orbit of the kept moves on the label (an orbit is a single move where nothing merges).
void BoxSet::add_beads(Box& box) {
  Table& table = tables_[0];
  for (Edge edge = graph_->first_edge(box.node); edge < graph_->last_edge(box.node); ++edge) {
    if (!in_play(edge)) continue;
    const Edge lowest = orbit_of(box.node, edge);
    if (lowest == edge) {
      table.bead_of_edge[edge] = static_cast<std::uint32_t>(box.beads.size());
      box.beads.push_back({graph_->move_text(edge), {}});
    } else {
      table.bead_of_edge[edge] = table.bead_of_edge[lowest];
    }
    box.beads[table.bead_of_edge[edge]].orbit.push_back(graph_->move_text(edge));
  }
  list_moves(table, box.node);
}

/// Gives a node's moves the beads of its label's, so that play looks up and never turns.
void BoxSet::spread_to(Node node) {
  Table& table = tables_[0];
  const Node label = boxes_[table.box_of_node[node]].node;
  if (node == label) return;
  const Symmetry& turn = graph_->symmetries()[turn_of(node)];
  for (Edge edge = graph_->first_edge(node); edge < graph_->last_edge(node); ++edge) {
    const Edge on_label = graph_->find_edge(label, turn(graph_->move(edge)));
    MENAGERIE_CHECK(on_label != kNone);
    table.bead_of_edge[edge] = table.bead_of_edge[on_label];
  }
  list_moves(table, node);
}

/// The other way round, so that a drawn bead's move is looked up too.
void BoxSet::list_moves(Table& table, Node node) {
  const Edge first = graph_->first_edge(node);
  const std::size_t degree = graph_->degree(node);
  MENAGERIE_CHECK(degree <= kMovesMax);
  const std::span<const std::uint32_t> bead_of(table.bead_of_edge.data() + first, degree);
  std::uint8_t listed = 0;
  for (std::size_t bead = 0; bead < degree; ++bead) {
    BeadMoves& its = table.moves_of_bead[first + bead];
    its = {0, listed};
    for (std::size_t move = 0; move < degree; ++move) {
      if (bead_of[move] != bead) continue;
      table.moves_by_bead[first + listed++] = static_cast<std::uint8_t>(move);
      ++its.count;
    }
  }
  MENAGERIE_CHECK(listed + std::count(bead_of.begin(), bead_of.end(), kNone) == static_cast<int>(degree));
}

void BoxSet::make_room(Table& table) {
  table.box_of_node.resize(graph_->node_count(), kNone);
  table.bead_of_edge.resize(graph_->edge_count(), kNone);
  table.moves_of_bead.resize(graph_->edge_count());
  table.moves_by_bead.resize(graph_->edge_count());
}

std::uint32_t BoxSet::add_box(Box box) {
  MENAGERIE_CHECK(find(box.text) == kNone);
  box.first_bead = static_cast<std::uint32_t>(bead_count());
  if (graph_ == nullptr) box.node = kNone;
  const auto number = static_cast<std::uint32_t>(boxes_.append(std::move(box)));
  by_text_.add(boxes_[number].text, number);
  return number;
}

void BoxSet::meet_node(Node node) {
  Table& table = tables_[0];
  make_room(table);
  if (table.box_of_node[node] != kNone || !wants_box(*graph_, seat_, node)) return;
  const Node label = class_of(node);
  std::string text = game_->text(graph_->position(label));
  std::uint32_t number = find(text);
  if (number == kNone) {
    Box box{label, std::move(text), graph_->ply(node) / 2 + 1, 0, {}};
    add_beads(box);
    number = add_box(std::move(box));
    table.box_of_node[label] = number;
  }
  table.box_of_node[node] = number;
  spread_to(node);
}

/// One more table for each symmetry of the board: the first one, seen through it.
void BoxSet::add_frames() {
  const auto orientations = static_cast<std::uint8_t>(graph_->symmetries().size());
  tables_.resize(orientations, tables_[0]);
  has_orientations_ = orientations > 1;
  for (std::uint8_t orientation = 1; orientation < orientations; ++orientation) {
    for (Node node = 0; node < graph_->node_count(); ++node) {
      const Node image = graph_->image(node, orientation);
      tables_[orientation].box_of_node[node] = tables_[0].box_of_node[image];
      tables_[orientation].known[node] = tables_[0].known[image];
      for (Edge edge = graph_->first_edge(node); edge < graph_->last_edge(node); ++edge) {
        const Edge edge_image = graph_->image(node, edge, orientation);
        tables_[orientation].bead_of_edge[edge] = tables_[0].bead_of_edge[edge_image];
        tables_[orientation].in_play[edge] = tables_[0].in_play[edge_image];
      }
      list_moves(tables_[orientation], node);
    }
  }
}

/// The node whose text stands on the label for this node (several have that text: Game::text).
Node BoxSet::class_of(Node node) const {
  if (merges()) return graph_->canonical(node);
  return labels_.empty() ? node : labels_[node];
}

/// The symmetry that turns the node into class_of(node).
std::uint8_t BoxSet::turn_of(Node node) const {
  if (merges()) return graph_->to_canonical(node);
  return turns_.empty() ? std::uint8_t{0} : turns_[node];
}

/// The lowest of the node's edges that this one's bead stands for.
Edge BoxSet::orbit_of(Node node, Edge edge) const {
  if (merges()) return graph_->orbit(edge);
  Edge lowest = edge;
  for (const std::uint8_t symmetry : group_) {
    if (graph_->image(node, symmetry) == node) lowest = std::min(lowest, graph_->image(node, edge, symmetry));
  }
  return lowest;
}

std::uint8_t BoxSet::orientation_that_knows(Node node, std::uint8_t orientation) const {
  const auto orientations = static_cast<std::uint8_t>(tables_.size());
  for (std::uint8_t candidate = 0; candidate < orientations; ++candidate) {
    if (tables_[candidate].known[node]) return candidate;
  }
  return orientation;  // play left the published set: no box will be found
}

std::uint8_t BoxSet::picture_orientation(Node node, std::uint8_t orientation) const {
  return merges() || !turns_.empty() ? turn_of(node) : orientation;
}

std::vector<int> BoxSet::by_turn() const {
  std::vector<int> counts;
  for (const Box& box : boxes_) {
    counts.resize(std::max(counts.size(), static_cast<std::size_t>(box.turn)));
    ++counts[static_cast<std::size_t>(box.turn - 1)];
  }
  return counts;
}

std::uint32_t BoxSet::find(std::string_view text) const {
  return by_text_.find(text, [&](std::uint32_t box) -> std::string_view { return boxes_[box].text; });
}

}  // namespace menagerie
