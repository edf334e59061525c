// Makes what the server serves about its routes, at build time: describe_routes SCHEMA_FOLDER OUT_FOLDER
//
// openapi.yaml   with what it refers to in messages.schema.json among its own components, so that a saved
//                copy needs no other file; the text stays as it is written otherwise
// openapi.json, asyncapi.json   the same as JSON
// tables.json    Frictionless Table Schemas of the lists' CSV, from what openapi.yaml says of their rows
#include <yaml.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

namespace {
using Json = nlohmann::ordered_json;
using Path = std::filesystem::path;

std::string read(const Path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in) throw std::runtime_error("cannot read " + file.string());
  return text;
}

void write(const Path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  if (!(out << text << std::flush)) throw std::runtime_error("cannot write " + file.string());
}

// --- YAML to JSON ------------------------------------------------------------------------------------

/// A document of libyaml. Ours say things once by $ref: aliases, which many readers do not take, are refused,
/// and so is what readers of YAML take for something else than it looks like.
class Document {
 public:
  Document(std::string name, const std::string& text) : name_(std::move(name)) {
    yaml_parser_t parser;
    if (yaml_parser_initialize(&parser) == 0) throw std::bad_alloc();
    yaml_parser_set_input_string(&parser, reinterpret_cast<const unsigned char*>(text.data()), text.size());
    const bool loaded = yaml_parser_load(&parser, &document_) != 0;
    const std::string problem = loaded || parser.problem == nullptr ? "" : parser.problem;
    const yaml_mark_t mark = parser.problem_mark;
    yaml_parser_delete(&parser);
    if (!loaded) refuse(mark, problem);
  }
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;
  ~Document() { yaml_document_delete(&document_); }

  Json json() {
    const yaml_node_t* root = yaml_document_get_root_node(&document_);
    if (root == nullptr) refuse({}, "there is nothing in it");
    return of(root);
  }

 private:
  [[noreturn]] void refuse(const yaml_mark_t& at, const std::string& problem) const {
    throw std::runtime_error(name_ + ", line " + std::to_string(at.line + 1) + ": " + problem);
  }

  const yaml_node_t* node(int index) { return yaml_document_get_node(&document_, index); }

  Json of(const yaml_node_t* node) {
    if (!seen_.insert(node).second) refuse(node->start_mark, "an alias leads here: say it by $ref");
    switch (node->type) {
      case YAML_MAPPING_NODE:
        return object(*node);
      case YAML_SEQUENCE_NODE:
        return array(*node);
      default:
        return scalar(*node);
    }
  }

  Json object(const yaml_node_t& mapping) {
    Json json = Json::object();
    const auto& pairs = mapping.data.mapping.pairs;
    for (const yaml_node_pair_t* pair = pairs.start; pair != pairs.top; ++pair) {
      const yaml_node_t& key = *node(pair->key);
      if (key.type != YAML_SCALAR_NODE) refuse(key.start_mark, "a key is a word");
      if (json.contains(text(key))) refuse(key.start_mark, "the key " + text(key) + " stands there twice");
      json[text(key)] = of(node(pair->value));
    }
    return json;
  }

  Json array(const yaml_node_t& sequence) {
    Json json = Json::array();
    const auto& items = sequence.data.sequence.items;
    for (const yaml_node_item_t* item = items.start; item != items.top; ++item)
      json.push_back(of(node(*item)));
    return json;
  }

  static std::string text(const yaml_node_t& node) {
    return {reinterpret_cast<const char*>(node.data.scalar.value), node.data.scalar.length};
  }

  /// A word without quotes is a number, true, false or null where it is one in JSON. What is one in YAML
  /// alone could be either to who reads it.
  Json scalar(const yaml_node_t& node) const {
    static const std::regex json_word("true|false|null|-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?");
    static const std::regex yaml_word(
        "|~|[Tt]rue|TRUE|[Ff]alse|FALSE|[Nn]ull|NULL|[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?"
        "|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?\\.(inf|Inf|INF)|\\.(nan|NaN|NAN)");
    const std::string word = text(node);
    if (node.data.scalar.style != YAML_PLAIN_SCALAR_STYLE) return word;
    if (std::regex_match(word, json_word)) return Json::parse(word);
    if (std::regex_match(word, yaml_word)) {
      refuse(node.start_mark, "\"" + word + "\" is written as JSON has it, or in quotes where it is a text");
    }
    return word;
  }

