#include "server/net/process_figures.hpp"

#include "engine/parse_number.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

namespace menagerie::net {
namespace {

/// When the computer was started, in seconds since 1970.
double boot_s() {
  std::ifstream file("/proc/stat");
  for (std::string word; file >> word;) {
    double seconds = 0;
    if (word == "btime" && file >> seconds) return seconds;
  }
  return 0;
}

std::uint64_t count_open_files() {
  std::error_code error;
  std::uint64_t files = 0;
  for (std::filesystem::directory_iterator it("/proc/self/fd", error), end; !error && it != end;
       it.increment(error))
    ++files;
  return files > 0 ? files - 1 : 0;  // one of them is the folder that is read
}

}  // namespace

ProcessFigures ProcessFigures::read() {
  ProcessFigures figures;
  std::ifstream file("/proc/self/stat");
  std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::size_t name_end = text.rfind(')');  // a program's name may hold anything
  if (name_end == std::string::npos) return figures;
  std::istringstream words(text.substr(name_end + 1));
  const double ticks_per_s = static_cast<double>(::sysconf(_SC_CLK_TCK));
  std::string word;
  for (int field = 3; words >> word; ++field) {                                  // numbered as in proc(5)
    const std::uint64_t number = parse_number<std::uint64_t>(word).value_or(0);  // those below are numbers
    const double seconds = static_cast<double>(number) / ticks_per_s;
    if (field == 14 || field == 15) figures.cpu_s += seconds;
    if (field == 20) figures.threads = number;
    if (field == 22) figures.started_s = boot_s() + seconds;
    if (field == 23) figures.virtual_bytes = number;
    if (field == 24) figures.resident_bytes = number * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  }
  figures.open_files = count_open_files();
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) == 0) figures.open_files_max = limit.rlim_cur;
  return figures;
}

}  // namespace menagerie::net
