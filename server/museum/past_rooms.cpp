#include "server/museum/past_rooms.hpp"

#include <utility>

namespace menagerie::museum {
namespace {

/// A ledger that keeps nothing: every episode ends as at a frozen machine.
class NoLedger final : public ledger::Ledger {
 public:
  using Tell = std::function<void(const core::Answer&)>;
  explicit NoLedger(Tell tell) : tell_(std::move(tell)) {}

  void submit(core::Finished episode) override {
    tell_({episode.machine, episode.id, {core::Verdict::Kind::frozen}});
  }
  void begin_era_if_dry(std::int64_t) override {}
  void order(core::Order, ledger::OrderAnswer answer) override {
    answer(nullptr,
           std::make_exception_ptr(core::Refused("frozen", "a machine shown as it was cannot be changed")));
  }
  void ask(store::Id, ledger::AskAnswer answer) override { answer(std::nullopt); }
  std::size_t waiting() const override { return 0; }
  bool storing() const override { return true; }
  ledger::Failures failures() const override { return {}; }

 private:
  Tell tell_;
};

}  // namespace

/// A room with secrets of its own, so that its tickets are valid here only, and with its own ledger.
struct PastRooms::Past : std::enable_shared_from_this<Past> {
  Past(Room::Context& museum, const Owner& its_owner, std::shared_ptr<const core::Machine> machine,
       core::MachineState state)
      : owner(its_owner), ledger([this](const core::Answer& answer) {
          // Behind what the room is doing, as a ledger's verdict comes.
          context.on_network_thread([past = weak_from_this(), answer] {
            if (const auto here = past.lock()) here->room->tell(answer, nullptr);
          });
        }) {
    context = museum.beside(ledger, museum.secrets.of_past(machine->row.machine, state.seq));
    const std::uint64_t seq = state.seq;
    room = std::make_unique<Room>(std::move(machine), std::move(state), context);
    room->show_past(seq);
  }

  const Owner owner;
  NoLedger ledger;
  Room::Context context;
  std::unique_ptr<Room> room;
};

std::shared_ptr<Room> PastRooms::find(std::int64_t machine, std::uint64_t seq) const {
  const auto found = rooms_.find({machine, seq});
  const std::shared_ptr<Past> past = found == rooms_.end() ? nullptr : found->second.lock();
  return past ? std::shared_ptr<Room>(past, past->room.get()) : nullptr;
}

std::shared_ptr<Room> PastRooms::open(const Owner& owner, std::shared_ptr<const core::Machine> machine,
                                      const core::MachineState& state) {
  const Key key{machine->row.machine, state.seq};
  if (auto room = find(key.first, key.second)) return room;
  std::size_t of_all = 0, of_owner = 0;
  for (const auto& [its_key, weak] : rooms_) {
    const auto past = weak.lock();
    if (!past) continue;
    ++of_all;
    if (past->owner == owner) ++of_owner;
  }
  if (of_all >= context_.limits->past_rooms_max || of_owner >= context_.limits->past_rooms_per_address_max)
    return nullptr;
  core::MachineState then = state;
  then.frozen = true;  // it plays, and learns nothing
  const auto past = std::make_shared<Past>(context_, owner, std::move(machine), std::move(then));
  rooms_[key] = past;
  return {past, past->room.get()};
}

std::size_t PastRooms::open_rooms() const {
  std::size_t count = 0;
  for (const auto& [key, past] : rooms_) count += past.expired() ? 0 : 1;
  return count;
}

void PastRooms::tick() {
  std::erase_if(rooms_, [](const auto& it) { return it.second.expired(); });
  for (const auto& [key, past] : rooms_) past.lock()->room->tick();
}

void PastRooms::shut() {
  for (const auto& [key, past] : rooms_) {
    if (const auto here = past.lock()) here->context.shut = true;
  }
}

}  // namespace menagerie::museum
