// The parts of wsload: figures, options, one connection's state, and the drivers that decide what a
// connection says. Included by wsload.cpp only.
#pragma once

#include "wsproto.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

using u32 = uint32_t;
using u64 = uint64_t;
using sv = std::string_view;

static u64 now_ns() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return u64(t.tv_sec) * 1000000000ull + u64(t.tv_nsec);
}
[[noreturn]] static void die(const std::string& s) {
  std::fprintf(stderr, "wsload: %s\n", s.c_str());
  std::exit(2);
}

// ---------------------------------------------------------------- histogram
// Log-linear: 128 linear steps per power of two, so at most 0.8 % relative error.
class Histogram {
  static constexpr int kSub = 7;
  std::vector<u64> b_ = std::vector<u64>((64 - kSub + 1) << kSub);
  u64 n_ = 0, max_ = 0, sum_ = 0;
  static size_t index(u64 v) {
    if (v < (2u << kSub)) return size_t(v);
    const int e = 63 - __builtin_clzll(v);
    return (size_t(e - kSub) << kSub) + size_t(v >> (e - kSub));
  }
  static u64 value(size_t i) {
    if (i < (2u << kSub)) return i;
    const size_t s = (i >> kSub) - 1;
    return ((u64(i) - (u64(s) << kSub)) << s) + ((u64(1) << s) >> 1);
  }

 public:
  void add(u64 v) {
    b_[index(v)]++;
    n_++;
    sum_ += v;
    if (v > max_) max_ = v;
  }
  void clear() {
    std::fill(b_.begin(), b_.end(), 0);
    n_ = max_ = sum_ = 0;
  }
  u64 count() const { return n_; }
  u64 max() const { return max_; }
  double mean() const { return n_ ? double(sum_) / double(n_) : 0; }
  u64 quantile(double q) const {
    if (!n_) return 0;
    u64 want = std::max<u64>(1, u64(q * double(n_) + 0.5)), seen = 0;
    for (size_t i = 0; i < b_.size(); ++i)
      if ((seen += b_[i]) >= want) return std::min(value(i), max_);
    return max_;
  }
};

// ---------------------------------------------------------------- options
struct Options {
  std::string url = "ws://127.0.0.1:9001/", mode = "echo";
  u32 connections = 1, pipeline = 1, size = 100, ramp = 128, src_ips = 0;
  double seconds = 5, warmup = 1, rate = 0, settle = 0.3;
  int pin = -1, server_pid = 0;
  bool busy = false, json = false;
  u64 seed = 1;
  // from the url
  bool ws = true;
  std::string host, port, path;
};
static Options opt;

static void parse_url(Options& o) {
  sv u = o.url;
  if (u.starts_with("ws://"))
    u.remove_prefix(5);
  else if (u.starts_with("tcp://")) {
    u.remove_prefix(6);
    o.ws = false;
  } else
    die("url must start with ws:// or tcp://");
  const size_t slash = u.find('/');
  o.path = slash == sv::npos ? "/" : std::string(u.substr(slash));
  sv hp = u.substr(0, slash);
  const size_t colon = hp.rfind(':');
  o.host = std::string(hp.substr(0, colon));
  o.port = colon == sv::npos ? "80" : std::string(hp.substr(colon + 1));
}

static Options parse_args(int argc, char** argv) {
  Options o;
  const auto text = [](std::string& to) { return [&to](const char* v) { to = v; }; };
  const auto real = [](double& to) { return [&to](const char* v) { to = std::stod(v); }; };
  const auto whole = [](auto& to) {
    return [&to](const char* v) { to = static_cast<std::remove_reference_t<decltype(to)>>(std::stoull(v)); };
  };
  const auto signed_whole = [](int& to) { return [&to](const char* v) { to = std::stoi(v); }; };
  const std::map<sv, std::function<void(const char*)>> with_value = {
      {"--url", text(o.url)},
      {"--mode", text(o.mode)},
      {"--connections", whole(o.connections)},
      {"-c", whole(o.connections)},
      {"--seconds", real(o.seconds)},
      {"-s", real(o.seconds)},
      {"--warmup", real(o.warmup)},
      {"--settle", real(o.settle)},
      {"--pipeline", whole(o.pipeline)},
      {"-p", whole(o.pipeline)},
      {"--size", whole(o.size)},
      {"--ramp", whole(o.ramp)},
      {"--rate", real(o.rate)},
      {"--pin", signed_whole(o.pin)},
      {"--server-pid", signed_whole(o.server_pid)},
      {"--src-ips", whole(o.src_ips)},
      {"--seed", whole(o.seed)},
  };
  for (int i = 1; i < argc; ++i) {
    const sv a = argv[i];
    if (a == "--busy") {
      o.busy = true;
    } else if (a == "--json") {
      o.json = true;
    } else if (const auto it = with_value.find(a); it != with_value.end()) {
      if (++i >= argc) die("value missing for " + std::string(a));
      it->second(argv[i]);
    } else {
      die("unknown option " + std::string(a) + " (see tests/README.md)");
    }
  }
  parse_url(o);
  if (o.pipeline < 1) o.pipeline = 1;
  if (o.size < 40) o.size = 40;
  return o;
}

