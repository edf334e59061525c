#include "server/wire/act_text.hpp"

#include "server/wire/depth.hpp"

#include "server/wire/append.hpp"

#include <nlohmann/json.hpp>

namespace menagerie::wire {
namespace {

void append_plaque(std::string& out, const Plaque& plaque) {
  append_all(out, R"(,"era":)", plaque.era, R"(,"from_seq":)", plaque.from_seq, R"(,"to_seq":)",
             plaque.to_seq, R"(,"episodes":)", plaque.tally.episodes, R"(,"wins":)", plaque.tally.wins,
             R"(,"draws":)", plaque.tally.draws, R"(,"losses":)", plaque.tally.losses, R"(,"beads":)",
             plaque.beads);
  if (plaque.finished) {
    const store::Tally& tally = plaque.finished->tally;
    append_all(out, R"(,"finished":{"seq":)", plaque.finished->seq, R"(,"episodes":)", tally.episodes,
               R"(,"wins":)", tally.wins, R"(,"draws":)", tally.draws, R"(,"losses":)", tally.losses, "}");
  }
  if (!plaque.dry_seq) return;
  append_all(out, R"(,"dry_seq":)", *plaque.dry_seq, R"(,"dry_box":)");
  append_quoted(out, plaque.dry_box);
}

Plaque plaque_of(const nlohmann::json& json) {
  Plaque plaque;
  plaque.era = json.at("era");
  plaque.from_seq = json.at("from_seq");
  plaque.to_seq = json.at("to_seq");
  plaque.tally = {json.at("episodes"), json.at("wins"), json.at("draws"), json.at("losses")};
  plaque.beads = json.at("beads");
  if (json.contains("finished")) {
    const nlohmann::json& it = json.at("finished");
    plaque.finished =
        Finish{it.at("seq"), {it.at("episodes"), it.at("wins"), it.at("draws"), it.at("losses")}};
  }
  if (json.contains("dry_seq")) {
    plaque.dry_seq = json.at("dry_seq").get<std::uint64_t>();
    plaque.dry_box = json.at("dry_box");
  }
  return plaque;
}

}  // namespace

std::string act_text(store::Kind kind, const Act& act) {
  std::string out = R"({"why":)";
  append_quoted(out, act.why);
  switch (kind) {
    case store::Kind::rewind:
      append_all(out, R"(,"to":)", act.to, R"(,"episodes":)", act.episodes);
      break;
    case store::Kind::unteach:
      append_all(out, R"(,"visit":")", act.visit.text(), R"(","episodes":)", act.episodes);
      break;
    case store::Kind::fork:
      append_all(out, R"(,"machine":)", act.machine, R"(,"name":)");
      append_quoted(out, act.name);
      append_all(out, R"(,"seq":)", act.seq, R"(,"episodes":)", act.episodes);
      break;
    case store::Kind::topup:
      append_all(out, R"(,"to":)", act.to);
      break;
    case store::Kind::reset:
      if (act.plaque) append_plaque(out, *act.plaque);
      break;
    case store::Kind::episode:
    case store::Kind::start:
    case store::Kind::freeze:
    case store::Kind::thaw:
      break;
  }
  return out += '}';
}

Act parse_act(const store::LogRow& row) {
  try {
    if (nests_deeper(row.detail)) throw store::Error("its detail nests too deeply");
    const nlohmann::json json = nlohmann::json::parse(row.detail);
    Act act;
    act.why = json.at("why");
    if (row.kind == store::Kind::rewind || row.kind == store::Kind::topup) act.to = json.at("to");
    if (row.kind == store::Kind::unteach) {
      const auto visit = store::Id::parse(json.at("visit").get<std::string>());
      if (!visit) throw store::Error("\"visit\" is no id");
      act.visit = *visit;
    }
    if (row.kind == store::Kind::fork) {
      act.machine = json.at("machine");
      act.name = json.at("name");
      act.seq = json.at("seq");
    }
    const bool counts =
        row.kind == store::Kind::rewind || row.kind == store::Kind::unteach || row.kind == store::Kind::fork;
    if (counts) act.episodes = json.at("episodes");
    if (row.kind == store::Kind::reset) act.plaque = plaque_of(json);
    return act;
  } catch (const std::exception& error) {
    throw store::Error("log of machine " + std::to_string(row.machine) + " at seq " +
                       std::to_string(row.seq) + ", detail: " + error.what());
  }
}

}  // namespace menagerie::wire
