#include "server/net/cut_sockets.hpp"

#include "server/net/documentation.hpp"

#include <algorithm>
#include <span>

namespace menagerie::net {
namespace {

constexpr std::size_t kProxiesMax = 64;
constexpr std::int64_t kAlikeMs = 1000;
constexpr std::int64_t kSoonMs = 1500;  // a time limit is never this short
constexpr std::int64_t kLogCutsEveryMs = 600'000;

/// Whether all of them took the same time, and no short one.
template <typename Ends, typename Time>
bool are_alike(const Ends& ends, Time time) {
  const auto [least, most] = std::ranges::minmax(ends, {}, time);
  return time(least) >= kSoonMs && time(most) - time(least) <= kAlikeMs;
}

std::string seconds(std::int64_t ms) { return std::to_string((ms + 500) / 1000) + " s"; }

}  // namespace

CutSockets::Proxy* CutSockets::find(const Address& peer, std::span<const Cidr> trusted) {
  if (!peer.is_loopback() && !is_trusted(peer, trusted)) return nullptr;
  const auto found = std::ranges::find(proxies_, peer, &Proxy::address_);
  if (found != proxies_.end()) return &*found;
  return proxies_.size() < kProxiesMax ? &proxies_.emplace_back(peer) : nullptr;
}

std::optional<std::string> CutSockets::cut(Proxy& proxy, std::int64_t silent_ms, std::int64_t age_ms,
                                           std::int64_t wait_s, std::int64_t now_ms) {
  ++count_;
  if (proxy.ended_ms_ && now_ms - *proxy.ended_ms_ < kAlikeMs) return std::nullopt;
  proxy.ended_ms_ = now_ms;
  auto& ends = proxy.ends_;
  if (ends.size() == kAlike) ends.erase(ends.begin());
  ends.push_back({silent_ms, age_ms});
  if (ends.size() < kAlike) return std::nullopt;
  if (proxy.logged_ms_ && now_ms - *proxy.logged_ms_ < kLogCutsEveryMs) return std::nullopt;
  const auto silence = [](const Proxy::End& end) { return end.silent_ms; };
  const auto age = [](const Proxy::End& end) { return end.age_ms; };
  // Where something was said on them, their equal age is no equal silence.
  const bool spoke =
      std::ranges::any_of(ends, [](const Proxy::End& end) { return end.age_ms - end.silent_ms > kAlikeMs; });
  const bool by_age = spoke && are_alike(ends, age);
  if (!by_age && !are_alike(ends, silence)) return std::nullopt;
  proxy.logged_ms_ = now_ms;
  std::string line = "net: what stands before the server at " + proxy.address_.to_string() +
                     " cut the last " + std::to_string(kAlike) + " WebSockets that it ended ";
  if (by_age) {
    line +=
        seconds(age_ms) + " after they began, whatever was said on them: let it not limit how long one lasts";
  } else {
    line += "after " + seconds(silent_ms) + " of silence: let it wait at least " + std::to_string(wait_s) +
            " s, by proxy_read_timeout in nginx or timeout tunnel in HAProxy";
  }
  ends.clear();
  return line + "; see \"Behind a proxy\" in " + documentation("docker/README.md");
}

}  // namespace menagerie::net
