#include "server/app/signal_reader.hpp"

#include "server/store/signal_block.hpp"

#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace menagerie::app {
namespace {

void set_mask(int how) {
  const sigset_t signals = store::request_signals();
  const int fault = ::pthread_sigmask(how, &signals, nullptr);
  if (fault != 0) throw std::system_error(fault, std::generic_category(), "the signal mask cannot be set");
}

int open_source() {
  const sigset_t signals = store::request_signals();
  const int descriptor = ::signalfd(-1, &signals, SFD_NONBLOCK | SFD_CLOEXEC);
  if (descriptor < 0) throw std::system_error(errno, std::generic_category(), "signals cannot be read");
  return descriptor;
}

}  // namespace

SignalReader::SignalReader(boost::asio::io_context& io) : source_(io, open_source()) { set_mask(SIG_BLOCK); }

void SignalReader::listen(std::function<void(int)> arrived) {
  arrived_ = std::move(arrived);
  wait();
}

void SignalReader::wait() {
  source_.async_wait(boost::asio::posix::descriptor_base::wait_read,
                     [this](const boost::system::error_code& code) {
                       if (code) return;
                       if (const int signal = take(); signal != 0) arrived_(signal);
                       if (source_.is_open()) wait();
                     });
}

int SignalReader::take() {
  signalfd_siginfo information{};
  const ssize_t bytes = ::read(source_.native_handle(), &information, sizeof information);
  return bytes == sizeof information ? static_cast<int>(information.ssi_signo) : 0;
}

void SignalReader::release() {
  while (take() != 0) {
  }
  source_.close();
  set_mask(SIG_UNBLOCK);
}

}  // namespace menagerie::app
