// The functions behind the routes, and what they share. Private to api/.
#pragma once

#include "server/api/curve.hpp"
#include "server/api/http.hpp"
#include "server/api/readers.hpp"
#include "server/museum/lobby.hpp"
#include "server/wire/limits.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace menagerie::api {

using Json = nlohmann::ordered_json;

/// What is kept between requests, of one machine.
struct Kept {
  std::uint64_t boxes_seq = 0;
  std::shared_ptr<const std::string> boxes;  ///< the text of `boxes` at that seq
  CurveKeeper curve;
};

struct House {
  museum::Lobby& lobby;
  Readers& readers;
  const wire::Limits& limits;
  std::unordered_map<const museum::Room*, Kept> kept;
};

/// One request on its way to one answer.
struct Call {
  Request request;
  std::vector<std::string> parts;  ///< what the pattern's {names} stood for, decoded, in order
  Respond respond;                 ///< call once
  museum::Room* room = nullptr;    ///< of `{machine}`; never null where the pattern has it

  /// A query parameter, or null.
  const std::string* query(const std::string& name) const;
  void answer(const Json& json) const;
  void refuse(unsigned status, std::string_view type, std::string_view title, std::string_view detail) const;
};

/// Makes an answer on a reader's thread and sends it; a store that fails becomes a 503.
void answer_from_log(House& house, Call call, std::function<Response(store::Store&, const Request&)> make);
Response json_response(const Json& json);

/// Reads a whole number in [low, high] from the query; `fallback` where it is not given. Otherwise
/// refuses the call (what, where, what would be right) and returns nothing.
std::optional<std::uint64_t> number_in_query(const Call& call, const std::string& name, std::uint64_t low,
                                             std::uint64_t high, std::uint64_t fallback);

void list_games(House& house, Call call);
void show_game(House& house, Call call);
void list_machines(House& house, Call call);
void show_machine(House& house, Call call);
void list_boxes(House& house, Call call);
void show_box(House& house, Call call);
void list_episodes(House& house, Call call);
void show_episode(House& house, Call call);
void show_curve(House& house, Call call);
void show_history(House& house, Call call);
void show_history_csv(House& house, Call call);
void show_history_ndjson(House& house, Call call);
void show_history_json(House& house, Call call);

}  // namespace menagerie::api
