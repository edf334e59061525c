#include "server/api/lists.hpp"

#include "engine/text.hpp"
#include "server/api/listing.hpp"

#include <algorithm>

namespace menagerie::api {
namespace {

const Listing* find_listing(std::string_view name) {
  const auto found = std::ranges::find(listings(), name, &Listing::name);
  return found == listings().end() ? nullptr : *found;
}

std::optional<Form> find_form(std::string_view name) {
  const auto found =
      std::ranges::find(kFormSuffixes, name, [](std::string_view suffix) { return suffix.substr(1); });
  if (found == kFormSuffixes.end()) return std::nullopt;
  return static_cast<Form>(found - kFormSuffixes.begin());
}

}  // namespace

std::vector<std::string> list_names() {
  std::vector<std::string> names;
  for (const Listing* it : listings()) names.emplace_back(it->name);
  return names;
}

std::optional<std::string> write_list(store::Store& store, const core::Loaded& loaded, const ListOrder& order,
                                      const std::function<void(std::string_view)>& write) {
  const Listing* listing = find_listing(order.list);
  if (!listing)
    return "there is no list \"" + order.list + "\"; there are: " + joined(listings(), ", ", &Listing::name);
  const std::optional<Form> form = find_form(order.form);
  if (!form) return "there is no form \"" + order.form + "\"; there are: csv, ndjson, json";
  Call call;
  call.request.query = order.query;
  call.view = std::make_shared<const museum::MachineView>(
      museum::MachineView{loaded.machine, loaded.state, loaded.graduation});
  Response response;
  try {
    response = listing_now(store, call, *listing, *form);
  } catch (const BadRequest& bad) {
    return bad.what();
  }
  if (response.status != 200) return Json::parse(*response.body).at("detail").get<std::string>();
  if (response.body) {
    write(*response.body);
  } else {
    each_piece(*response.source, store, write);
  }
  return std::nullopt;
}

}  // namespace menagerie::api
