#include "server/museum/presentation.hpp"

#include "engine/check.hpp"
#include "server/wire/append.hpp"

#include <array>

namespace menagerie::museum {
namespace {

/// How the episode ended, for its last `state`.
wire::Ending ending_of(const core::Episode& episode) {
  const bool on_board = episode.playthrough().outcome().has_value();
  const std::string_view why = episode.resigned() ? "resign" : on_board ? "board" : "length";
  return {result_of(episode.outcome(), episode.ticket().seat), why, episode.end()};
}

}  // namespace

wire::HelloFrame Presentation::hello() const {
  wire::HelloFrame frame;
  frame.machine = &machine_.row;
  frame.boxes = &machine_.boxes;
  frame.rule = &machine_.rule;
  frame.box_count = state_.box_count;
  frame.seq = state_.seq;
  frame.era = state_.era;
  frame.tally = state_.tally;
  frame.beads = state_.bead_total;
  frame.frozen = state_.frozen;
  return frame;
}

wire::Phrases& Presentation::phrases_of(Table& table) {
  if (!table.episode.playthrough().has_own_graph()) return phrases_;
  if (!table.phrases) {
    const BoxSet& boxes = table.episode.playthrough().boxes();
    table.phrases.emplace(boxes, [this, &boxes](std::uint32_t box) -> std::optional<std::uint32_t> {
      const std::uint32_t number = machine_.boxes.find(boxes.boxes()[box].text);
      return state_.has(number) ? std::optional(number) : std::nullopt;
    });
  }
  return *table.phrases;
}

std::string Presentation::legal_moves(Table& table) {
  const core::Playthrough& at = table.episode.playthrough();
  const GameGraph& graph = at.graph();
  if (!graph.repetition_forbidden()) return phrases_of(table).legal(at.node());
  std::string text = "[";
  for (Edge edge = graph.first_edge(at.node()); edge < graph.last_edge(at.node()); ++edge) {
    if (!at.allows(edge)) continue;
    wire::append_comma(text);
    wire::append_quoted(text, graph.move_text(edge));
  }
  return text += ']';
}

std::string_view Presentation::state(Table& table, const core::PlayedTurn& turn) {
  const core::Episode& episode = table.episode;
  const core::Playthrough& at = episode.playthrough();
  prefetch(table);  // the ticket takes a while
  wire::StateFrame frame;
  std::array<char, kTicketTextMax> ticket;
  frame.ticket = write_ticket(episode.ticket(), secrets_, ticket);
  frame.episode = {table.id_text.data(), table.id_text.size()};
  frame.seat = episode.ticket().seat;
  frame.ply = episode.ply();
  frame.node = at.node();
  wire::Phrases& phrases = phrases_of(table);
  std::string legal;  // only where it depends on what was played before
  if (at.graph().repetition_forbidden()) {
    legal = legal_moves(table);
    frame.legal = legal;
  } else if (!episode.ended()) {
    frame.legal = phrases.legal(frame.node);
  }
  frame.played = turn.played();
  frame.drawn = turn.drawn ? &*turn.drawn : nullptr;
  frame.rule = &machine_.rule;
  if (episode.ended()) frame.ending = ending_of(episode);
  return wire::state_text(frame, phrases, at.graph(), writer_);
}

std::string_view Presentation::learned(const store::LogRow& row, bool in_log) {
  MENAGERIE_CHECK(row.kind == store::Kind::episode);
  return wire::learned_text(row, in_log, phrases_, writer_);
}

std::string Presentation::dry(std::optional<std::int64_t> new_era_ms) const {
  MENAGERIE_CHECK(state_.dry.has_value());
  const core::Dry& dry = *state_.dry;
  return wire::dry_text({machine_.row.name, machine_.row.title, machine_.boxes.boxes()[dry.box].text, dry.seq,
                         dry.since_ms, new_era_ms});
}

}  // namespace menagerie::museum
