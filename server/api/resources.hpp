// The REST resources under /api/v1: what is asked, answered from the rooms (live figures) and from the
// log (on reader threads). Knows no socket.
#pragma once

#include "server/api/http.hpp"
#include "server/api/readers.hpp"
#include "server/museum/lobby.hpp"
#include "server/wire/limits.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace menagerie::api {

class Strengths;
struct Context;  // what the resources share: routes.hpp

/// Network thread only.
class Resources {
 public:
  /// The first three must outlive the Resources and every answer still on its way. `public_url`: the
  /// address that visitors use; empty where nobody has said.
  Resources(museum::Lobby& lobby, Readers& readers, const wire::Limits& limits, std::string public_url = {});
  ~Resources();

  /// Whether a request is for the curator's desk, so that its pass counts.
  static bool is_desk(const Request& request);
  /// The answer to a request that need not be read further: what it asks for is not given to its bearer.
  /// handle() sees to it too.
  static std::optional<Response> turn_away(const Request& request);

  /// Answers a request whose path begins with `/api/`. `respond` is called exactly once, now or later,
  /// on the network thread; never throws: what goes wrong becomes a problem answer.
  void handle(const Request& request, Respond respond);

  /// To be called every second or so, with a clock that never goes back.
  void tick(std::int64_t now_ms);

  /// Where net/ runs Response::source.
  Readers& readers();
  /// What is kept to evaluate machines; for readers' threads.
  Strengths& strengths();

 private:
  std::unique_ptr<Context> context_;
};

}  // namespace menagerie::api
