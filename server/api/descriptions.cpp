// /api/v1: which resources there are, and the files that describe them.
#include "server/api/routes.hpp"
#include "server/api/schema_files.hpp"

#include "engine/check.hpp"

#include <algorithm>

namespace menagerie::api {
namespace {

void show_file(Context& context, Call call, std::string_view name) {
  const auto file = std::ranges::find(schema_files(), name, &SchemaFile::name);
  MENAGERIE_CHECK(file != schema_files().end());
  answer_from_log(context, std::move(call), [file](store::Store&, const Request&) {
    Response response;
    response.type = file->type;
    response.body = std::make_shared<const std::string>(file->text);
    return response;
  });
}

}  // namespace

void show_openapi(Context& context, Call call) { show_file(context, std::move(call), "openapi.yaml"); }
void show_asyncapi(Context& context, Call call) { show_file(context, std::move(call), "asyncapi.yaml"); }
void show_messages(Context& context, Call call) {
  show_file(context, std::move(call), "messages.schema.json");
}

}  // namespace menagerie::api
