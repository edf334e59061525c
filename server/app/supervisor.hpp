// Tells the supervisor that started the server (systemd, with Type=notify) how it stands, by the protocol of
// sd_notify(3).
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace menagerie::app {

/// Where no supervisor wants to be told, every call does nothing; what cannot be sent is not told. Network
/// thread.
class Supervisor {
 public:
  /// As the environment says: NOTIFY_SOCKET and WATCHDOG_USEC.
  Supervisor();

  /// Visitors can come.
  void ready() const { send("READY=1"); }
  void stopping() const { send("STOPPING=1"); }
  /// To be called each second while all goes on: a supervisor that has not heard it for the watchdog's time
  /// ends the server and starts it again.
  void alive() const;
  /// The watchdog's time; zero: there is none.
  std::chrono::microseconds watchdog() const { return watchdog_; }

 private:
  void send(std::string_view state) const;

  std::string socket_;  ///< a path, or @NAME in Linux's own name space; empty: nobody wants to be told
  std::chrono::microseconds watchdog_{0};
};

}  // namespace menagerie::app
