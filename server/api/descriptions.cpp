// /api/v1: which resources there are, and the files that describe them.
#include "server/api/routes.hpp"
#include "server/api/schema_files.hpp"

#include "engine/check.hpp"

#include <algorithm>
#include <utility>

namespace menagerie::api {
namespace {

void replace_first(std::string& text, std::string_view written, const std::string& now) {
  const std::size_t at = text.find(written);
  MENAGERIE_CHECK(at != std::string::npos);
  text.replace(at, written.size(), now);
}

std::string quoted(std::string_view member, std::string_view value) {
  return '"' + std::string(member) + "\": \"" + std::string(value) + '"';
}

/// The description with the public address as its `servers`, where it has any: they are written alike in the
/// YAML and in the JSON that is made of it.
std::string with_address(const SchemaFile& file, const std::string& url) {
  std::string text(file.text);
  if (url.empty()) return text;
  if (file.name.starts_with("openapi.")) {
    replace_first(text, quoted("url", "/"), quoted("url", url));
  } else if (file.name.starts_with("asyncapi.")) {
    const std::size_t authority = url.find("://") + 3;
    const std::size_t slash = std::min(url.find('/', authority), url.size());
    replace_first(text, quoted("host", "localhost:8080"),
                  quoted("host", url.substr(authority, slash - authority)));
    replace_first(text, quoted("protocol", "ws"),
                  quoted("protocol", url.starts_with("https:") ? "wss" : "ws"));
    if (slash < url.size())
      replace_first(text, quoted("pathname", "/"), quoted("pathname", url.substr(slash)));
  }
  return text;
}

void show_file(Context& context, Call call, std::string_view name) {
  const auto file = std::ranges::find(schema_files(), name, &SchemaFile::name);
  MENAGERIE_CHECK(file != schema_files().end());
  answer_from_log(context, std::move(call), [file, url = context.public_url](store::Store&, const Request&) {
    Response response = text_response(with_address(*file, url));
    response.type = file->type;
    return response;
  });
}

}  // namespace

void show_openapi(Context& context, Call call) { show_file(context, std::move(call), "openapi.yaml"); }
void show_openapi_json(Context& context, Call call) { show_file(context, std::move(call), "openapi.json"); }
void show_asyncapi(Context& context, Call call) { show_file(context, std::move(call), "asyncapi.yaml"); }
void show_asyncapi_json(Context& context, Call call) { show_file(context, std::move(call), "asyncapi.json"); }
void show_messages(Context& context, Call call) {
  show_file(context, std::move(call), "messages.schema.json");
}

}  // namespace menagerie::api
