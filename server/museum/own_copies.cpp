#include "server/museum/own_copies.hpp"

#include "engine/check.hpp"

#include <algorithm>
#include <deque>
#include <utility>

namespace menagerie::museum {
namespace {

using Kind = core::Verdict::Kind;

/// Of the games that a copy has learned; who sends an older one again teaches his copy twice.
constexpr std::size_t kGamesKept = 256;

/// A ledger in memory, of one machine. What it has learned it tells behind what the room is doing, as a
/// ledger on disk does. Network thread.
class MemoryLedger final : public ledger::Ledger {
 public:
  using Tell = std::function<void(const store::LogRow&, const core::Answer*)>;
  MemoryLedger(core::Machine& machine, core::MachineState state, core::Clock clock, Tell tell)
      : machine_(machine), state_(std::move(state)), clock_(std::move(clock)), tell_(std::move(tell)) {}

  void submit(core::Finished episode) override {
    core::Answer answer{episode.machine, episode.id, {}};
    if (const store::LogRow* known = find(episode.id)) {
      answer.verdict = {Kind::known, known->seq};
      return tell_(*known, &answer);
    }
    if (episode.era != state_.era) {
      answer.verdict = {Kind::era_over};
      return tell_({}, &answer);
    }
    store::LogRow row = core::learn_episode(machine_, state_, std::move(episode), clock_());
    answer.verdict = {Kind::learned, row.seq};
    tell_(row, &answer);
    if (games_.size() == kGamesKept) games_.pop_front();
    games_.push_back(std::move(row));
  }
  void begin_era_if_dry(std::int64_t) override {
    if (state_.dry) tell_(core::begin_era(machine_, state_, store::Why::dry, clock_()), nullptr);
  }
  void order(core::Order, ledger::OrderAnswer answer) override {
    answer(nullptr, std::make_exception_ptr(core::Refused("copy", "a copy in memory has no curator")));
  }
  void ask(store::Id id, ledger::AskAnswer answer) override {
    const store::LogRow* known = find(id);
    answer(known == nullptr ? std::nullopt : std::optional(*known));
  }
  std::size_t waiting() const override { return 0; }
  bool storing() const override { return true; }
  ledger::Failures failures() const override { return {}; }

 private:
  const store::LogRow* find(const store::Id& id) const {
    const auto found = std::ranges::find(games_, id, &store::LogRow::id);
    return found == games_.end() ? nullptr : &*found;
  }

  core::Machine& machine_;
  core::MachineState state_;
  core::Clock clock_;
  Tell tell_;
  std::deque<store::LogRow> games_;  // the newest ones
};

}  // namespace

/// A room with secrets of its own, so that its tickets are valid here only, and with its own ledger.
struct OwnCopies::Copy : std::enable_shared_from_this<Copy> {
  Copy(Room::Context& museum, const std::string& name, const Owner& its_owner,
       std::shared_ptr<core::Machine> machine, core::MachineState state)
      : owner(its_owner),
        ledger(*machine, state, museum.clock,
               [this](const store::LogRow& row, const core::Answer* answer) { tell(row, answer); }),
        context(museum.beside(ledger, museum.secrets.of_copy(name))),
        room(std::move(machine), std::move(state), context) {
    room.show_copy();
  }

  void tell(const store::LogRow& row, const core::Answer* answer) {
    const bool is_new = answer == nullptr || answer->verdict.kind == Kind::learned;
    const bool in_log = is_new || answer->verdict.kind == Kind::known;
    context.on_network_thread([copy = weak_from_this(), row, is_new, in_log,
                               told = answer == nullptr ? std::nullopt : std::optional(*answer)] {
      const auto here = copy.lock();
      if (!here) return;
      if (is_new) here->room.follow(row);
      if (told) here->room.tell(*told, in_log ? &row : nullptr);
    });
  }

  const Owner owner;
  std::int64_t held_ms = 0;  ///< when somebody was seen to hold it
  MemoryLedger ledger;
  Room::Context context;
  Room room;
};

OwnCopies::OwnCopies(Room::Context& context) : context_(context) {}
OwnCopies::~OwnCopies() = default;

std::shared_ptr<Room> OwnCopies::find(const std::string& name) const {
  const auto found = copies_.find(name);
  return found == copies_.end() ? nullptr : std::shared_ptr<Room>(found->second, &found->second->room);
}

std::shared_ptr<Room> OwnCopies::open(const std::string& name, const Owner& owner,
                                      std::shared_ptr<core::Machine> machine, core::MachineState state) {
  MENAGERIE_CHECK(machine->listed());
  if (auto room = find(name)) return room;
  const auto of_owner =
      std::ranges::count_if(copies_, [&](const auto& it) { return it.second->owner == owner; });
  if (copies_.size() >= context_.limits->copies_max ||
      static_cast<std::size_t>(of_owner) >= context_.limits->copies_per_address_max)
    return nullptr;
  const auto copy = std::make_shared<Copy>(context_, name, owner, std::move(machine), std::move(state));
  copy->held_ms = context_.steady();
  copies_.emplace(name, copy);
  return {copy, &copy->room};
}

void OwnCopies::tick() {
  const std::int64_t now_ms = context_.steady();
  for (const auto& [name, copy] : copies_) {
    if (copy.use_count() > 1) copy->held_ms = now_ms;
    copy->room.tick();
  }
  std::erase_if(copies_, [&](const auto& it) { return now_ms - it.second->held_ms > kKeptMs; });
}

void OwnCopies::shut() {
  for (const auto& [name, copy] : copies_) copy->context.shut = true;
}

}  // namespace menagerie::museum
