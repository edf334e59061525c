#include "server/net/reactor.hpp"

#include <boost/system/system_error.hpp>

#include <cerrno>
#include <span>
#include <utility>

namespace menagerie::net {

using boost::system::error_code;

namespace {

constexpr std::size_t kAhead = 2;
constexpr std::size_t kTurnsMax = 4;  // before other work, such as publishing what was learned, has its turn

/// Of a thousand clients hardly one is in the processor's caches: fetches what serving it will touch.
void prefetch(const void* client) {
  constexpr std::size_t kLine = 64, kLines = 8;
  for (std::size_t i = 0; i < kLines; ++i) __builtin_prefetch(static_cast<const char*>(client) + i * kLine);
}

}  // namespace

Reactor::Reactor(boost::asio::io_context& io, std::function<void()> after_turn)
    : set_(io.get_executor()), after_turn_(std::move(after_turn)) {
  const int set = ::epoll_create1(EPOLL_CLOEXEC);
  if (set < 0) throw boost::system::system_error(errno, boost::system::system_category(), "epoll_create1");
  set_.assign(set);
  wait();
}

bool Reactor::add(int socket, Client& client) {
  epoll_event event{};
  event.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;
  event.data.ptr = &client;
  return ::epoll_ctl(set_.native_handle(), EPOLL_CTL_ADD, socket, &event) == 0;
}

void Reactor::remove(int socket, Client& client) {
  ::epoll_ctl(set_.native_handle(), EPOLL_CTL_DEL, socket, nullptr);
  for (epoll_event& event : std::span(events_).first(count_)) {
    if (event.data.ptr == &client) event.data.ptr = nullptr;
  }
}

void Reactor::wait() {
  set_.async_wait(decltype(set_)::wait_read, [this](const error_code& error) {
    if (error) return;
    // Under load more events have come meanwhile, and returning to Asio each time would cost as much as two
    // moves.
    for (std::size_t turns = 0; turn() > 1 && turns < kTurnsMax; ++turns) {
    }
    wait();  // a set that is still ready says so at once
  });
}

std::size_t Reactor::turn() {
  const int found = ::epoll_wait(set_.native_handle(), events_.data(), static_cast<int>(events_.size()), 0);
  count_ = found > 0 ? static_cast<std::size_t>(found) : 0;
  if (count_ == 0) return 0;
  for (std::size_t i = 0; i < count_; ++i) {
    if (i + kAhead < count_) prefetch(events_[i + kAhead].data.ptr);
    if (events_[i].data.ptr == nullptr) continue;
    constexpr unsigned kEnded = EPOLLRDHUP | EPOLLHUP | EPOLLERR;
    constexpr unsigned kToRead = EPOLLIN | kEnded;
    constexpr unsigned kToWrite = EPOLLOUT | EPOLLHUP | EPOLLERR;
    const unsigned what = events_[i].events;
    static_cast<Client*>(events_[i].data.ptr)
        ->ready((what & kToRead) != 0, (what & kToWrite) != 0, (what & kEnded) != 0);
  }
  after_turn_();
  return std::exchange(count_, 0);
}

}  // namespace menagerie::net