  std::string name_;
  yaml_document_t document_{};
  std::set<const yaml_node_t*> seen_;
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
  /// The text with its references into `file`, the messages, as references to components, which it gathers.
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
    const Json row = resolved(
        openapi_.at(Json::json_pointer("/components/schemas/" + component + "/contentSchema/items")));
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

  /// A property with what its one choice besides null says; and whether there is null to choose.
  std::pair<Json, bool> chosen(const std::string& name, const Json& property) const {
    Json schema = resolved(property);
    bool nullable = false;
    int count = 0;
    for (const Json& choice : schema.value("anyOf", Json::array())) {
      if (choice.value("type", Json()) == "null") {
        nullable = true;
        continue;
      }
      if (++count > 1) throw std::runtime_error("the column " + name + " has more than one type");
      const Json only = resolved(choice);
      for (const auto& [key, value] : only.items()) {
        if (!schema.contains(key)) schema[key] = value;
      }
    }
    return {schema, nullable};
  }

  Json field(const std::string& name, const Json& property) const {
    auto [schema, nullable] = chosen(name, property);
    if (!schema.contains("description")) {
      throw std::runtime_error("the column " + name + " has no description");
    }
    Json types = schema.value("type", Json("string"));
    if (!types.is_array()) types = Json::array({types});
    nullable = without(types, "null") || nullable;
    if (types.size() != 1) throw std::runtime_error("the column " + name + " has one type, and may be null");
    const Json& type = types[0];
    const Json format = schema.value("format", Json());
    Json values = schema.value("enum", Json::array());
    nullable = without(values, nullptr) || nullable;
    Json constraints = Json::object();
    if (!nullable) constraints["required"] = true;
    if (!values.empty()) constraints["enum"] = values;
    for (const char* bound : {"minimum", "maximum"}) {
      if (schema.contains(bound)) constraints[bound] = schema[bound];
    }

    Json told{{"name", name}, {"type", type}};
    if (type == "array") told["type"] = "string";  // in CSV a list is its parts with spaces between
    if (format == "uuid") told["format"] = "uuid";
    if (format == "date-time") {
      told["type"] = "datetime";
      told["format"] = "any";  // as readers of version 1 take milliseconds; those of version 2 know it too
    }
    told["description"] = schema["description"];
    if (!constraints.empty()) told["constraints"] = constraints;
    return told;
  }

  /// Takes a value out; whether it was there.
  static bool without(Json& values, const Json& value) {
    const auto found = std::find(values.begin(), values.end(), value);
    if (found == values.end()) return false;
    values.erase(found);
    return true;
  }

  const Json& openapi_;
};
}  // namespace

int main(int count, char** arguments) try {
  if (count != 3) throw std::runtime_error("usage: describe_routes SCHEMA_FOLDER OUT_FOLDER");
  const Path schema = arguments[1];
  const Path out = arguments[2];
  Document("openapi.yaml", read(schema / "openapi.yaml"))
      .json();  // a refusal names the line as it is written
  const Bundle bundle(schema);
  const Json openapi = Document("openapi.yaml", bundle.openapi()).json();
  const Tables tables(openapi);
  Json columns;
  for (const auto& [list, component] : {std::pair{"history", "HistoryCsv"}, std::pair{"draws", "DrawsCsv"},
                                        std::pair{"log", "LogCsv"}, std::pair{"episodes", "EpisodesCsv"}}) {
    columns[list] = tables.columns(component);
  }
  write(out / "openapi.yaml", bundle.openapi());
  write(out / "openapi.json", openapi.dump(1) + "\n");
  write(out / "asyncapi.json",
        Document("asyncapi.yaml", read(schema / "asyncapi.yaml")).json().dump(1) + "\n");
  write(out / "tables.json", columns.dump(1) + "\n");
} catch (const std::exception& error) {
  std::cerr << "describe_routes: " << error.what() << "\n";
  return 1;
}
