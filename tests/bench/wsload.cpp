// wsload: closed or open loop WebSocket load generator (epoll, hand framing, one thread).
//   wsload --url ws://127.0.0.1:PORT/PATH --connections N --seconds S --mode echo|play|idle|handshake
// Further options: parse_args() in wsload.hpp. The exit status is 1 when any answer was wrong or missing.
#include "wsload.hpp"
#include "wsload_process.hpp"

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

// Handles the complete messages in [p, p+n); returns the bytes used.
static size_t consume(Session& s, char* p, size_t n) {
  size_t used = 0;
  while (used < n && s.phase != Phase::Closed) {
    if (s.phase == Phase::Upgrading) {
      sv v(p + used, n - used);
      const size_t e = v.find("\r\n\r\n");
      if (e == sv::npos) return used;
      const sv head = v.substr(0, e + 2);
      if (!head.starts_with("HTTP/1.1 101") || head.find(accept_line) == sv::npos) {
        if (!st.errors)
          std::fprintf(stderr, "wsload: handshake refused: %.*s\n", int(std::min<size_t>(head.size(), 200)),
                       head.data());
        shut(s, true);
        return used;
      }
      used += e + 4;
      became_open(s);
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
    if (measuring) {
      st.msgs_in++;
      st.bytes_in += f.len;
    }
    if (!started) {
      s.early.emplace_back(body);
      continue;
    }
    if (f.fin && f.opcode)
      driver->on_text(s, body);
    else {
      s.frag.append(body);
      if (f.fin) {
        std::string t;
        t.swap(s.frag);
        driver->on_text(s, t);
      }
    }
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

int main(int argc, char** argv) {
  opt = parse_args(argc, argv);
  if (opt.pin >= 0) {
    cpu_set_t c;
    CPU_ZERO(&c);
    CPU_SET(opt.pin, &c);
    if (sched_setaffinity(0, sizeof c, &c)) die("cannot pin");
  }
  rlimit rl;
  getrlimit(RLIMIT_NOFILE, &rl);
  rl.rlim_cur = rl.rlim_max;
  setrlimit(RLIMIT_NOFILE, &rl);
  addrinfo hints{}, *ai = nullptr;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_family = AF_INET;
  if (getaddrinfo(opt.host.c_str(), opt.port.c_str(), &hints, &ai) || !ai) die("cannot resolve " + opt.host);
  std::memcpy(&addr, ai->ai_addr, ai->ai_addrlen);
  addr_len = ai->ai_addrlen;
  freeaddrinfo(ai);
  upgrade_request =
      "GET " + opt.path + " HTTP/1.1\r\nHost: " + opt.host + ":" + opt.port +
      "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " +
      kKey + "\r\n\r\n";
  accept_line = wsproto::accept_key(kKey);
  driver = make_driver();
  ep = epoll_create1(EPOLL_CLOEXEC);
  const ProcSample before = sample(opt.server_pid);
  for (u32 i = 0; i < opt.connections; ++i) {
    all.push_back(std::make_unique<Session>());
    all[i]->id = i;
    all[i]->rng = (opt.seed + i + 1) * 0x9E3779B97F4A7C15ull | 1;
  }

  // Phase 1: open the connections, at most --ramp handshakes at a time.
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
  const ProcSample idle = sample(opt.server_pid);

  // Phase 2: warm-up, then the measured time.
  started = true;
  if (opt.mode == "handshake")
    while (next_to_open < opt.connections) begin_connect(*all[next_to_open++]);
  else {            // in small steps: one big burst would overflow the
    u32 burst = 0;  // kernel's receive backlog and measure retransmissions
    for (auto& s : all)
      if (s->phase == Phase::Open) {
        driver->on_open(*s);
        for (auto& m : s->early) driver->on_text(*s, m);
        s->early.clear();
        flush(*s);
        if (++burst % 64 == 0) pump(0);
      }
  }
  const u64 t0 = now_ns(), t1 = t0 + u64(opt.warmup * 1e9), t2 = t1 + u64(opt.seconds * 1e9);
  ProcSample m0{};
  double c0 = 0;
  u64 tm = t1, t = t0, fired = 0;
  size_t rr = 0;
  while ((t = now_ns()) < t2) {
    if (!measuring && t >= t1) {
      measuring = true;
      tm = t;
      m0 = sample(opt.server_pid);
      c0 = own_cpu();
    }
    int wait = 20;
    if (opt.rate > 0) {  // open loop: latency counts from the due time
      const u64 due = u64(double(t - t0) * 1e-9 * opt.rate);
      for (; fired < due && !all.empty(); ++fired) {
        Session& s = *all[rr++ % all.size()];
        if (s.phase != Phase::Open) continue;
        driver->fire(s, t0 + u64(double(fired) * 1e9 / opt.rate));
        flush(s);
      }
      wait = 0;
    }
    pump(wait);
    if (opt.mode != "handshake" && !open_count) {
      std::fprintf(stderr, "wsload: all connections lost\n");
      break;
    }
  }
  measuring = false;
  const u64 tend = now_ns();
  const double secs = tend > tm ? double(tend - tm) * 1e-9 : 1e-9, own = own_cpu() - c0;
  const ProcSample m1 = sample(opt.server_pid);

  const double n = opt.connections;
  const u64 count = opt.mode == "handshake" ? handshakes : st.trips;
  const double per_s = double(count) / secs, scpu = m1.cpu - m0.cpu;
  auto us = [](u64 v) { return double(v) * 1e-3; };
  if (opt.json) {
    std::printf(
        "{\"mode\":\"%s\",\"connections\":%u,\"pipeline\":%u,\"seconds\":%.3f,\"trips_per_s\":%.1f,\"msgs_in_"
        "per_s\":%.1f,"
        "\"games_per_s\":%.1f,\"p50_us\":%.2f,\"p90_us\":%.2f,\"p99_us\":%.2f,\"p999_us\":%.2f,\"max_us\":%."
        "2f,\"mean_us\":%.2f,\"errors\":%llu,"
        "\"open_s\":%.3f,\"client_cpu\":%.3f,\"server_cpu\":%.3f,\"trips_per_server_cpu_s\":%.1f,"
        "\"rss_start_kb\":%ld,\"rss_idle_kb\":%ld,\"rss_end_kb\":%ld,\"idle_kb_per_conn\":%.3f,\"active_kb_"
        "per_conn\":%.3f}\n",
        opt.mode.c_str(), opt.connections, opt.pipeline, secs, per_s, double(st.msgs_in) / secs,
        double(st.games) / secs, us(st.lat.quantile(.5)), us(st.lat.quantile(.9)), us(st.lat.quantile(.99)),
        us(st.lat.quantile(.999)), us(st.lat.max()), st.lat.mean() * 1e-3, (unsigned long long)st.errors,
        open_s, own / secs, scpu / secs, scpu > 0 ? double(count) / scpu : 0, before.rss_kb, idle.rss_kb,
        m1.rss_kb, double(idle.rss_kb - before.rss_kb) / n, double(m1.rss_kb - before.rss_kb) / n);
  } else {
    std::printf("%s: %u connections, pipeline %u, %.2f s\n", opt.mode.c_str(), opt.connections, opt.pipeline,
                secs);
    std::printf("  round trips/s %.0f   messages in/s %.0f   games/s %.1f   errors %llu\n", per_s,
                double(st.msgs_in) / secs, double(st.games) / secs, (unsigned long long)st.errors);
    std::printf("  latency us: p50 %.1f  p90 %.1f  p99 %.1f  p99.9 %.1f  max %.1f  mean %.1f\n",
                us(st.lat.quantile(.5)), us(st.lat.quantile(.9)), us(st.lat.quantile(.99)),
                us(st.lat.quantile(.999)), us(st.lat.max()), st.lat.mean() * 1e-3);
    std::printf("  opening: %.3f s (%.0f/s)   client cpu %.0f %%", open_s, open_s > 0 ? n / open_s : 0,
                own / secs * 100);
    if (opt.server_pid)
      std::printf(
          "   server cpu %.0f %%, trips per server cpu second %.0f\n  server rss KiB: start %ld idle %ld end "
          "%ld; per connection idle %.2f active %.2f",
          scpu / secs * 100, scpu > 0 ? double(count) / scpu : 0, before.rss_kb, idle.rss_kb, m1.rss_kb,
          double(idle.rss_kb - before.rss_kb) / n, double(m1.rss_kb - before.rss_kb) / n);
    std::printf("\n");
  }
  return st.errors || (opt.mode != "handshake" && open_count < opt.connections) ? 1 : 0;
}
