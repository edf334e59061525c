#include "server/wire/sealed_text.hpp"

#include "engine/check.hpp"
#include "server/wire/append.hpp"

#include <nlohmann/json.hpp>

namespace menagerie::wire {
namespace {

constexpr std::size_t kRemarksMax = 64;

Refusal refuse(std::string message) { return {Code::bad_frame, std::move(message)}; }

/// The text of a member; empty where there is none.
std::string text_of(const nlohmann::json& frame, const char* member) {
  const auto found = frame.find(member);
  return found != frame.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// A small whole number; -1 where there is none.
int number_of(const nlohmann::json& frame, const char* member) {
  const auto found = frame.find(member);
  if (found == frame.end() || !found->is_number_unsigned() || found->get<std::uint64_t>() > 1000) return -1;
  return found->get<int>();
}

SealedFrame read_move(const nlohmann::json& frame) {
  SealedMove move{number_of(frame, "game"), number_of(frame, "ply"), text_of(frame, "move")};
  if (move.game < 0 || move.ply < 0 || move.move.empty())
    return refuse("a move needs \"game\" and \"ply\" of the room that it answers, and \"move\", a legal one");
  return move;
}

SealedFrame read_guess(const nlohmann::json& frame) {
  const std::string who = text_of(frame, "who");
  if (who != "machine" && who != "person") return refuse("\"who\" is \"machine\" or \"person\"");
  SealedGuess guess{who == "machine", text_of(frame, "remarks")};
  if (guess.remarks.size() > kRemarksMax ||
      guess.remarks.find_first_not_of("0123456789/") != std::string::npos)
    return refuse("\"remarks\" is a digit for each of your moves, with / between the games");
  return guess;
}

void append_score(std::string& out, const SealedScore& score) {
  append_all(out, R"({"machines":)", score.machines, R"(,"machines_as_people":)", score.machines_as_people,
             R"(,"people":)", score.people, R"(,"people_as_machines":)", score.people_as_machines, "}");
}

void append_draw(std::string& out, const SealedDraw& draw, Phrases& phrases) {
  const Phrases::Label& label = phrases.label(draw.node, 0);
  append_comma(out);
  append_all(out, label.head(), R"(,"ply":)", draw.ply, R"(,"bead":)",
             draw.bead ? std::to_string(*draw.bead) : "null", R"(,"beads":[)");
  for (std::size_t bead = 0; bead < draw.counts.size(); ++bead) {
    append_comma(out);
    append_all(out, R"({"count":)", draw.counts[bead], label.moves(bead));
  }
  out += "]}";
}

void append_game(std::string& out, const SealedGame& game, const GameGraph& graph, Phrases& phrases) {
  append_comma(out);
  append_all(out, R"({"seat":")", game.seat == Player::first ? "first" : "second", R"(","outcome":")",
             to_text(game.result), R"(","moves":[)");
  std::string positions = "[" + phrases.position(0);
  for (const Edge edge : game.moves) {
    append_comma(out);
    append_quoted(out, graph.move_text(edge));
    positions += ',' + phrases.position(graph.target(edge));
  }
  append_all(out, R"(],"positions":)", positions, R"(],"draws":[)");
  for (const SealedDraw& draw : game.draws) append_draw(out, draw, phrases);
  out += "]}";
}

}  // namespace

SealedFrame parse_sealed_frame(std::string_view text) {
  const nlohmann::json frame = nlohmann::json::parse(text, nullptr, false);
  if (!frame.is_object()) return refuse("the frame is no JSON object");
  const std::string type = text_of(frame, "type");
  if (type == "move") return read_move(frame);
  if (type == "guess") return read_guess(frame);
  if (type != "enter") return Refusal{Code::unknown_type, "the sealed room knows enter, move and guess"};
  const std::string visit = text_of(frame, "visit");
  return SealedEnter{visit.empty() ? std::nullopt : std::optional(visit)};
}

SealedScore& SealedScore::operator+=(const SealedScore& more) {
  machines += more.machines;
  machines_as_people += more.machines_as_people;
  people += more.people;
  people_as_machines += more.people_as_machines;
  return *this;
}

std::string sealed_hello_text(const Game& game, int games, const SealedScore& score,
                              std::string_view visit_token) {
  std::string out = R"({"type":"hello","protocol":")";
  append_all(out, kProtocol, R"(","game":)", wire::quoted(game.name()), R"(,"board":)", board_text(game),
             R"(,"games":)", games, R"(,"score":)");
  append_score(out, score);
  append_all(out, R"(,"visit_token":")", visit_token, "\"}");
  return out;
}

std::string room_text(const SealedView& view) {
  std::string out = R"({"type":"room","game":)";
  append_all(out, view.game, R"(,"seat":")", view.seat == Player::first ? "first" : "second", R"(","ply":)",
             view.ply, R"(,"position":)", view.position, R"(,"legal":)", view.legal, R"(,"played":)",
             view.played.empty() ? "null" : wire::quoted(view.played));
  if (view.result) append_all(out, R"(,"outcome":")", to_text(*view.result), R"(","end":)", view.end);
  return out += '}';
}

std::string left_text() { return R"({"type":"left"})"; }

std::string door_text(const DoorFrame& frame, const BoxSet& boxes, Phrases& phrases) {
  MENAGERIE_CHECK(frame.score != nullptr);
  std::string out = R"({"type":"door","who":")";
  append_all(out, frame.machine ? "machine" : "person", R"(","guess":)",
             !frame.guess   ? "null"
             : *frame.guess ? R"("machine")"
                            : R"("person")",
             R"(,"score":)");
  append_score(out, *frame.score);
  append_all(out, R"(,"remarks":")", frame.remarks, R"(","theirs":")", frame.theirs, R"(","games":[)");
  for (const SealedGame& game : frame.games) append_game(out, game, boxes.graph(), phrases);
  out += R"(],"boxes":[)";
  for (std::size_t i = 0; i < boxes.boxes().size() && !frame.beads.empty(); ++i) {
    const Box& box = boxes.boxes()[i];
    append_comma(out);
    append_all(out, R"({"number":)", i + 1, R"(,"box":)", wire::quoted(box.text), R"(,"beads":[)");
    for (std::size_t bead = 0; bead < box.beads.size(); ++bead) {
      append_comma(out);
      append_all(out, R"({"move":)", wire::quoted(box.beads[bead].move), R"(,"count":)",
                 frame.beads[box.first_bead + bead], "}");
    }
    out += "]}";
  }
  return out += "]}";
}

}  // namespace menagerie::wire
