#include "server/museum/rooms.hpp"

#include <algorithm>
#include <utility>
#include "engine/check.hpp"

namespace menagerie::museum {
namespace {

constexpr int kGatherMs = 50;  // what changes within is told together
constexpr std::int64_t kHallEveryMs = 250;
constexpr std::int64_t kHallCountsEveryMs = 1000;

}  // namespace

Rooms::Rooms(Parts parts)
    : parts_(std::move(parts)), ids_(parts_.clock), context_(context_of()), sealed_(context_) {
  for (core::Loaded& loaded : parts_.machines) open_room(std::move(loaded));
  parts_.machines.clear();
}

Room::Context Rooms::context_of() {
  Room::Context context;
  context.ledger = parts_.ledger;
  context.limits = parts_.limits;
  context.secrets = parts_.secrets;
  context.clock = parts_.clock;
  context.steady = parts_.steady;
  context.changed = [this] { changed(); };
  context.ids = &ids_;
  context.on_network_thread = parts_.on_network_thread;
  return context;
}

void Rooms::open_room(core::Loaded machine) {
  rooms_.push_back(std::make_unique<Room>(std::move(machine.machine), std::move(machine.state), context_,
                                          machine.graduation));
  Room& room = *rooms_.back();
  by_number_[room.machine().row.machine] = &room;
  by_name_[room.machine().row.name] = &room;
  shown_.push_back(figures_of(room));
}

Room* Rooms::find(std::string_view machine) {
  const auto found = by_name_.find(machine);
  return found == by_name_.end() ? nullptr : found->second;
}

Room* Rooms::find(std::int64_t machine) {
  const auto found = by_number_.find(machine);
  return found == by_number_.end() ? nullptr : found->second;
}

void Rooms::published(const ledger::Published& batch) {
  if (batch.commit_s > 0) {
    context_.counters.batch_rows.add(static_cast<double>(batch.rows.size()));
    context_.counters.commit_s.add(batch.commit_s);
  }
  ledger::each_row(batch, [this](const store::LogRow& row, bool finished) {
    if (Room* room = find(row.machine)) room->follow(row, finished);
  });
  auto learned = batch.rows.begin();
  auto known = batch.known.begin();
  for (const core::Answer& answer : batch.answers) {
    const store::LogRow* row = nullptr;
    if (answer.verdict.kind == core::Verdict::Kind::known) row = &*known++;
    if (answer.verdict.kind == core::Verdict::Kind::learned) {
      while (learned->kind != store::Kind::episode) ++learned;  // a new era that followed one of them
      row = &*learned++;
    }
    MENAGERIE_CHECK(row == nullptr || row->id == answer.episode);
    if (Room* room = find(answer.machine)) room->tell(answer, row);
  }
  for (const core::Loaded& machine : batch.created) {
    open_room(machine);
    shown_.back() = {};  // the hall is told of it
    changed();
  }
}

void Rooms::carry_out(core::Order order, ledger::OrderAnswer answer) {
  // What the answer captures must be destroyed on this thread: the ledger's copy is emptied by the move.
  auto kept = std::make_shared<ledger::OrderAnswer>(std::move(answer));
  parts_.ledger->order(std::move(order), [post = parts_.on_network_thread, kept = std::move(kept)](
                                             const core::Plan* done, std::exception_ptr thrown) {
    std::shared_ptr<const core::Plan> plan =
        done != nullptr ? std::make_shared<const core::Plan>(*done) : nullptr;
    post([answer = std::exchange(*kept, nullptr), plan, thrown = std::move(thrown)] {
      answer(plan.get(), thrown);
    });
  });
}

wire::MachineSummary Rooms::figures_of(const Room& room) {
  const core::MachineState& state = room.state();
  return {room.machine().row.name,
          state.seq,
          state.era,
          state.tally,
          state.bead_total,
          room.attendance().playing,
          room.attendance().watching,
          state.dry.has_value(),
          state.frozen,
          room.graduation().has_value()};
}

void Rooms::watch(Subscriber& watcher) {
  const bool is_first = hall_.empty();
  hall_.add(watcher);
  std::vector<wire::MachineSummary> all;
  for (std::size_t i = 0; i < rooms_.size(); ++i) {
    all.push_back(figures_of(*rooms_[i]));
    // Differences from shown_ come next, so he is told the counts that the others know.
    if (is_first) shown_[i] = all[i];
    all[i].playing = shown_[i].playing;
    all[i].watching = shown_[i].watching;
  }
  context_.counters.sent(FrameOut::hello);
  watcher.send(wire::hall_text("hello", all));
}

void Rooms::unwatch(Subscriber& watcher) { hall_.remove(watcher); }

void Rooms::changed() {
  hall_changed_ = true;
  if (feeds_called_) return;
  const bool watched = !hall_.empty() || std::any_of(rooms_.begin(), rooms_.end(),
                                                     [](const auto& room) { return room->feed_waits(); });
  if (!watched) return;
  feeds_called_ = true;
  parts_.call_feeds_after(kGatherMs);
}

void Rooms::flush_feeds() {
  const std::int64_t now_ms = context_.steady();
  for (const auto& room : rooms_) room->begin_feed(now_ms);
  begin_hall(now_ms);
  send_step();
  const std::optional<int> next_ms = feeds_next_ms(now_ms);
  feeds_called_ = next_ms.has_value();
  if (next_ms) parts_.call_feeds_after(*next_ms);
}

/// In how many milliseconds flush_feeds() has something to do; none where nothing waits.
std::optional<int> Rooms::feeds_next_ms(std::int64_t now_ms) const {
  if (hall_.sending() || std::ranges::any_of(rooms_, &Room::feed_sending)) return kStepMs;
  std::optional<int> next_ms;
  if (hall_changed_ && !hall_.empty()) next_ms = kGatherMs;
  for (const auto& room : rooms_) {
    const auto due_ms = room->feed_due_in_ms(now_ms);
    // Not later than kGatherMs: by then there may be news, which are due sooner than counts are.
    if (due_ms)
      next_ms = std::min(next_ms.value_or(kGatherMs), static_cast<int>(std::max<std::int64_t>(*due_ms, 1)));
  }
  return next_ms;
}

/// One feed after another, so that a crowd in one room keeps no other room waiting.
void Rooms::send_step() {
  std::size_t left = kFramesAStep;
  const std::size_t feeds = rooms_.size() + 1;
  for (std::size_t looked_at = 0; looked_at < feeds && left > 0; ++looked_at) {
    const std::size_t at = next_feed_++ % feeds;
    if (at < rooms_.size()) {
      left -= rooms_[at]->send_feed(left);
    } else {
      const std::size_t count = hall_.send_some(left);
      context_.counters.sent(FrameOut::house, count);
      left -= count;
    }
  }
}

/// The hall changes slowly, and only what changed is sent.
void Rooms::begin_hall(std::int64_t now_ms) {
  if (!hall_changed_ || hall_.empty() || hall_.sending() || now_ms - hall_looked_ms_ < kHallEveryMs) return;
  hall_looked_ms_ = now_ms;
  const bool tells_counts = now_ms - hall_counts_ms_ >= kHallCountsEveryMs;
  if (tells_counts) hall_counts_ms_ = now_ms;
  hall_changed_ = false;
  std::vector<wire::MachineSummary> changed;
  for (std::size_t i = 0; i < rooms_.size(); ++i) {
    wire::MachineSummary now = figures_of(*rooms_[i]);
    if (!tells_counts && (now.playing != shown_[i].playing || now.watching != shown_[i].watching)) {
      now.playing = shown_[i].playing;
      now.watching = shown_[i].watching;
      hall_changed_ = true;
    }
    if (now == shown_[i]) continue;
    shown_[i] = now;
    changed.push_back(now);
  }
  if (!changed.empty()) hall_.begin(std::make_shared<const std::string>(wire::hall_text("house", changed)));
}

void Rooms::tick() {
  past_.tick();
  sealed_.tick();
  copies_.tick();
  for (const auto& room : rooms_) room->tick();
}

}  // namespace menagerie::museum
