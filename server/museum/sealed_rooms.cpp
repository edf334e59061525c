#include "server/museum/sealed_rooms.hpp"

#include <algorithm>
#include <utility>

namespace menagerie::museum {
namespace {

/// Sandiford's Mark I: HER's rule, on both sides.
std::shared_ptr<core::Machine> mark_one() {
  store::MachineRow row;
  row.name = "mark-one";
  row.game = "hexapawn";
  row.seat = to_text(Seat::either);
  row.rule = "gardner-her";
  row.convention = to_text(BoxConvention::canonical);
  return core::Machine::make(std::move(row));
}

SealedRoom::Common common_of(const wire::Limits& limits) {
  std::shared_ptr<core::Machine> machine = mark_one();
  const BoxSet& boxes = machine->boxes;
  return {std::move(machine), wire::Phrases(boxes), &limits};
}

}  // namespace

SealedRooms::SealedRooms(Room::Context& context)
    : context_(context),
      common_(common_of(*context.limits)),
      random_(draw_seed(context.secrets, context.ids->next(), {})) {}

void SealedRooms::take_score(const wire::SealedScore& kept) {
  const auto raise = [](std::uint64_t& number, std::uint64_t to) { number = std::max(number, to); };
  raise(common_.score.machines, kept.machines);
  raise(common_.score.machines_as_people, kept.machines_as_people);
  raise(common_.score.people, kept.people);
  raise(common_.score.people_as_machines, kept.people_as_machines);
}

void SealedRooms::join(SealedVisitor& visitor) {
  visitor.visit = context_.ids->next();
  context_.counters.sent(FrameOut::hello);
  visitor.subscriber.send(wire::sealed_hello_text(common_.machine->boxes.game(), SealedRoom::kGames,
                                                  common_.score,
                                                  write_visit(visitor.visit, context_.secrets)));
}

/// The visitor waits no longer, and sits nowhere.
void SealedRooms::stand(SealedVisitor& visitor) {
  if (!visitor.waits_since_ms && visitor.room == nullptr) return;
  --seats_;
  if (std::exchange(visitor.waits_since_ms, std::nullopt)) std::erase(waiting_, &visitor);
  if (visitor.room != nullptr) visitor.room->leave(visitor.chair, context_.steady());
}

void SealedRooms::leave(SealedVisitor& visitor) {
  stand(visitor);
  std::erase_if(rooms_, [](const auto& room) { return room->is_empty(); });
}

std::optional<wire::Refusal> SealedRooms::enter(SealedVisitor& visitor, const wire::SealedEnter& frame) {
  using wire::Code;
  const bool plays = visitor.room != nullptr && !visitor.room->door_open(visitor.chair);
  if (visitor.waits_since_ms || plays) return wire::Refusal{Code::busy, "you have a seat already"};
  leave(visitor);
  if (seats_ >= context_.limits->sealed_seats_max)
    return wire::Refusal{Code::busy, "every seat is taken; come back in a few minutes"};
  if (frame.visit) {
    const std::optional<store::Id> visit = read_visit(*frame.visit, context_.secrets);
    if (!visit) return wire::Refusal{Code::bad_visit, "this museum has not given that visit"};
    visitor.visit = *visit;
  }
  ++seats_;
  visitor.waits_since_ms = context_.steady();
  waiting_.push_back(&visitor);
  return std::nullopt;
}

std::optional<wire::Refusal> SealedRooms::move(SealedVisitor& visitor, const wire::SealedMove& frame) {
  if (visitor.room == nullptr) return wire::Refusal{wire::Code::no_episode, "you have no seat; send enter"};
  return visitor.room->move(visitor.chair, frame, context_.steady());
}

std::optional<wire::Refusal> SealedRooms::guess(SealedVisitor& visitor, const wire::SealedGuess& frame) {
  if (visitor.room == nullptr) return wire::Refusal{wire::Code::no_episode, "you have no seat; send enter"};
  return visitor.room->guess(visitor.chair, frame, context_.steady());
}

void SealedRooms::tick() {
  const std::int64_t now_ms = context_.steady();
  if (now_ms >= next_round_ms_) {
    next_round_ms_ = now_ms + context_.limits->sealed_round_s * 1000;
    seat_round(now_ms);
  }
  for (const auto& room : rooms_) room->tick(now_ms);
}

/// Everybody in an order that the lot decides, two by two: a visitor against a visitor, or each against a
/// machine. A visitor who is left over, or would meet himself, gets a machine.
void SealedRooms::seat_round(std::int64_t now_ms) {
  std::vector<SealedVisitor*> all = std::exchange(waiting_, {});
  for (std::size_t left = all.size(); left > 1; --left) std::swap(all[left - 1], all[random_.below(left)]);
  for (std::size_t i = 0; i < all.size(); i += 2) {
    SealedVisitor& one = *all[i];
    SealedVisitor* two = i + 1 < all.size() ? all[i + 1] : nullptr;
    const bool meet = two != nullptr && one.visit != two->visit &&
                      random_.below(100) >= context_.limits->sealed_machines_percent;
    open_room(one, meet ? two : nullptr, now_ms);
    if (two != nullptr && !meet) open_room(*two, nullptr, now_ms);
  }
}

void SealedRooms::open_room(SealedVisitor& one, SealedVisitor* two, std::int64_t now_ms) {
  one.waits_since_ms.reset();
  if (two != nullptr) two->waits_since_ms.reset();
  const std::uint64_t seed = draw_seed(context_.secrets, context_.ids->next(), {});
  rooms_.push_back(std::make_unique<SealedRoom>(common_, seed, one, two, now_ms));
}

}  // namespace menagerie::museum
