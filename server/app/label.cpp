// menagerie label: labels for building a machine from real matchboxes, as a PDF or an SVG.
#include "engine/text.hpp"
#include "server/api/labels/document.hpp"
#include "server/api/labels/ticket.hpp"
#include "server/app/command.hpp"
#include "server/app/machines.hpp"
#include "server/app/new_file.hpp"
#include "server/app/progress.hpp"
#include "server/app/public_url.hpp"
#include "server/app/store_location.hpp"
#include "server/museum/museum.hpp"

#include <spdlog/fmt/fmt.h>

#include <filesystem>
#include <iostream>

namespace menagerie::app {
namespace {

namespace labels = api::labels;

struct LabelOptions {
  MachineChoice choice;
  std::string data, machine;  ///< either one given: the museum's machine
  std::string counts;         ///< empty: now for a museum's machine, else start
  std::string numbers;        ///< empty: all
  std::string paper = "a4";
  std::string size = "35x15";
  std::string public_url;
  std::string out, format;
  bool ticket = false;

  bool in_museum() const { return !data.empty() || !machine.empty(); }
  bool changed() const { return !(choice.seat.empty() && choice.rule.empty() && choice.convention.empty()); }
};

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// Takes --machine for the name, and refuses what does not go together.
void settle(LabelOptions& options) {
  MachineChoice& choice = options.choice;
  if (choice.name.empty()) choice.name = options.machine;
  if (choice.name.empty()) throw Usage("which machine? An exhibit or game, or --data DIR --machine NAME");
  if (!options.machine.empty() && lower_case(choice.name) != lower_case(options.machine))
    throw Usage(fmt::format("two machines are named, {} and --machine {}; labels are for one", choice.name,
                            options.machine));
  if (options.in_museum() && options.changed())
    throw Usage("--seat, --rule and --boxes are for machines outside a museum; this one has its own");
  if (!options.in_museum() && options.counts == "now")
    throw Usage("--counts now is for a museum's machine: give --data DIR --machine NAME");
  // Only machines that a museum shows have pages for a code to link to.
  const bool has_page =
      options.in_museum() || (museum::find_exhibit(lower_case(choice.name)) && !options.changed());
  if (!has_page && !options.public_url.empty())
    throw Usage(
        fmt::format("--public-url is for exhibits as they are and a museum's machines: {} has no page there",
                    choice.name));
  if (has_page && options.public_url.empty()) options.public_url = variable("MENAGERIE_PUBLIC_URL");
  const std::string fault = options.public_url.empty() ? std::string{} : public_url_fault(options.public_url);
  if (!fault.empty()) throw Usage("--public-url: " + fault);
}

labels::Format drawing_format(const LabelOptions& options) {
  if (!options.format.empty()) return labels::parse_format(options.format).value();
  if (options.out == "-") return labels::Format::pdf;
  const std::string ending = lower_case(std::filesystem::path(options.out).extension().string());
  if (ending == ".pdf") return labels::Format::pdf;
  if (ending == ".svg") return labels::Format::svg;
  throw Usage(fmt::format("--out {} ends neither in .pdf nor in .svg; say which with --format", options.out));
}

/// The machine with its boxes and beads, and what keeps them alive.
struct Found {
  std::shared_ptr<const core::Machine> machine;
  labels::LabelOrder order;
};

Found find_in_museum(const LabelOptions& options) {
  const StoreLocation place = place_of(options.data.empty() ? usual_place() : options.data);
  const auto store = place.open();
  core::Loaded loaded = place.load(*store, options.choice.name);
  Found found;
  found.machine = loaded.machine;
  found.order.machine = found.machine.get();
  found.order.box_count = loaded.state.box_count;
  if (found.order.box_count == 0)
    throw Usage(found.machine->row.name +
                " has made no box yet: it makes one whenever it meets a new position");
  found.order.counts = std::move(loaded.state.beads);
  found.order.seq = loaded.state.seq;
  if (options.counts == "start") labels::fill_with_start(found.order);
  return found;
}

Found find_outside_museum(const LabelOptions& options) {
  store::MachineRow row = row_of(options.choice);
  const Game& game = *find_game(row.game);
  if (!game.listed()) {
    throw Usage(
        fmt::format("{} makes each box when it first meets it, so there is none before its first game; print "
                    "those of a museum's machine: --data DIR --machine NAME",
                    row.name));
  }
  if (row.title.empty()) {
    row.title = game.story().title;
    row.colour = "#b9352b";
  }
  Found found;
  found.machine = make_machine(std::move(row));
  found.order.machine = found.machine.get();
  found.order.box_count = found.machine->boxes.boxes().size();
  labels::fill_with_start(found.order);
  return found;
}

Found find(const LabelOptions& options) {
  Found found = options.in_museum() ? find_in_museum(options) : find_outside_museum(options);
  labels::LabelOrder& order = found.order;
  order.paper = labels::find_paper(options.paper);
  if (order.paper == nullptr)
    throw Usage(fmt::format("there is no paper \"{}\"; it is {}", options.paper, labels::kPaperNames));
  std::string why;
  const auto size = labels::parse_size(options.size, why);
  if (!size) throw Usage(why);
  order.size = *size;
  const auto numbers =
      labels::parse_numbers(options.numbers.empty() ? "1-" : options.numbers, order.box_count);
  if (!numbers) {
    throw Usage(
        fmt::format("--numbers {} are none of its boxes: {} has 1 to {}; a part of them is 1-90, 91-, or 12",
                    options.numbers, found.machine->row.name, order.box_count));
  }
  order.numbers = *numbers;
  order.public_url = options.public_url;
  return found;
}

void add_options(CLI::App& command, LabelOptions& options) {
  command.add_option("name", options.choice.name, "an exhibit (menace, her, ...) or a game");
  command.add_option("--out", options.out, "file that ends in .pdf or .svg; - for standard output")
      ->required();
  command.add_option("--format", options.format, "pdf or svg, where --out does not tell")
      ->check(CLI::IsMember({"pdf", "svg"}));
  command.add_option("--paper", options.paper, "a4 or letter")->capture_default_str();
  command
      .add_option("--size", options.size,
                  "of a label, width x height in mm: 35x15 (or front) for the front of a drawer, 53x36 (or "
                  "tray) for a tray, or any other")
      ->capture_default_str();
  command.add_option("--numbers", options.numbers, "only these boxes, by their numbers: 1-90, 91-, or 12");
  command.add_flag(
      "--ticket", options.ticket,
      "instead of labels a sheet of tickets: what a machine that pays prizes (carnival) pays with "
      "these beads");
  command.add_option("--public-url", options.public_url,
                     "address of a museum; every label then has a QR code that opens its box's page there "
                     "(also MENAGERIE_PUBLIC_URL; without either there are no codes)");
  command.add_option("--data", options.data,
                     "folder of a museum, or postgresql://... (with --machine alone: MENAGERIE_STORE, "
                     "MENAGERIE_DATA, or data)");
  command.add_option("--machine", options.machine, "one of the museum's machines");
  command
      .add_option(
          "--counts", options.counts,
          "beads that are told: start, as the boxes begin; now, as they are in the museum, which is what a "
          "museum's machine gets by itself")
      ->check(CLI::IsMember({"start", "now"}));
  add_machine_options(command, options.choice);
}

}  // namespace

int label(int argc, const char* const* argv) {
  CLI::App command{
      "Prints labels for real matchboxes, one for each box: its position, its number and turn, and its beads "
      "with their moves; cut marks; and a cover sheet that tells which beads to buy. Of an exhibit or any "
      "other machine with the beads that it starts with, or, with --data and --machine, of a museum's "
      "machine with its beads as they are now. The museum is only read; its server may be running.",
      "menagerie label"};
  LabelOptions options;
  add_options(command, options);
  command.footer(
      "A PDF takes 3,000 boxes, an SVG (its sheets one below the other) 600: --numbers prints a part.");
  if (const int status = parse(command, arguments_of(argc, argv)); status >= 0) return status;

  settle(options);
  const labels::Format format = drawing_format(options);
  Found found = find(options);
  labels::LabelOrder& order = found.order;
  if (options.ticket) {
    api::Strengths strengths;
    if (const auto fault = labels::order_tickets(order, strengths, found.machine)) throw Usage(*fault);
  }
  if (const auto fault = labels::fault_of(order, format)) throw Usage(*fault);
  const auto draw = [&](std::ostream& out) {
    const Progress progress("drawing the labels of " + found.machine->row.name);
    labels::Drawing drawing(order, format);
    std::string sheet;
    for (bool more = true; more && out; sheet.clear()) {
      more = drawing.next(sheet);
      out.write(sheet.data(), static_cast<std::streamsize>(sheet.size()));
    }
  };
  if (options.out == "-") {
    draw(std::cout);  // main() checks for output errors
    return 0;
  }
  write_whole(options.out, draw);
  if (order.prize) {
    std::cout << fmt::format("{}: tickets for {}, which pays {}. {}\n", options.out, found.machine->row.title,
                             api::prizes()[order.prize->prize].name, labels::odds_text(*order.prize));
    return 0;
  }
  const labels::Sheet sheet = labels::Sheet::plan(*order.paper, order.size).value();
  const std::size_t count = order.numbers.count(), sheets = sheet.sheets_for(count);
  std::cout << fmt::format("{}: {} of {} on {} of {}, and a cover sheet{}\n", options.out,
                           counted(count, "label"), labels::to_text(order.size), counted(sheets, "sheet"),
                           order.paper->title,
                           order.public_url.empty() ? "; no codes without --public-url" : "");
  return 0;
}

}  // namespace menagerie::app
