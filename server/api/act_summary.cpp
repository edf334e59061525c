// Acts and what they change, in sentences: for previews, for the answer to an order, and for the audit.
#include "engine/check.hpp"
#include "engine/text.hpp"
#include "server/api/routes.hpp"

namespace menagerie::api {
namespace {

/// 12,345
std::string figure(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

std::string counted(std::uint64_t number, std::string_view one, std::string_view many) {
  return figure(number) + " " + std::string(number == 1 ? one : many);
}

std::string episodes(std::uint64_t number) { return counted(number, "episode", "episodes"); }

/// An era that has ended, as the plaque beside the new one has it.
std::string plaque_text(const store::Plaque& plaque) {
  std::string text =
      "Era " + figure(plaque.era) + " ends with its plaque: " + episodes(plaque.tally.episodes) + " (" +
      figure(plaque.tally.wins) + " won, " + figure(plaque.tally.draws) + " drawn, " +
      figure(plaque.tally.losses) + " lost), " +
      counted(static_cast<std::uint64_t>(plaque.beads), "bead", "beads") + " at the end, rows " +
      std::to_string(plaque.from_seq) + " to " + std::to_string(plaque.to_seq) + ".";
  if (plaque.dry_seq) text += " It had run dry at row " + std::to_string(*plaque.dry_seq) + ".";
  if (plaque.finished)
    text += " Nobody could beat it from row " + std::to_string(plaque.finished->seq) + " on.";
  return text;
}

/// With what every box was filled instead of its rule's beads.
std::string filled_text(const std::vector<std::int64_t>& start) {
  const std::string figures = joined(start, "/", [](std::int64_t beads) { return std::to_string(beads); });
  return " with " + figures + " beads of each colour" + (start.size() > 1 ? ", by turn. " : ". ");
}

/// What an act did, in a sentence.
struct ActSummary {
  const store::LogRow& row;
  const std::string& title;

  std::string operator()(const store::Start&) const {
    return title + (row.act->why == store::Why::curator
                        ? " is created: a new machine with every box as new."
                        : " is created with the museum, with every box as new.");
  }
  std::string operator()(const store::Fork& act) const {
    return title + " is created as a copy of " + act.name + " as it was after row " +
           std::to_string(act.seq) + ", with " + episodes(act.episodes) + ".";
  }
  std::string operator()(const store::EraReset& act) const {
    const std::string text = row.act->why == store::Why::dry        ? "By itself, out of beads, "
                             : row.act->why == store::Why::finished ? "By itself, having learned everything, "
                                                                    : "";
    return text + title + " begins era " + figure(row.era) +
           (act.start.empty() ? " with every box as new. " : filled_text(act.start)) +
           plaque_text(act.plaque);
  }
  std::string operator()(const store::Rewind& act) const {
    return title + " goes back to row " + std::to_string(act.to) + ": " + episodes(act.episodes) +
           (act.episodes == 1 ? " counts." : " count.");
  }
  std::string operator()(const store::Unteach& act) const {
    return title + " forgets what the visit " + act.visit.text() + " taught: " + episodes(act.episodes) +
           (act.episodes == 1 ? " counts still." : " count still.");
  }
  std::string operator()(const store::TopUp& act) const {
    return title + " has at least " + counted(act.to, "bead", "beads") + " of each colour in every box.";
  }
  std::string operator()(const store::Freeze&) const {
    return title + " is frozen: it plays, and learns nothing, until it is thawed.";
  }
  std::string operator()(const store::Thaw&) const { return title + " is thawed: it learns again."; }
};

}  // namespace

std::string act_summary(const store::LogRow& row, std::string_view title_text) {
  MENAGERIE_CHECK(row.act);
  const std::string title(title_text);
  return std::visit(ActSummary{row, title}, row.act->what);
}

std::string effect_summary(const core::Effect& effect) {
  const std::uint64_t removed = effect.episodes_before - effect.episodes_kept;
  const std::uint64_t added = effect.episodes_after - effect.episodes_kept;
  std::string text;
  if (removed > 0) {
    text += episodes(removed) + " of " + figure(effect.episodes_before) +
            (removed == 1 ? " counts no longer. " : " count no longer. ");
  }
  if (added > 0) {
    text += episodes(added) + (effect.beads_before == 0 ? " come with it. " : " count again. ");
  }
  if (effect.bead_changes == 0) return text + "No bead is moved.";
  const auto beads = [](std::int64_t number) { return figure(static_cast<std::uint64_t>(number)); };
  if (effect.beads_before == 0) {
    return text + "It has " + counted(static_cast<std::uint64_t>(effect.beads_after), "bead", "beads") +
           " in " + counted(effect.boxes_changed, "box.", "boxes.");
  }
  return text + beads(effect.beads_before) + " beads become " + beads(effect.beads_after) + ": " +
         counted(effect.bead_changes, "count", "counts") + " in " +
         counted(effect.boxes_changed, "box changes.", "boxes change.");
}

}  // namespace menagerie::api
