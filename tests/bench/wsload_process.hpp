// What a process has used: the server's CPU time and memory, and the load generator's own.
#pragma once

#include "wsload.hpp"

struct ProcSample {
  double cpu = 0;
  long rss_kb = 0;
};
inline ProcSample sample(int pid) {
  ProcSample r;
  if (!pid) return r;
  std::ifstream f("/proc/" + std::to_string(pid) + "/stat");
  std::string l;
  std::getline(f, l);
  const size_t p = l.rfind(')');
  if (p == std::string::npos) return r;
  std::istringstream is(l.substr(p + 2));
  std::string x;
  u64 ut = 0, stime = 0;
  for (int i = 0; i < 11; ++i) is >> x;
  is >> ut >> stime;
  r.cpu = double(ut + stime) / double(sysconf(_SC_CLK_TCK));
  std::ifstream g("/proc/" + std::to_string(pid) + "/statm");
  long a = 0, b = 0;
  g >> a >> b;
  r.rss_kb = b * (sysconf(_SC_PAGESIZE) / 1024);
  return r;
}
inline double own_cpu() {
  rusage u;
  getrusage(RUSAGE_SELF, &u);
  return double(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
         double(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}