// ---------------------------------------------------------------- sessions and drivers
struct Stats {
  Histogram lat;
  u64 trips = 0, msgs_in = 0, bytes_in = 0, games = 0, errors = 0;
};
static Stats st;
static bool measuring = false;
static std::string scratch;  // frames of the event being handled, flushed once per event

enum class Phase : uint8_t { Idle, Connecting, Upgrading, Open, Closed };

struct Session {
  int fd = -1;
  Phase phase = Phase::Idle;
  bool want_out = false, close_after = false;
  u32 id = 0;
  u64 seq_out = 0, seq_in = 0, rng = 1, opened_at = 0;
  std::deque<u64> sent_at;         // start times of the round trips in flight
  std::string rx, tx, frag;        // only used for partial data
  std::string thought_of;          // a move that waits for its time
  std::vector<std::string> early;  // messages received before the load phase
  u64 game = 0;

  u32 random(u32 n) {
    rng ^= rng << 13;
    rng ^= rng >> 7;
    rng ^= rng << 17;
    return u32((rng >> 32) * n >> 32);
  }
  void raw(unsigned opcode, sv payload) {
    if (!opt.ws) {
      scratch.append(payload);
      return;
    }
    char h[14];
    size_t n = wsproto::put_header(h, opcode, payload.size(), true);
    const u32 mask = u32(rng = rng * 6364136223846793005ull + 1442695040888963407ull) | 1u;
    std::memcpy(h + n, &mask, 4);
    n += 4;
    const size_t at = scratch.size();
    scratch.append(h, n);
    scratch.append(payload);
    wsproto::apply_mask(scratch.data() + at + n, payload.size(), mask);
  }
  // Sends a text message and starts the clock of one round trip.
  void send(sv text, u64 at = 0) {
    raw(1, text);
    ++seq_out;
    sent_at.push_back(at ? at : now_ns());
  }
  // Sends a text message for which no answer is awaited.
  void post(sv text) {
    raw(1, text);
    ++seq_out;
  }
  // The answer is here: stops the clock of the oldest round trip in flight.
  void done() {
    if (sent_at.empty()) {
      st.errors++;
      return;
    }
    if (measuring) {
      st.lat.add(now_ns() - sent_at.front());
      st.trips++;
    }
    sent_at.pop_front();
  }
  void finished_game() {
    ++game;
    if (measuring) st.games++;
  }
  void fail() {
    st.errors++;
    close_after = true;
  }
};

// A driver decides what a connection says. All protocol knowledge lives in a driver; add one
// here (and in make_driver) for the product's game protocol: on_text() gets each received JSON
// text, calls s.done() when it answers the last request, and s.send() with the next request.
struct Driver {
  virtual ~Driver() = default;
  virtual void on_open(Session& s) = 0;
  virtual void on_text(Session& s, sv text) = 0;
  virtual size_t fixed_size() const { return 0; }  // tcp:// only: bytes per message
  virtual void fire(Session&, u64) {}              // open loop (--rate): send one now
};

