// The REST resources under /api/v1: what is asked, answered from the rooms (live figures) and from the
// log (on reader threads). Knows no socket.
#pragma once

#include "server/api/http.hpp"
#include "server/api/readers.hpp"
#include "server/museum/rooms.hpp"
#include "server/wire/limits.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace menagerie::api {

class Strengths;
struct Context;  // what the resources share: routes.hpp

struct Route;  // a row of the table of routes

/// What a request is for.
struct RouteMatch {
  const Route* route = nullptr;    ///< null: there is none for its method and path
  std::vector<std::string> parts;  ///< what the pattern's {names} stand for, decoded, in order
  std::string allowed;             ///< where only the method is wrong: those that the path has

  /// Whether only the curator may have it.
  bool needs_curator() const;
  /// Whether a copy of a machine is taught for the answer, or a solver asked after moves, which costs more
  /// than any other read.
  bool is_practice(const Request& request) const;
};

/// Network thread only.
class Resources {
 public:
  /// The first three must outlive the Resources and every answer still on its way. `public_url`: the
  /// address that visitors use; empty where nobody has said. `data_license`: an SPDX identifier, for data
  /// packages; empty: the usual one.
  Resources(museum::Rooms& rooms, Readers& readers, const wire::Limits& limits, std::string public_url = {},
            std::string data_license = {});
  ~Resources();

  /// Looks the request's method and path up in the table of routes: once a request.
  static RouteMatch match(const Request& request);
  /// The answer to a request whose body need not be read: it is for the curator, and not from the curator.
  /// handle() refuses it too.
  static std::optional<Response> refusal_before_body(const Request& request, const RouteMatch& match);

  /// Answers a request whose path begins with `/api/`. `match` is match(request). `respond` is called
  /// exactly once, now or later, on the network thread; never throws: what goes wrong becomes a problem
  /// answer.
  void handle(const Request& request, const RouteMatch& match, Respond respond);
  void handle(const Request& request, Respond respond) {
    handle(request, match(request), std::move(respond));
  }

  /// The room in which a machine plays as it was after row `seq`, or why there is none: called once, on the
  /// network thread, later or at once. Precondition: the row is in the machine's log.
  using RoomAnswer = std::function<void(std::shared_ptr<museum::Room>, std::optional<Response> refusal)>;
  void open_past(const ClientKey& client, const museum::Room& room, std::uint64_t seq, RoomAnswer answer);

  /// The room of the visitor's own copy with that name, of the machine that the query describes as an
  /// experiment does; as above.
  void open_copy(const ClientKey& client, const std::string& name,
                 const std::map<std::string, std::string>& query, RoomAnswer answer);

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
