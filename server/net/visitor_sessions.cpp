// The visitor at the other end of a WebSocket: one who plays, sits in the sealed room, or watches.
#include "server/net/visitor_sessions.hpp"

#include "server/net/websocket/session.hpp"
#include "server/wire/play_text.hpp"

#include <memory>
#include <string>
#include <utility>
#include <variant>

namespace menagerie::net {
namespace {

class PlaySession final : public WebSocketSession {
 public:
  PlaySession(Server& server, Socket socket, const UpgradePlan& plan, AddressBook::Hold hold)
      : WebSocketSession(server, std::move(socket), plan, std::move(hold)) {
    count_errors_in(player_.protocol_errors);
  }

 private:
  void joined() override { room_->join(player_); }
  void left() override { room_->leave(player_); }
  void message(std::string_view text) override;
  std::optional<int> wait_for_episode() override {
    return server_->addresses().begin_episode(address_hold_, monotonic_ms());
  }
  void play(wire::Begin& begin);
  void play(wire::MoveMade& move) { room_->move(player_, move); }
  void play(wire::Resume& resume) { room_->resume(player_, resume); }
  void play(wire::GiveUp&) { room_->give_up(player_); }
  void play(wire::Refusal& refusal);

  museum::PlayerSession player_{*this};
};

void PlaySession::message(std::string_view text) {
  wire::ClientFrame parsed = wire::parse_client_frame(text);
  if (text.size() > server_->limits().frame_bytes_max && !std::holds_alternative<wire::Resume>(parsed)) {
    parsed =
        wire::Refusal{wire::Code::bad_frame,
                      "a frame may have " + std::to_string(server_->limits().frame_bytes_max) + " bytes"};
  }
  count(parsed.index());
  std::visit([this](auto& it) { play(it); }, parsed);
}

void PlaySession::play(wire::Begin& begin) {
  if (server_->rooms().is_shut())
    return refuse(wire::Code::shutting_down, "the museum is closing; come back in a minute", 10);
  if (const std::optional<int> wait_s = wait_for_episode())
    return refuse(wire::Code::too_many_episodes, "many games were begun from your address; please wait",
                  wait_s);
  room_->begin(player_, begin);
}

void PlaySession::play(wire::Refusal& refusal) {
  refuse(refusal.code, refusal.message);
  if (wire::is_protocol_error(refusal.code)) note_protocol_error();
}

class SealedSession final : public WebSocketSession {
 public:
  using WebSocketSession::WebSocketSession;

 private:
  museum::SealedRooms& rooms() { return server_->rooms().sealed(); }
  void joined() override { rooms().join(visitor_); }
  void left() override {
    rooms().leave(visitor_);
    seat_.release();
  }
  void message(std::string_view text) override;
  void play(const wire::SealedEnter& enter);
  void play(const wire::SealedMove& move) { answer(rooms().move(visitor_, move)); }
  void play(const wire::SealedGuess& guess) { answer(rooms().guess(visitor_, guess)); }
  void play(const wire::Refusal& refusal) { answer(refusal); }
  void answer(const std::optional<wire::Refusal>& refusal);

  museum::SealedVisitor visitor_{*this};
  AddressBook::Hold seat_;
};

void SealedSession::message(std::string_view text) {
  count(kOther);
  const bool too_long = text.size() > server_->limits().frame_bytes_max;
  const wire::SealedFrame parsed = too_long ? wire::Refusal{wire::Code::bad_frame, "the frame is too long"}
                                            : wire::parse_sealed_frame(text);
  std::visit([this](const auto& it) { play(it); }, parsed);
}

void SealedSession::play(const wire::SealedEnter& enter) {
  if (server_->rooms().is_shut())
    return refuse(wire::Code::shutting_down, "the museum is closing; come back in a minute", 10);
  if (!seat_) {
    std::optional<AddressBook::Hold> seat = server_->addresses().take_sealed_seat(address_hold_);
    if (!seat) return refuse(wire::Code::busy, "your address has all the seats that it may have", 60);
    seat_ = std::move(*seat);
  }
  answer(rooms().enter(visitor_, enter));
}

void SealedSession::answer(const std::optional<wire::Refusal>& refusal) {
  if (!refusal) return;
  refuse(refusal->code, refusal->message);
  if (wire::is_protocol_error(refusal->code)) note_protocol_error();
}

class WatchSession final : public WebSocketSession {
 public:
  WatchSession(Server& server, Socket socket, const UpgradePlan& plan, AddressBook::Hold hold)
      : WebSocketSession(server, std::move(socket), plan, std::move(hold)), counted_(plan.counted) {}

 private:
  void joined() override {
    if (room_) {
      room_->watch(*this, counted_);
    } else {
      server_->rooms().watch(*this);
    }
  }
  void left() override {
    if (room_) {
      room_->unwatch(*this, counted_);
    } else {
      server_->rooms().unwatch(*this);
    }
  }
  void message(std::string_view) override {
    count(kOther);
    refuse(wire::Code::unknown_type, "watchers only listen");
    note_protocol_error();
  }

  const bool counted_;
};

}  // namespace

void start_websocket(Server& server, Socket socket, const UpgradePlan& plan, ClientIdentity& client) {
  AddressBook::Hold hold = std::move(client.hold());
  std::shared_ptr<WebSocketSession> session;
  if (plan.sealed) {
    session = std::make_shared<SealedSession>(server, std::move(socket), plan, std::move(hold));
  } else if (plan.kind == Connection::Kind::play) {
    session = std::make_shared<PlaySession>(server, std::move(socket), plan, std::move(hold));
  } else {
    session = std::make_shared<WatchSession>(server, std::move(socket), plan, std::move(hold));
  }
  session->stand_behind(server.cut_sockets().find(client.peer(), server.config().trusted_proxies));
  session->accept(plan);
}

}  // namespace menagerie::net
