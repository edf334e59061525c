#include "tests/fuzz/targets.hpp"

#include "engine/check.hpp"
#include "engine/game.hpp"
#include "engine/rules.hpp"
#include "server/api/body.hpp"
#include "server/api/experiment_spec.hpp"
#include "server/api/url.hpp"
#include "server/museum/ticket.hpp"
#include "server/wire/frames.hpp"
#include "server/wire/lesson_code.hpp"
#include "server/wire/sealed_text.hpp"
#include "server/wire/time_text.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <string>
#include <utility>

namespace menagerie::fuzz {
namespace {

/// What is answered to what was refused is JSON, whatever was said.
template <typename Frame>
void check_refusal(const Frame& frame) {
  const auto* refusal = std::get_if<wire::Refusal>(&frame);
  if (refusal == nullptr) return;
  MENAGERIE_CHECK(nlohmann::json::accept(wire::error_text(refusal->code, refusal->message)));
}

std::array<unsigned char, 32> key_of_tests() {
  std::array<unsigned char, 32> key{};
  key.fill(7);
  return key;
}

void describe(const std::map<std::string, std::string>& parameters) {
  try {
    api::parse_experiment(parameters, api::machine_named);
  } catch (const api::BadExperiment& refused) {
    MENAGERIE_CHECK(*refused.what() != '\0');
  }
}

}  // namespace

void frames(std::string_view bytes) {
  check_refusal(wire::parse_client_frame(bytes));
  check_refusal(wire::parse_sealed_frame(bytes));
}

void tickets(std::string_view bytes) {
  static const museum::Secrets secrets = museum::Secrets::from(key_of_tests());
  if (const auto ticket = museum::read_ticket(bytes, secrets)) {
    std::array<char, museum::kTicketTextMax> text;
    MENAGERIE_CHECK(museum::read_ticket(museum::write_ticket(*ticket, secrets, text), secrets));
  }
  if (const auto visit = museum::read_visit(bytes, secrets))
    MENAGERIE_CHECK(museum::write_visit(*visit, secrets) == bytes);
  const wire::LessonCode code = wire::parse_lesson_code(bytes);
  if (code.place) {
    const wire::LessonCode again = wire::parse_lesson_code(wire::lesson_code(*code.place));
    MENAGERIE_CHECK(again.place && again.place->machine == code.place->machine &&
                    again.place->seq == code.place->seq);
  }
  wire::parse_time(bytes);
}

void requests(std::string_view bytes) {
  MENAGERIE_CHECK(api::percent_decoded(api::percent_encoded(bytes)) == bytes);
  api::is_valid_host(bytes);
  const std::optional<api::Target> target = api::parse_target(bytes);
  if (!target) return;
  MENAGERIE_CHECK(target->path.starts_with('/'));
  for (const std::string_view part : api::path_parts(target->path)) api::percent_decoded(part);
  describe(target->query);
}

void bodies(std::string_view bytes) {
  api::Request request;
  request.method = "POST";
  request.content_type = "application/json";
  request.body = bytes;
  try {
    const api::Body body(request, api::experiment_parameters());
    std::map<std::string, std::string> parameters;
    for (const std::string_view name : api::experiment_parameters()) {
      if (auto text = body.plain(std::string(name).c_str())) parameters[std::string(name)] = std::move(*text);
    }
    describe(parameters);
    body.text("machine", "");
    body.number("games", 1, 1000, 1);
    body.flag("boards");
  } catch (const api::BadRequest& refused) {
    MENAGERIE_CHECK(refused.status >= 400 && refused.status < 500);
  }
}

void positions(std::string_view bytes) {
  if (bytes.empty()) return;
  const auto games = all_games();
  const Game& game = *games[static_cast<unsigned char>(bytes.front()) % games.size()];
  const std::string_view text = bytes.substr(1);
  game.parse_move(game.start(), text);
  const std::optional<Position> position = game.parse(text);
  if (!position) return;
  const std::string written = game.text(*position);
  const std::optional<Position> again = game.parse(written);
  MENAGERIE_CHECK(again && game.text(*again) == written);
  if (game.outcome(*position)) return;
  for (const Move& move : game.moves(*position))
    MENAGERIE_CHECK(game.parse_move(*position, game.text(move)) == move);
}

void rules(std::string_view bytes) {
  std::string why;
  const std::optional<Rule> rule = parse_rule(bytes, &why);
  MENAGERIE_CHECK(rule || !why.empty());
  if (!rule) return;
  const std::string written = to_text(*rule);
  const std::optional<Rule> again = parse_rule(written);
  MENAGERIE_CHECK(again && to_text(*again) == written);
}

}  // namespace menagerie::fuzz
