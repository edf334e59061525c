// Cards: of a lesson, as a picture for links, a postcard and a receipt; of a machine, as a picture for links.
#include "server/api/labels/card.hpp"

#include "server/api/content.hpp"
#include "server/api/filters.hpp"
#include "server/api/labels/label.hpp"
#include "server/api/labels/moves.hpp"
#include "server/api/routes.hpp"
#include "server/api/url.hpp"
#include "server/core/episode.hpp"
#include "server/core/record.hpp"
#include "server/museum/museum.hpp"
#include "server/wire/append.hpp"
#include "server/wire/excerpt.hpp"
#include "server/wire/lesson_code.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

namespace menagerie::api {
namespace {

using labels::Card;

/// What cards say, in one language.
struct CardTexts {
  std::string_view language;
  char thousands;
  std::string_view lesson, won, draw, lost;  ///< of a number, of a title
  std::string_view beads, nothing, lessons, holds;
  std::string_view invitation;
};
constexpr std::array<CardTexts, 2> kLanguages = {{
    {"en", ',', "Lesson {}", "{} won", "A draw", "{} lost", "Beads given: {}, taken: {}. Boxes: {}.",
     "No bead moved.", "{} lessons so far", "{} boxes, {} beads", "See what became of this lesson:"},
    {"de", '.', "Lektion {}", "{} hat gewonnen", "Unentschieden", "{} hat verloren",
     "Perlen dazu: {}, heraus: {}. Schachteln: {}.", "Keine Perle kam oder ging.", "Bisher {} Lektionen",
     "{} Schachteln, {} Perlen", "Sieh nach, was aus dieser Lektion wurde:"},
}};

std::string with_value(std::string_view words, const std::string& value) {
  return fmt::format(fmt::runtime(words), value);
}

std::string figures(std::uint64_t number, const CardTexts& words) {
  std::string text = labels::figures(static_cast<std::int64_t>(number));
  std::ranges::replace(text, ',', words.thousands);
  return text;
}

/// `?lang=`
const CardTexts& read_language(const Call& call) {
  const std::string* asked = call.query("lang");
  const auto found = std::ranges::find(kLanguages, asked ? *asked : "en", &CardTexts::language);
  if (found != kLanguages.end()) return *found;
  throw BadRequest(400, "bad-lang", "No such language",
                   "\"lang\" is \"" + wire::excerpt(*asked) + "\"; it must be en or de");
}

/// `?width=`, of a roll of paper.
labels::Roll read_roll(const Call& call) {
  const std::string* width = call.query("width");
  if (!width || *width == "80") return labels::Roll::mm80;
  if (*width == "58") return labels::Roll::mm58;
  call.refuse_parameter("width", "58 or 80");
}

Card card_of(const store::MachineRow& row, const Board& board) {
  Card card;
  card.board = &board;
  card.colour = labels::parse_colour(row.colour);
  card.title = row.title;
  return card;
}

/// The boxes that the lesson changed, in the order of the changes, each with the beads that moved.
std::vector<labels::CardBox> changed_boxes(const core::Machine& machine, const store::LogRow& row) {
  const Board& board = machine.boxes.game().board();
  std::vector<labels::CardBox> boxes;
  for (const BeadChange& change : row.changes) {
    const Box& box = machine.boxes.boxes()[change.box];
    if (boxes.empty() || boxes.back().number != change.box + 1U)
      boxes.push_back({.number = change.box + 1U, .position = std::string(box.text), .marks = {}});
    const auto& bead = box.beads[change.bead];
    boxes.back().marks.push_back({labels::look_of(board, change.bead, bead.move), bead.orbit, change.after});
    boxes.back().by += change.after - change.before;
  }
  return boxes;
}

Card lesson_card(store::Store& store, const std::string& public_url, const museum::MachineView& view,
                 const store::LogRow& row, const CardTexts& words) {
  const core::Machine& machine = *view.machine;
  core::check_beads(machine, row, machine.boxes.boxes().size());
  core::Episode episode;
  core::replay(machine, row, episode);
  const core::Playthrough start(machine);
  Card card = card_of(museum::as_shown(machine.row), machine.boxes.game().board());
  const bool is_empty_at_end = card.board->kind == Board::Kind::piles;
  const core::Playthrough& shown = is_empty_at_end ? start : episode.playthrough();
  card.position = shown.graph().game().text(shown.graph().position(shown.node()));
  const std::vector<store::LogRow> acts = store.acts(row.machine);
  const auto before =
      std::ranges::count_if(acts, [&](const store::LogRow& act) { return act.seq < row.seq; });
  card.headline = with_value(words.lesson, figures(row.seq - static_cast<std::uint64_t>(before), words));
  const Result result = store::result_of(row);
  card.line = with_value(result == Result::win    ? words.won
                         : result == Result::loss ? words.lost
                                                  : words.draw,
                         card.title);
  std::int64_t given = 0, taken = 0;
  for (const BeadChange& change : row.changes)
    (change.after > change.before ? given : taken) += std::abs(change.after - change.before);
  card.boxes = changed_boxes(machine, row);
  card.small = card.boxes.empty() ? std::string(words.nothing)
                                  : fmt::format(fmt::runtime(words.beads), given, taken, card.boxes.size());
  card.code = wire::lesson_code({row.machine, row.seq});
  if (!public_url.empty()) card.address = public_url + "/lesson/" + card.code;
  card.invitation = words.invitation;
  return card;
}

Response card_response(std::string_view type, std::string bytes) {
  Response response = text_response(std::move(bytes));
  response.type = type;
  response.etag = etag_of(*response.body);
  return response;
}

/// What is drawn of a lesson never changes: a client that has it need not ask again.
using DrawCard = std::string (*)(const Card& card, labels::Roll roll);
void answer_with_card(Context& context, Call call, std::string_view type, std::string_view file,
                      DrawCard draw, bool is_receipt) {
  call.require_taken(type, "this is " + std::string(type));
  static constexpr std::array<std::string_view, 2> kCardParameters = {"lang", "width"};
  read_names(call, std::span(kCardParameters).first(is_receipt ? 2 : 1));
  const CardTexts& words = read_language(call);
  const labels::Roll roll = is_receipt ? read_roll(call) : labels::Roll::mm80;
  answer_from_lesson(
      context, std::move(call), false,
      [&url = context.public_url, &words, roll, type, file, draw](
          store::Store& store, const Request&, const museum::MachineView& view, store::LogRow row) {
        Response response = card_response(type, draw(lesson_card(store, url, view, row, words), roll));
        response.headers.emplace_back("Cache-Control", kImmutable);
        response.headers.emplace_back("Content-Disposition", "inline; filename=\"lesson-" +
                                                                 wire::lesson_code({row.machine, row.seq}) +
                                                                 std::string(file) + "\"");
        return response;
      });
}

}  // namespace

void show_lesson_picture(Context& context, Call call) {
  answer_with_card(
      context, std::move(call), "image/png", ".png",
      [](const Card& card, labels::Roll) { return labels::card_png(card); }, false);
}
void show_lesson_postcard(Context& context, Call call) {
  answer_with_card(
      context, std::move(call), "application/pdf", ".pdf",
      [](const Card& card, labels::Roll) { return labels::card_pdf(card); }, false);
}
void show_lesson_receipt(Context& context, Call call) {
  answer_with_card(context, std::move(call), "image/png", "-receipt.png", labels::receipt_png, true);
}
void show_lesson_receipt_text(Context& context, Call call) {
  answer_with_card(context, std::move(call), "text/plain; charset=utf-8", "-receipt.txt",
                   labels::receipt_text, true);
}

void show_machine_picture(Context& context, Call call) {
  call.require_taken("image/png", "this is image/png");
  static constexpr std::array<std::string_view, 1> kCardParameters = {"lang"};
  read_names(call, kCardParameters);
  const CardTexts& words = read_language(call);
  answer_from_log(
      context, std::move(call),
      [view = call.view, &words, &url = context.public_url](store::Store&, const Request&) {
        const core::Machine& machine = *view->machine;
        const store::MachineRow row = museum::as_shown(machine.row);
        Card card = card_of(row, machine.boxes.game().board());
        const core::Playthrough start(machine);
        card.position = start.graph().game().text(start.graph().position(start.node()));
        card.headline = row.maker;
        card.line = with_value(words.lessons, figures(view->state.tally.episodes, words));
        card.small = fmt::format(fmt::runtime(words.holds), figures(view->state.box_count, words),
                                 figures(static_cast<std::uint64_t>(view->state.bead_total), words));
        labels::LabelOrder order;
        order.machine = &machine;
        order.counts = view->state.beads;
        for (std::size_t number = 1; number <= std::min<std::size_t>(4, view->state.box_count); ++number)
          card.boxes.push_back({.number = number,
                                .position = std::string(order.box(number).text),
                                .marks = order.marks(number)});
        if (!url.empty()) card.address = url + "/machine/" + percent_encoded(row.name);
        return card_response("image/png", labels::card_png(card));
      });
}

}  // namespace menagerie::api
