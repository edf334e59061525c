#include "server/store/act_text.hpp"

#include "server/store/json_depth.hpp"
#include "server/store/store.hpp"

#include <nlohmann/json.hpp>

namespace menagerie::store {
namespace {

using Json = nlohmann::ordered_json;

void put_tally(Json& json, const Tally& tally) {
  json["episodes"] = tally.episodes;
  json["wins"] = tally.wins;
  json["draws"] = tally.draws;
  json["losses"] = tally.losses;
}

Tally tally_of(const Json& json) {
  return {json.at("episodes"), json.at("wins"), json.at("draws"), json.at("losses")};
}

/// Writes the members that follow "why".
struct Put {
  Json& json;

  void operator()(const Start&) const {}
  void operator()(const Freeze&) const {}
  void operator()(const Thaw&) const {}
  void operator()(const TopUp& act) const { json["to"] = act.to; }
  void operator()(const Rewind& act) const {
    json["to"] = act.to;
    json["episodes"] = act.episodes;
  }
  void operator()(const Unteach& act) const {
    json["visit"] = act.visit.text();
    json["episodes"] = act.episodes;
  }
  void operator()(const Fork& act) const {
    json["machine"] = act.machine;
    json["name"] = act.name;
    json["seq"] = act.seq;
    json["episodes"] = act.episodes;
  }
  void operator()(const EraReset& act) const {
    const Plaque& plaque = act.plaque;
    if (!act.start.empty()) json["start"] = act.start;
    json["era"] = plaque.era;
    json["from_seq"] = plaque.from_seq;
    json["to_seq"] = plaque.to_seq;
    put_tally(json, plaque.tally);
    json["beads"] = plaque.beads;
    if (plaque.finished) {
      Json& finished = json["finished"];
      finished["seq"] = plaque.finished->seq;
      put_tally(finished, plaque.finished->tally);
    }
    if (!plaque.dry_seq) return;
    json["dry_seq"] = *plaque.dry_seq;
    json["dry_box"] = plaque.dry_box;
  }
};

Plaque plaque_of(const Json& json) {
  Plaque plaque;
  plaque.era = json.at("era");
  plaque.from_seq = json.at("from_seq");
  plaque.to_seq = json.at("to_seq");
  plaque.tally = tally_of(json);
  plaque.beads = json.at("beads");
  if (json.contains("finished")) {
    const Json& it = json.at("finished");
    plaque.finished = Finish{it.at("seq"), tally_of(it)};
  }
  if (json.contains("dry_seq")) {
    plaque.dry_seq = json.at("dry_seq").get<std::uint64_t>();
    plaque.dry_box = json.at("dry_box");
  }
  return plaque;
}

Unteach unteach_of(const Json& json) {
  const auto visit = Id::parse(json.at("visit").get<std::string>());
  if (!visit) throw Error("\"visit\" is no id", ErrorKind::permanent);
  return {*visit, json.at("episodes")};
}

Why why_of(const std::string& text) {
  for (const Why why : kWhys) {
    if (text == to_text(why)) return why;
  }
  throw Error("\"why\" is no reason for an act", ErrorKind::permanent);
}

Act act_of(Kind kind, const Json& json) {
  const Why why = why_of(json.at("why"));
  switch (kind) {
    case Kind::start:
      return {why, Start{}};
    case Kind::reset:
      return {why, EraReset{plaque_of(json), json.value("start", std::vector<std::int64_t>{})}};
    case Kind::rewind:
      return {why, Rewind{json.at("to"), json.at("episodes")}};
    case Kind::unteach:
      return {why, unteach_of(json)};
    case Kind::fork:
      return {why, Fork{json.at("machine"), json.at("name"), json.at("seq"), json.at("episodes")}};
    case Kind::freeze:
      return {why, Freeze{}};
    case Kind::thaw:
      return {why, Thaw{}};
    case Kind::topup:
      return {why, TopUp{json.at("to")}};
    case Kind::episode:
      break;
  }
  throw Error("an episode is no act", ErrorKind::permanent);
}

}  // namespace

std::string act_text(const Act& act) {
  Json json;
  json["why"] = to_text(act.why);
  std::visit(Put{json}, act.what);
  return json.dump();
}

Act parse_act(Kind kind, std::string_view text) {
  try {
    if (nests_deeper(text)) throw Error("it nests too deeply", ErrorKind::permanent);
    return act_of(kind, Json::parse(text));
  } catch (const std::exception& error) {
    throw Error(std::string("detail: ") + error.what(), ErrorKind::permanent);
  }
}

}  // namespace menagerie::store
