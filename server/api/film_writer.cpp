#include "server/api/film_writer.hpp"

#include "engine/check.hpp"
#include "server/core/record.hpp"

#include <algorithm>

namespace menagerie::api {
namespace {

constexpr std::string_view kMagic = "MENFILM";
constexpr char kVersion = 1;

// The bits of a row's first byte: its kind, how the episode ended, and what follows.
constexpr int kResultShift = 4;
constexpr unsigned kAgainstItself = 3;
constexpr unsigned kSameChange = 1U << 6U, kNewBoxes = 1U << 7U;

/// Seven bits a byte, the lowest first; all bytes but the last have the eighth bit set (LEB128).
void put(std::string& out, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) out += static_cast<char>(number | 0x80);
  out += static_cast<char>(number);
}

/// 0, -1, 1, -2, ... as 0, 1, 2, 3, ...
void put_signed(std::string& out, std::int64_t number) {
  const auto bits = static_cast<std::uint64_t>(number);
  put(out, number < 0 ? ~(bits << 1) : bits << 1);
}

void put(std::string& out, const store::Tally& tally) {
  for (const std::uint64_t count : {tally.episodes, tally.wins, tally.draws, tally.losses}) put(out, count);
}

std::int64_t seconds(std::int64_t time_ms) { return time_ms / 1000; }

unsigned ending(const store::LogRow& row) {
  if (row.kind != store::Kind::episode) return 0;
  return row.self_play() ? kAgainstItself : static_cast<unsigned>(store::result_of(row));
}

}  // namespace

static_assert(static_cast<int>(Result::win) == 0 && static_cast<int>(Result::draw) == 1 &&
              static_cast<int>(Result::loss) == 2 && static_cast<int>(store::Kind::topup) == 8);

FilmWriter::FilmWriter(const core::Machine& machine, std::uint64_t from, std::uint64_t to)
    : machine_(machine), from_(from), to_(to) {
  MENAGERIE_CHECK(from >= 1 && from <= to);
}

void FilmWriter::begin(store::Store& store, std::string& out) {
  if (from_ > 1) state_ = core::state_at(store, machine_, from_ - 1);
  beads_ = state_.beads;
  boxes_ = state_.box_count;
  time_s_ = seconds(state_.time_ms);
  out.append(kMagic).push_back(kVersion);
  put(out, from_);
  put(out, to_);
  keyframe(out);
  if (from_ == 1) first_row(store, out);
}

void FilmWriter::keyframe(std::string& out) const {
  put(out, static_cast<std::uint64_t>(time_s_));
  put(out, state_.era);
  put(out, state_.era_seq);
  put(out, state_.tally);
  put(out, state_.era_tally);
  put(out, boxes_);
  for (std::size_t box = 0; box < boxes_; ++box) {
    const Box& it = machine_.boxes.boxes()[box];
    put(out, it.beads.size());
    for (const std::int64_t count : state_.beads_in(it)) put(out, static_cast<std::uint64_t>(count));
  }
}

/// The changes of a fork do not tell all boxes that came with it, so that its beads are taken from its state.
void FilmWriter::first_row(store::Store& store, std::string& out) {
  const auto row = store.row_at(machine_.row.machine, 1);
  if (!row) throw store::damaged("log of machine " + machine_.row.name + ": row 1 is missing");
  state_ = core::state_at(store, machine_, 1);
  write(*row, core::difference(machine_, state_.box_count, {}, state_.beads), out);
}

void FilmWriter::add(const store::LogRow& row, std::string& out) {
  state_.apply(machine_, row);
  write(row, row.changes, out);
}

void FilmWriter::write(const store::LogRow& row, std::span<const BeadChange> changes, std::string& out) {
  const bool made = state_.box_count > boxes_;
  std::string boxes;
  if (made) make_boxes(row.seq == 1 || machine_.listed(), boxes);
  changes_.clear();
  for (const BeadChange& change : changes) {
    const std::size_t place = machine_.boxes.boxes()[change.box].first_bead + change.bead;
    changes_.push_back({place, change.after - beads_[place]});
    beads_[place] = change.after;
  }
  const bool same =
      std::ranges::adjacent_find(changes_, std::ranges::not_equal_to{}, &Change::by) == changes_.end();
  const unsigned head = static_cast<unsigned>(row.kind) | ending(row) << kResultShift |
                        (same ? kSameChange : 0) | (made ? kNewBoxes : 0);
  out += static_cast<char>(head);
  const std::int64_t time_s = seconds(row.time_ms);
  put_signed(out, time_s - time_s_);
  time_s_ = time_s;
  out.append(boxes);
  write_changes(same, out);
  if (row.kind == store::Kind::episode) write_board(row, out);
}

/// The boxes that are new since the last row; with `empty` their beads are among its changes.
void FilmWriter::make_boxes(bool empty, std::string& out) {
  put(out, state_.box_count - boxes_);
  for (; boxes_ < state_.box_count; ++boxes_) {
    const Box& box = machine_.boxes.boxes()[boxes_];
    const std::int64_t start = empty ? 0 : machine_.rule.start_at(box.turn);
    put(out, box.beads.size());
    put(out, static_cast<std::uint64_t>(start));
    beads_.resize(box.first_bead + box.beads.size(), start);
  }
}

void FilmWriter::write_changes(bool same, std::string& out) const {
  put(out, changes_.size());
  if (same && !changes_.empty()) put_signed(out, changes_.front().by);
  std::uint64_t last = 0;
  for (const Change& change : changes_) {
    put_signed(out, static_cast<std::int64_t>(change.place - last));
    if (!same) put_signed(out, change.by);
    last = change.place;
  }
}

/// The board as it stood at the episode's end: by its number, or new.
void FilmWriter::write_board(const store::LogRow& row, std::string& out) {
  core::replay(machine_, row, episode_);  // verify tells of moves that cannot be played
  const core::Playthrough& at = episode_.playthrough();
  std::string board = at.graph().game().text(at.graph().position(at.node()));
  const auto [found, fresh] = boards_.try_emplace(board, boards_.size() + 1);
  put(out, fresh ? 0 : found->second);
  if (!fresh) return;
  put(out, board.size());
  out.append(board);
}

}  // namespace menagerie::api
