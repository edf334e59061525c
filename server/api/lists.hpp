// Lists of a machine's log rows for a command of the command line: the very bytes that REST answers.
#pragma once

#include "server/core/machine.hpp"
#include "server/store/store.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace menagerie::api {

/// The names of all lists.
std::vector<std::string> list_names();

struct ListOrder {
  std::string list = "history";              ///< or log, episodes, draws
  std::string form = "csv";                  ///< or ndjson, json
  std::map<std::string, std::string> query;  ///< parameters, as the resource takes them
};

/// Writes what `machines/{machine}/LIST.FORM?QUERY` answers, piece by piece. Returns what is wrong with the
/// order and what would be right, where it is; nothing is written then. Throws store::Error.
std::optional<std::string> write_list(store::Store& store, const core::Loaded& loaded, const ListOrder& order,
                                      const std::function<void(std::string_view)>& write);

}  // namespace menagerie::api
