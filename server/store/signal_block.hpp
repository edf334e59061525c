// Which signals a server reads as events, and how threads are kept from taking them.
#pragma once

#include <csignal>

namespace menagerie::store {

/// SIGTERM, SIGINT and SIGHUP: what asks a process to end, or to read its settings again.
inline sigset_t request_signals() {
  sigset_t signals;
  ::sigemptyset(&signals);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) ::sigaddset(&signals, signal);
  return signals;
}

/// While it lives, the calling thread does not take them; a thread that it starts meanwhile never does. Of a
/// process whose threads were all started so, the main thread takes them.
class SignalBlock {
 public:
  SignalBlock() {
    const sigset_t signals = request_signals();
    ::pthread_sigmask(SIG_BLOCK, &signals, &before_);
  }
  ~SignalBlock() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalBlock(const SignalBlock&) = delete;
  SignalBlock& operator=(const SignalBlock&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace menagerie::store