struct EchoDriver : Driver {
  std::string tmpl;
  size_t seq_off, id_off;
  explicit EchoDriver(size_t size) {
    tmpl = R"({"t":"move","g":"00000000","s":00000000,"p":")";
    id_off = tmpl.find("0000");
    seq_off = tmpl.find(":0000") + 1;
    while (tmpl.size() + 2 < size) tmpl += char('a' + tmpl.size() % 26);
    tmpl += "\"}";
  }
  static void digits(char* p, u64 v) {
    for (int i = 7; i >= 0; --i) {
      p[i] = char('0' + v % 10);
      v /= 10;
    }
  }
  void next(Session& s, u64 at) {
    digits(&tmpl[id_off], s.id);
    digits(&tmpl[seq_off], s.seq_out);
    s.send(tmpl, at);
  }
  size_t fixed_size() const override { return tmpl.size(); }
  void on_open(Session& s) override {
    if (opt.rate <= 0)
      for (u32 i = 0; i < opt.pipeline; ++i) next(s, 0);
  }
  void on_text(Session& s, sv t) override {
    char want[8];
    digits(want, s.seq_in++);
    if (t.size() != tmpl.size() || std::memcmp(t.data() + seq_off, want, 8)) {
      s.fail();
      return;
    }
    s.done();
    if (opt.rate <= 0) next(s, 0);
  }
  void fire(Session& s, u64 at) override { next(s, at); }
};

// Opens connections and leaves them silent.
struct IdleDriver : Driver {
  void on_open(Session&) override {}
  void on_text(Session&, sv) override {}
};

// Finds "key": in a JSON text and returns the raw value (string contents, or number/word/array text).
static sv json_value(sv text, sv key) {
  const std::string pat = "\"" + std::string(key) + "\":";
  size_t p = text.find(pat);
  if (p == sv::npos) return {};
  p += pat.size();
  while (p < text.size() && text[p] == ' ') ++p;
  if (p >= text.size()) return {};
  if (text[p] == '"') {
    const size_t e = text.find('"', p + 1);
    return e == sv::npos ? sv{} : text.substr(p + 1, e - p - 1);
  }
  if (text[p] == '[') {
    const size_t e = text.find(']', p);
    return e == sv::npos ? sv{} : text.substr(p, e - p + 1);
  }
  return text.substr(p, text.find_first_of(",}]", p) - p);
}

// Visitors of Menagerie: each plays whole games of random legal moves, one after another; with --rate so many
// moves a second, all together, where one of them has its turn. A round trip is one move answered; a game
// counts once it is learned, that is on disk.
struct PlayDriver : Driver {
  void on_open(Session&) override {}  // the server speaks first
  void on_text(Session& s, sv t) override {
    const sv type = json_value(t, "type");
    if (type == "hello") {
      s.post(R"({"type":"begin","again":true})");
      return;
    }
    if (type == "learned") {
      s.finished_game();
      return;
    }
    if (type != "state") {
      std::fprintf(stderr, "wsload: %.*s\n", int(t.size()), t.data());
      s.fail();
      return;
    }
    if (!s.sent_at.empty()) s.done();
    const sv legal = json_value(t, "legal");  // ["a1","b2",...]; [] in the last state of a game
    const u32 count = u32(std::count(legal.begin(), legal.end(), '"') / 2);
    if (!count) return;
    size_t at = 0;
    for (u32 skip = s.random(count) * 2;; --skip) {
      at = legal.find('"', at) + 1;
      if (!skip) break;
    }
    std::string& move = scratch_move;
    move.assign(R"({"type":"move","episode":")")
        .append(json_value(t, "episode"))
        .append(R"(","ply":)")
        .append(json_value(t, "ply"))
        .append(R"(,"move":")")
        .append(legal.substr(at, legal.find('"', at) - at))
        .append("\"}");
    if (opt.rate > 0) {
      s.thought_of = move;
    } else {
      s.send(move);
    }
  }
  void fire(Session& s, u64) override {
    if (s.thought_of.empty()) return;
    s.send(s.thought_of);
    s.thought_of.clear();
  }
  std::string scratch_move;
};

static std::unique_ptr<Driver> make_driver() {
  if (opt.mode == "echo") {
    // tcp:// sends as many bytes as the masked frame of the ws:// case has.
    return std::make_unique<EchoDriver>(opt.ws ? opt.size : opt.size + (opt.size < 126 ? 6 : 8));
  }
  if (opt.mode == "idle" || opt.mode == "handshake") return std::make_unique<IdleDriver>();
  if (opt.mode == "play") return std::make_unique<PlayDriver>();
  die("unknown mode " + opt.mode);
}
