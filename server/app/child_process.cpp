#include "server/app/child_process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <mutex>
#include <stdexcept>

namespace menagerie::app {
namespace {

constexpr std::size_t kOutputMax = 4096;

/// Where a child's output goes: descriptors that no other child inherits.
class Pipe {
 public:
  Pipe() {
    if (::pipe2(ends_.data(), O_CLOEXEC) != 0) throw std::runtime_error(std::strerror(errno));
  }
  ~Pipe() {
    ::close(ends_[0]);
    close_writing();
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  int writing() const { return ends_[1]; }
  void close_writing() {
    if (ends_[1] >= 0) ::close(ends_[1]);
    ends_[1] = -1;
  }
  /// All until the last process that writes has ended; of much, the end.
  std::string read_all() const {
    std::string text;
    std::array<char, 1024> piece;
    for (;;) {
      const ssize_t bytes = ::read(ends_[0], piece.data(), piece.size());
      if (bytes < 0 && errno == EINTR) continue;
      if (bytes <= 0) return text;
      text.append(piece.data(), static_cast<std::size_t>(bytes));
      if (text.size() > kOutputMax) text.erase(0, text.size() - kOutputMax);
    }
  }

 private:
  std::array<int, 2> ends_{-1, -1};
};

/// Starts the program; standard input is empty, its other files are the pipe alone.
pid_t start(const std::vector<std::string>& arguments, const Pipe& output) {
  std::vector<char*> argv;
  std::string name = "menagerie";
  argv.push_back(name.data());
  std::vector<std::string> texts = arguments;
  for (std::string& text : texts) argv.push_back(text.data());
  argv.push_back(nullptr);

  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&files, output.writing(), 1);
  posix_spawn_file_actions_adddup2(&files, output.writing(), 2);
  posix_spawn_file_actions_addclosefrom_np(&files, 3);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  ::sigemptyset(&none);  // what a server blocks (signal_reader.hpp) would be blocked in the child too
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  pid_t child = 0;
  const int fault = ::posix_spawn(&child, "/proc/self/exe", &files, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  if (fault != 0) throw std::runtime_error(std::string("the program cannot be run: ") + std::strerror(fault));
  return child;
}

}  // namespace

ChildResult run_self(const std::vector<std::string>& arguments, const std::stop_token& stop) {
  Pipe pipe;
  const pid_t child = start(arguments, pipe);
  pipe.close_writing();
  std::mutex mutex;
  bool ended = false;  // its number may be another process's then
  ChildResult result;
  {
    const std::stop_callback terminate(stop, [&] {
      const std::lock_guard lock(mutex);
      if (!ended) ::kill(child, SIGTERM);
    });
    result.output = pipe.read_all();
    siginfo_t information{};
    while (::waitid(P_PID, static_cast<id_t>(child), &information, WEXITED | WNOWAIT) != 0 &&
           errno == EINTR) {
    }
    const std::lock_guard lock(mutex);
    int status = 0;
    ::waitpid(child, &status, 0);
    ended = true;
    result.success = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }
  return result;
}

}  // namespace menagerie::app
