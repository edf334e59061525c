// What wsload measured, as text and as JSON.
#pragma once

#include "wsload.hpp"
#include "wsload_process.hpp"

#include <cstdio>

struct Measured {
  double seconds = 0, own_cpu_s = 0;
  ProcSample begin{}, end{};
};

static double us(u64 ns) { return double(ns) * 1e-3; }

struct Report {
  Measured m;
  double open_s;
  ProcSample before, idle;

  u64 count;  ///< round trips, or handshakes
  double per_s() const { return double(count) / m.seconds; }
  double server_cpu_s() const { return m.end.cpu - m.begin.cpu; }
  double per_server_cpu_s() const { return server_cpu_s() > 0 ? double(count) / server_cpu_s() : 0; }
  double idle_kb() const { return double(idle.rss_kb - before.rss_kb) / opt.connections; }
  double active_kb() const { return double(m.end.rss_kb - before.rss_kb) / opt.connections; }
};

static void print_json(const Report& r) {
  std::printf(
      "{\"mode\":\"%s\",\"connections\":%u,\"pipeline\":%u,\"seconds\":%.3f,\"trips_per_s\":%.1f,\"msgs_in_"
      "per_s\":%.1f,"
      "\"games_per_s\":%.1f,\"p50_us\":%.2f,\"p90_us\":%.2f,\"p99_us\":%.2f,\"p999_us\":%.2f,\"max_us\":%."
      "2f,\"mean_us\":%.2f,\"errors\":%llu,"
      "\"open_s\":%.3f,\"client_cpu\":%.3f,\"server_cpu\":%.3f,\"trips_per_server_cpu_s\":%.1f,"
      "\"rss_start_kb\":%ld,\"rss_idle_kb\":%ld,\"rss_end_kb\":%ld,\"idle_kb_per_conn\":%.3f,\"active_kb_"
      "per_conn\":%.3f}\n",
      opt.mode.c_str(), opt.connections, opt.pipeline, r.m.seconds, r.per_s(),
      double(st.msgs_in) / r.m.seconds, double(st.games) / r.m.seconds, us(st.lat.quantile(.5)),
      us(st.lat.quantile(.9)), us(st.lat.quantile(.99)), us(st.lat.quantile(.999)), us(st.lat.max()),
      st.lat.mean() * 1e-3, (unsigned long long)st.errors, r.open_s, r.m.own_cpu_s / r.m.seconds,
      r.server_cpu_s() / r.m.seconds, r.per_server_cpu_s(), r.before.rss_kb, r.idle.rss_kb, r.m.end.rss_kb,
      r.idle_kb(), r.active_kb());
}

static void print_text(const Report& r) {
  std::printf("%s: %u connections, pipeline %u, %.2f s\n", opt.mode.c_str(), opt.connections, opt.pipeline,
              r.m.seconds);
  std::printf("  round trips/s %.0f   messages in/s %.0f   games/s %.1f   errors %llu\n", r.per_s(),
              double(st.msgs_in) / r.m.seconds, double(st.games) / r.m.seconds,
              (unsigned long long)st.errors);
  std::printf("  latency us: p50 %.1f  p90 %.1f  p99 %.1f  p99.9 %.1f  max %.1f  mean %.1f\n",
              us(st.lat.quantile(.5)), us(st.lat.quantile(.9)), us(st.lat.quantile(.99)),
              us(st.lat.quantile(.999)), us(st.lat.max()), st.lat.mean() * 1e-3);
  std::printf("  opening: %.3f s (%.0f/s)   client cpu %.0f %%", r.open_s,
              r.open_s > 0 ? opt.connections / r.open_s : 0, r.m.own_cpu_s / r.m.seconds * 100);
  if (opt.server_pid)
    std::printf(
        "   server cpu %.0f %%, trips per server cpu second %.0f\n  server rss KiB: start %ld idle %ld end "
        "%ld; per connection idle %.2f active %.2f",
        r.server_cpu_s() / r.m.seconds * 100, r.per_server_cpu_s(), r.before.rss_kb, r.idle.rss_kb,
        r.m.end.rss_kb, r.idle_kb(), r.active_kb());
  std::printf("\n");
}
