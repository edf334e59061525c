// Preloaded into a program (LD_PRELOAD), this moves its wall clock by as many seconds as the file
// MOVED_CLOCK_FILE says in its first four bytes. Steady clocks go on as they are, as they do when somebody
// sets a machine's clock. Not libfaketime: that leaves semaphores behind when a program is killed, and
// refuses to start another one that gets the same process id.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <ctime>

namespace {

const volatile std::int32_t* ahead_s = nullptr;

__attribute__((constructor)) void open_file() {
  const char* path = std::getenv("MOVED_CLOCK_FILE");
  const int file = path ? ::open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) std::abort();
  void* const mapped = ::mmap(nullptr, sizeof *ahead_s, PROT_READ, MAP_SHARED, file, 0);
  if (mapped == MAP_FAILED) std::abort();
  ahead_s = static_cast<const volatile std::int32_t*>(mapped);
  ::close(file);
}

}  // namespace

extern "C" int clock_gettime(clockid_t clock, timespec* now) noexcept {
  const auto result = static_cast<int>(::syscall(SYS_clock_gettime, clock, now));
  const bool is_wall_clock = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
  if (result == 0 && is_wall_clock && ahead_s != nullptr) now->tv_sec += *ahead_s;
  return result;
}

extern "C" int gettimeofday(timeval* now, void*) noexcept {
  timespec precise{};
  if (clock_gettime(CLOCK_REALTIME, &precise) != 0) return -1;
  *now = {precise.tv_sec, precise.tv_nsec / 1000};
  return 0;
}

extern "C" std::time_t time(std::time_t* now) noexcept {
  timespec precise{};
  clock_gettime(CLOCK_REALTIME, &precise);
  if (now != nullptr) *now = precise.tv_sec;
  return precise.tv_sec;
}
