// Makes what the server serves about its routes, at build time:  describe_routes SCHEMA_FOLDER OUT_FOLDER
//   openapi.yaml                 with what it refers to in messages.schema.json among its own components, so
//   that a
//                                saved copy needs no other file; the text stays as it is written otherwise
//   openapi.json, asyncapi.json  the same as JSON
//   tables.json                  Frictionless Table Schemas of the lists' CSV, from what openapi.yaml says of
//   their rows
#include <yaml.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <stdexcept>
#include <string>
#include <utility>

namespace {
using Json = nlohmann::ordered_json;
using Path = std::filesystem::path;

std::string read(const Path& file) {
  std::ifstream in(file, std::ios::binary);
  in.exceptions(std::ios::badbit | std::ios::failbit);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write(const Path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out.exceptions(std::ios::badbit | std::ios::failbit);
  out << text << std::flush;
}

// --- YAML to JSON ------------------------------------------------------------------------------------

/// A document of libyaml. Ours have no anchors: tests/tidy/schema.test.mjs.
class Document {
 public:
  explicit Document(const std::string& text) {
    yaml_parser_t parser;
    if (yaml_parser_initialize(&parser) == 0) throw std::bad_alloc();
    yaml_parser_set_input_string(&parser, reinterpret_cast<const unsigned char*>(text.data()), text.size());
    const bool loaded = yaml_parser_load(&parser, &document_) != 0;
    const std::string problem = loaded ? "" : parser.problem;
    const std::size_t line = parser.problem_mark.line + 1;
    yaml_parser_delete(&parser);
    if (!loaded) throw std::runtime_error("line " + std::to_string(line) + ": " + problem);
  }
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;
  ~Document() { yaml_document_delete(&document_); }

  Json json() { return of(yaml_document_get_root_node(&document_)); }

 private:
  Json of(int index) { return of(yaml_document_get_node(&document_, index)); }

  Json of(const yaml_node_t* node) {
    switch (node->type) {
      case YAML_MAPPING_NODE:
        return object(node->data.mapping);
      case YAML_SEQUENCE_NODE:
        return array(node->data.sequence);
      default:
        return scalar(node->data.scalar);
    }
  }

  template <typename Mapping>
  Json object(const Mapping& mapping) {
    Json json = Json::object();
    for (const auto* pair = mapping.pairs.start; pair != mapping.pairs.top; ++pair) {
      json[text(yaml_document_get_node(&document_, pair->key)->data.scalar)] = of(pair->value);
    }
    return json;
  }

  template <typename Sequence>
  Json array(const Sequence& sequence) {
    Json json = Json::array();
    for (const auto* item = sequence.items.start; item != sequence.items.top; ++item)
      json.push_back(of(*item));
    return json;
  }

  template <typename Scalar>
  static std::string text(const Scalar& scalar) {
    return {reinterpret_cast<const char*>(scalar.value), scalar.length};
  }

  /// A word without quotes is a number, true, false or null where it is one in JSON.
  template <typename Scalar>
  static Json scalar(const Scalar& scalar) {
    static const std::regex json_word("true|false|null|-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?");
    const std::string word = text(scalar);
    if (scalar.style != YAML_PLAIN_SCALAR_STYLE || !std::regex_match(word, json_word)) return word;
    return Json::parse(word);
  }

  yaml_document_t document_{};
};

// --- one document ------------------------------------------------------------------------------------

class Bundle {
 public:
  explicit Bundle(const Path& schema) : messages_(Json::parse(read(schema / "messages.schema.json"))) {
    const std::string text = bundled(read(schema / "openapi.yaml"), "messages\\.schema\\.json");
    const std::string head = "\n  schemas:\n";
    const std::size_t at = text.find(head);
    if (at == std::string::npos || text.find(head, at + 1) != std::string::npos) {
      throw std::runtime_error("openapi.yaml has its components' schemas in one place");
    }
    std::string added;
    for (const auto& [name, component] : components_) added += "    " + name + ": " + component + "\n";
    openapi_ = text.substr(0, at) + head + added + text.substr(at + head.size());
    if (std::regex_search(openapi_, std::regex("\\$ref\"?: \"[^#]"))) {
      throw std::runtime_error("openapi.yaml refers to another file");
    }
  }

  const std::string& openapi() const { return openapi_; }

 private:
  /// The text with its references into `file`, the messages, as references to components, which come to be
  /// known.
  std::string bundled(const std::string& text, const std::string& file) {
    const std::regex reference("\"" + file + "#/(\\$defs/[^\"]+)\"");
    std::string result;
    auto rest = text.begin();
    for (std::sregex_iterator it(text.begin(), text.end(), reference), end; it != end; ++it) {
      result.append(rest, (*it)[0].first);
      result += "\"#/components/schemas/" + component((*it)[1].str()) + "\"";
      rest = (*it)[0].second;
    }
    return result.append(rest, text.end());
  }

  /// The name, such as hello.machine, of the component that $defs/hello/properties/machine becomes.
  std::string component(const std::string& path) {
    std::string name =
        std::regex_replace(path.substr(path.find('/') + 1), std::regex("/properties(?=/)"), "");
    std::replace(name.begin(), name.end(), '/', '.');
    if (components_.try_emplace(name).second) {  // before what it refers to itself
      std::string text = bundled(messages_.at(Json::json_pointer("/" + path)).dump(), "");
      components_[name] = std::move(text);
    }
    return name;
  }

  Json messages_;
  std::map<std::string, std::string> components_;
  std::string openapi_;
};

// --- columns -----------------------------------------------------------------------------------------

class Tables {
 public:
  explicit Tables(const Json& openapi) : openapi_(openapi) {}

  /// The columns of a list, whose rows the component describes.
  Json columns(const std::string& component) const {
    const Json row =
        resolved(openapi_["components"]["schemas"].at(component).at("contentSchema").at("items"));
    Json fields = Json::array();
    for (const auto& [name, property] : row.at("properties").items()) fields.push_back(field(name, property));
    return {{"fields", fields}, {"missingValues", {""}}};
  }

 private:
  /// What `$ref` names, with what stands beside it.
  Json resolved(const Json& schema) const {
    if (!schema.contains("$ref")) return schema;
    Json merged = resolved(openapi_.at(Json::json_pointer(schema["$ref"].get<std::string>().substr(1))));
    for (const auto& [name, value] : schema.items()) {
      if (name != "$ref") merged[name] = value;
    }
    return merged;
  }

  Json field(const std::string& name, const Json& property) const {
    Json schema = resolved(property);
    bool nullable = false;
    int chosen = 0;
    for (const Json& choice : schema.value("anyOf", Json::array())) {
      if (choice.value("type", Json()) == "null") {
        nullable = true;
        continue;
      }
      if (++chosen > 1) throw std::runtime_error("the column " + name + " has more than one type");
      const Json chosen_type = resolved(choice);
      for (const auto& [key, value] : chosen_type.items()) {
        if (!schema.contains(key)) schema[key] = value;
      }
    }
    if (!schema.contains("description"))
      throw std::runtime_error("the column " + name + " has no description");
    Json type = schema.value("type", Json("string"));
    if (type.is_array()) {
      nullable = nullable || std::find(type.begin(), type.end(), "null") != type.end();
      type = *std::find_if(type.begin(), type.end(), [](const Json& it) { return it != "null"; });
    }
    const Json format = schema.value("format", Json());
    Json constraints = Json::object();
    Json values = schema.value("enum", Json::array());
    const auto null = std::find(values.begin(), values.end(), Json());
    if (null != values.end()) {
      nullable = true;
      values.erase(null);
    }
    if (!nullable) constraints["required"] = true;
    if (!values.empty()) constraints["enum"] = values;
    for (const char* bound : {"minimum", "maximum"}) {
      if (schema.contains(bound)) constraints[bound] = schema[bound];
    }

    // In CSV a list is its parts with spaces between.
    Json told{{"name", name},
              {"type", format == "date-time" ? "datetime"
                       : type == "array"     ? "string"
                                             : type}};
    if (format == "uuid") told["format"] = "uuid";
    // Readers of version 1 take a time with milliseconds only as `any`, which those of version 2 know too.
    if (format == "date-time") told["format"] = "any";
    told["description"] = schema["description"];
    if (!constraints.empty()) told["constraints"] = constraints;
    return told;
  }

  const Json& openapi_;
};
}  // namespace

int main(int count, char** arguments) try {
  if (count != 3) throw std::runtime_error("usage: describe_routes SCHEMA_FOLDER OUT_FOLDER");
  const Path schema = arguments[1];
  const Path out = arguments[2];
  const Bundle bundle(schema);
  const Json openapi = Document(bundle.openapi()).json();
  const Tables tables(openapi);
  Json columns;
  for (const auto& [list, component] : {std::pair{"history", "HistoryCsv"}, std::pair{"draws", "DrawsCsv"},
                                        std::pair{"log", "LogCsv"}, std::pair{"episodes", "EpisodesCsv"}}) {
    columns[list] = tables.columns(component);
  }
  write(out / "openapi.yaml", bundle.openapi());
  write(out / "openapi.json", openapi.dump(1) + "\n");
  write(out / "asyncapi.json", Document(read(schema / "asyncapi.yaml")).json().dump(1) + "\n");
  write(out / "tables.json", columns.dump(1) + "\n");
} catch (const std::exception& error) {
  std::cerr << "describe_routes: " << error.what() << "\n";
  return 1;
}
