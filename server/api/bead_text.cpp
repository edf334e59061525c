#include "server/api/bead_text.hpp"

#include "server/wire/frames.hpp"
#include "server/wire/time_text.hpp"

namespace menagerie::api {
namespace {

/// The names of every bead are put together once where there are so many at most; a machine that makes its
/// boxes when it meets them can have millions.
constexpr std::size_t kNamesMax = 100'000;

}  // namespace

BeadText::BeadText(const core::Machine& machine, Form form)
    : boxes_(machine.boxes), is_csv_(form == Form::csv) {
  const std::string& name = machine.row.name;
  machine_ = is_csv_ ? csv_field(name) + "," : R"({"machine":)" + wire::quoted(name) + R"(,"seq":)";
  if (boxes_.bead_count() > kNamesMax) return;
  for (const Box& box : boxes_.boxes()) {
    names_.resize(box.first_bead);
    for (std::size_t bead = 0; bead < box.beads.size(); ++bead) names_.push_back(name_of(box, bead));
  }
}

/// What never changes of a bead, and what stands around it.
std::string BeadText::name_of(const Box& box, std::size_t bead) const {
  std::string text;
  const std::string& move = box.beads[bead].move;
  if (is_csv_) {
    wire::append_all(text, ",", box.turn, ",", csv_field(box.text), ",", csv_field(move), ",");
  } else {
    wire::append_all(text, R"(,"turn":)", box.turn, R"(,"box":)", wire::quoted(box.text), R"(,"move":)",
                     wire::quoted(move));
  }
  return text;
}

void BeadText::begin(const store::LogRow& row) {
  head_.clear();
  tail_.clear();
  const auto time = wire::time_characters(row.time_ms);
  const std::string_view at(time.data(), time.size());
  const bool is_episode = row.kind == store::Kind::episode;
  const auto characters = row.id.characters();
  const std::string_view id(characters.data(), is_episode ? characters.size() : 0);
  if (is_csv_) {
    head_(std::string_view(machine_), row.seq, ",");
    tail_(",", at, ",", row.era, ",", id);
  } else {
    const std::string_view quote = is_episode ? "\"" : "";
    head_(std::string_view(machine_), row.seq, R"(,"ordinal":)");
    tail_(R"(,"time":")", at, R"(","era":)", row.era, R"(,"episode":)", quote, is_episode ? id : "null",
          quote);
  }
}

void BeadText::append(std::uint64_t ordinal, std::uint32_t box, std::uint16_t bead,
                      wire::TextWriter& lines) const {
  const Box& it = boxes_.boxes()[box];
  const std::size_t at = it.first_bead + bead;
  std::string made;
  if (at >= names_.size()) made = name_of(it, bead);
  lines(head_.text(), ordinal, tail_.text(), std::string_view(made.empty() ? names_[at] : made));
}

}  // namespace menagerie::api
