// wsload: closed or open loop WebSocket load generator (epoll, hand framing, one thread).
//   wsload --url ws://127.0.0.1:PORT/PATH --connections N --seconds S --mode echo|play|idle|handshake
// Further options: parse_args() in wsload.hpp. The exit status is 1 when any answer was wrong or missing.
#include "wsload.hpp"
#include "wsload_process.hpp"
#include "wsload_report.hpp"

#include <chrono>
#include <thread>

// ---------------------------------------------------------------- engine
static int ep = -1;
static sockaddr_storage addr;
static socklen_t addr_len;
static std::vector<std::unique_ptr<Session>> all;
static std::unique_ptr<Driver> driver;
static u32 opening = 0, open_count = 0, next_to_open = 0;
static u64 handshakes = 0;
static std::vector<char> rbuf(1 << 18);
static bool started = false;  // load phase: drivers may talk

static const char* kKey = "d3Nsb2FkLXdzbG9hZC0xMg==";  // any 16 bytes serve
static std::string upgrade_request, accept_line;

static void begin_connect(Session& s) {
  s.fd = socket(addr.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (s.fd < 0) die(std::string("socket: ") + std::strerror(errno));
  int one = 1;
  setsockopt(s.fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  if (opt.mode == "handshake") {
    linger lg{1, 0};
    setsockopt(s.fd, SOL_SOCKET, SO_LINGER, &lg, sizeof lg);
  }
  if (opt.src_ips && addr.ss_family == AF_INET) {
    sockaddr_in a{};
    a.sin_family = AF_INET;
    a.sin_addr.s_addr = htonl(0x7f000001u + 1 + s.id % opt.src_ips);
    setsockopt(s.fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &one, sizeof one);
    if (bind(s.fd, reinterpret_cast<sockaddr*>(&a), sizeof a))
      die(std::string("bind: ") + std::strerror(errno));
  }
  s.phase = Phase::Connecting;
  s.opened_at = now_ns();
  if (connect(s.fd, reinterpret_cast<sockaddr*>(&addr), addr_len) && errno != EINPROGRESS)
    die(std::string("connect: ") + std::strerror(errno));
  epoll_event e{};
  e.events = EPOLLIN | EPOLLOUT | EPOLLET | EPOLLRDHUP;
  e.data.ptr = &s;
  epoll_ctl(ep, EPOLL_CTL_ADD, s.fd, &e);
  ++opening;
}

static void shut(Session& s, bool error) {
  if (s.phase == Phase::Closed) return;
  if (s.phase == Phase::Open)
    --open_count;
  else
    --opening;
  close(s.fd);
  s.fd = -1;
  s.phase = Phase::Closed;
  s.rx.clear();
  s.tx.clear();
  if (error) st.errors++;
}

static void flush(Session& s) {
  if (scratch.empty()) return;
  if (s.tx.empty()) {
    const ssize_t n = ::send(s.fd, scratch.data(), scratch.size(), MSG_NOSIGNAL);
    if (n == ssize_t(scratch.size())) {
      scratch.clear();
      return;
    }
    if (n < 0 && errno != EAGAIN) {
      scratch.clear();
      shut(s, true);
      return;
    }
    s.tx.assign(scratch, n < 0 ? 0 : size_t(n), std::string::npos);
  } else
    s.tx += scratch;
  scratch.clear();
}
static void flush_pending(Session& s) {
  while (!s.tx.empty()) {
    const ssize_t n = ::send(s.fd, s.tx.data(), s.tx.size(), MSG_NOSIGNAL);
    if (n < 0) {
      if (errno != EAGAIN) shut(s, true);
      return;
    }
    s.tx.erase(0, size_t(n));
  }
}

static void became_open(Session& s) {
  s.phase = Phase::Open;
  --opening;
  ++open_count;
  if (opt.mode == "handshake") {
    if (measuring) {
      st.lat.add(now_ns() - s.opened_at);
      handshakes++;
    }
    shut(s, false);
    s.phase = Phase::Idle;
    begin_connect(s);
    return;
  }
  if (started) driver->on_open(s);
}

// Reads the answer to the handshake; returns its bytes, 0 while it is not whole or where it is refused.
static size_t read_upgrade(Session& s, sv v) {
  const size_t e = v.find("\r\n\r\n");
  if (e == sv::npos) return 0;
  const sv head = v.substr(0, e + 2);
  if (!head.starts_with("HTTP/1.1 101") || head.find(accept_line) == sv::npos) {
    if (!st.errors)
      std::fprintf(stderr, "wsload: handshake refused: %.*s\n", int(std::min<size_t>(head.size(), 200)),
                   head.data());
    shut(s, true);
    return 0;
  }
  became_open(s);
  return e + 4;
}

// A message's part, whole or a fragment.
static void on_data(Session& s, const wsproto::Frame& f, sv body) {
  if (measuring) {
    st.msgs_in++;
    st.bytes_in += f.len;
  }
  if (!started) {
    s.early.emplace_back(body);
  } else if (f.fin && f.opcode) {
    driver->on_text(s, body);
  } else {
    s.frag.append(body);
    if (!f.fin) return;
    std::string t;
    t.swap(s.frag);
    driver->on_text(s, t);
  }
}

// Handles the complete messages in [p, p+n); returns the bytes used.
static size_t consume(Session& s, char* p, size_t n) {
  size_t used = 0;
  while (used < n && s.phase != Phase::Closed) {
    if (s.phase == Phase::Upgrading) {
      const size_t head = read_upgrade(s, {p + used, n - used});
      if (!head) return used;
      used += head;
      if (opt.mode == "handshake") return 0;
      continue;
    }
    if (!opt.ws) {
      const size_t fs = driver->fixed_size();
      if (n - used < fs) return used;
      if (measuring) {
        st.msgs_in++;
        st.bytes_in += fs;
      }
      driver->on_text(s, {p + used, fs});
      used += fs;
      continue;
    }
    wsproto::Frame f;
    if (!wsproto::get_header(p + used, n - used, f) || n - used < f.head + f.len) return used;
    const sv body(p + used + f.head, f.len);
    used += f.head + f.len;
    if (f.opcode >= 8) {
      if (f.opcode == 8) {
        s.raw(8, body.substr(0, std::min<size_t>(body.size(), 2)));
        s.close_after = true;
        if (measuring) st.errors++;
        return used;
      }
      if (f.opcode == 9) s.raw(10, body);
      continue;
    }
    on_data(s, f, body);
  }
  return used;
}

static void on_event(Session& s, u32 ev) {
  if (s.phase == Phase::Closed) return;
  if (s.phase == Phase::Connecting) {
    if (!(ev & (EPOLLOUT | EPOLLERR | EPOLLHUP))) return;
    int err = 0;
    socklen_t l = sizeof err;
    getsockopt(s.fd, SOL_SOCKET, SO_ERROR, &err, &l);
    if (err) {
      std::fprintf(stderr, "wsload: connect: %s\n", std::strerror(err));
      shut(s, true);
      return;
    }
    if (opt.ws) {
      s.phase = Phase::Upgrading;
      scratch = upgrade_request;
      flush(s);
      return;
    }
    became_open(s);
    flush(s);
    return;
  }
  if (ev & EPOLLOUT) {
    if (!s.tx.empty()) flush_pending(s);
    if (s.phase == Phase::Closed) return;
  }
  if (!(ev & (EPOLLIN | EPOLLRDHUP | EPOLLHUP | EPOLLERR))) return;
  for (;;) {
    size_t have = s.rx.size();
    if (have) std::memcpy(rbuf.data(), s.rx.data(), have);
    if (have + 65536 > rbuf.size()) rbuf.resize(have * 2 + 65536);
    const size_t room = rbuf.size() - have;
    const ssize_t n = ::recv(s.fd, rbuf.data() + have, room, 0);
    if (n < 0) {
      if (errno != EAGAIN) shut(s, true);
      break;
    }
    if (n == 0) {
      shut(s, measuring);
      break;
    }
    const size_t total = have + size_t(n), used = consume(s, rbuf.data(), total);
    if (opt.mode == "handshake" && s.phase == Phase::Connecting) return;
    if (s.phase == Phase::Closed) {
      scratch.clear();
      return;
    }
    if (used < total)
      s.rx.assign(rbuf.data() + used, total - used);
    else if (have)
      s.rx.clear();
    flush(s);
    if (s.close_after) {
      shut(s, false);
      break;
    }
    if (size_t(n) < room) break;  // short read: the socket is drained
  }
}

static void pump(int timeout_ms) {
  static epoll_event evs[1024];
  const int n = epoll_wait(ep, evs, 1024, opt.busy ? 0 : timeout_ms);
  for (int i = 0; i < n; ++i) on_event(*static_cast<Session*>(evs[i].data.ptr), evs[i].events);
}

// Idle connections stand for other computers. They are read in rounds: a process that waits for each frame
// has to be woken by the one that sends it, and that would cost the server a third of its send().
static void pump_idle() {
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  pump(0);
}

static void pin_to(int cpu) {
  cpu_set_t c;
  CPU_ZERO(&c);
  CPU_SET(cpu, &c);
  if (sched_setaffinity(0, sizeof c, &c)) die("cannot pin");
}

static void resolve() {
  addrinfo hints{}, *ai = nullptr;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_family = AF_INET;
  if (getaddrinfo(opt.host.c_str(), opt.port.c_str(), &hints, &ai) || !ai) die("cannot resolve " + opt.host);
  std::memcpy(&addr, ai->ai_addr, ai->ai_addrlen);
  addr_len = ai->ai_addrlen;
  freeaddrinfo(ai);
}

static void set_up() {
  if (opt.pin >= 0) pin_to(opt.pin);
  rlimit rl;
  getrlimit(RLIMIT_NOFILE, &rl);
  rl.rlim_cur = rl.rlim_max;
  setrlimit(RLIMIT_NOFILE, &rl);
  resolve();
  upgrade_request =
      "GET " + opt.path + " HTTP/1.1\r\nHost: " + opt.host + ":" + opt.port +
      "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " +
      kKey + "\r\n\r\n";
  accept_line = wsproto::accept_key(kKey);
  driver = make_driver();
  ep = epoll_create1(EPOLL_CLOEXEC);
  for (u32 i = 0; i < opt.connections; ++i) {
    all.push_back(std::make_unique<Session>());
    all[i]->id = i;
    all[i]->rng = (opt.seed + i + 1) * 0x9E3779B97F4A7C15ull | 1;
  }
}

// Phase 1: opens the connections, at most --ramp handshakes at a time. Returns how long that took, in
// seconds.
static double open_all() {
  const u64 t_open = now_ns();
  while (opt.mode != "handshake" && open_count < opt.connections) {
    while (next_to_open < opt.connections && opening < opt.ramp) begin_connect(*all[next_to_open++]);
    pump(100);
    if (next_to_open == opt.connections && !opening) break;
    if (now_ns() - t_open > 120ull * 1000000000) die("connecting took more than 120 s");
  }
  const double open_s = double(now_ns() - t_open) * 1e-9;
  if (opt.mode != "handshake" && open_count < opt.connections)
    std::fprintf(stderr, "wsload: only %u of %u connections open\n", open_count, opt.connections);
  for (u64 t = now_ns(); opt.settle > 0 && double(now_ns() - t) * 1e-9 < opt.settle;) pump(10);
  return open_s;
}

// In small steps: one big burst would overflow the kernel's receive backlog and measure retransmissions.
static void start_all() {
  started = true;
  if (opt.mode == "handshake") {
    while (next_to_open < opt.connections) begin_connect(*all[next_to_open++]);
    return;
  }
  u32 burst = 0;
  for (auto& s : all) {
    if (s->phase != Phase::Open) continue;
    driver->on_open(*s);
    for (auto& m : s->early) driver->on_text(*s, m);
    s->early.clear();
    flush(*s);
    if (++burst % 64 == 0) pump(0);
  }
}

// Open loop: latency counts from the due time.
static void fire_due(u64 t0, u64 t, u64& fired) {
  static size_t rr = 0;
  const u64 due = u64(double(t - t0) * 1e-9 * opt.rate);
  for (; fired < due && !all.empty(); ++fired) {
    Session& s = *all[rr++ % all.size()];
    if (s.phase != Phase::Open) continue;
    driver->fire(s, t0 + u64(double(fired) * 1e9 / opt.rate));
    flush(s);
  }
}

// Phase 2: warm-up, then the measured time.
static Measured measure() {
  start_all();
  const u64 t0 = now_ns(), t1 = t0 + u64(opt.warmup * 1e9), t2 = t1 + u64(opt.seconds * 1e9);
  Measured m;
  double c0 = 0;
  u64 tm = t1, t = t0, fired = 0;
  while ((t = now_ns()) < t2) {
    if (!measuring && t >= t1) {
      measuring = true;
      tm = t;
      m.begin = sample(opt.server_pid);
      c0 = own_cpu();
    }
    if (opt.rate > 0) fire_due(t0, t, fired);
    if (opt.mode == "idle")
      pump_idle();
    else
      pump(opt.rate <= 0 ? 20 : opt.mode == "play" ? 1 : 0);  // players leave the CPU to others
    if (opt.mode != "handshake" && !open_count) {
      std::fprintf(stderr, "wsload: all connections lost\n");
      break;
    }
  }
  measuring = false;
  const u64 tend = now_ns();
  m.seconds = tend > tm ? double(tend - tm) * 1e-9 : 1e-9;
  m.own_cpu_s = own_cpu() - c0;
  m.end = sample(opt.server_pid);
  return m;
}

int main(int argc, char** argv) {
  opt = parse_args(argc, argv);
  set_up();
  Report report{};
  report.before = sample(opt.server_pid);
  report.open_s = open_all();
  report.idle = sample(opt.server_pid);
  report.m = measure();
  report.count = opt.mode == "handshake" ? handshakes : st.trips;
  opt.json ? print_json(report) : print_text(report);
  return st.errors || (opt.mode != "handshake" && open_count < opt.connections) ? 1 : 0;
}
