#include "server/api/curve.hpp"

#include "server/api/filters.hpp"
#include "server/api/past.hpp"
#include "server/api/routes.hpp"

#include <algorithm>
#include <numeric>

namespace menagerie::api {
namespace {

Json points_json(const Samples& samples) {
  Json list = Json::array();
  for (const auto& [seq, value] : samples.points()) list.push_back(Json::array({seq, value}));
  return list;
}

/// The number of boxes opened so far, where it grows. A box is opened when a game first changes it.
Samples opened_since(store::Store& store, std::int64_t machine, std::uint64_t after, std::uint64_t last) {
  std::vector<std::uint64_t> seqs = store.first_changes(machine, after);
  std::erase_if(seqs, [&](std::uint64_t seq) { return seq == 0 || seq > last; });
  std::ranges::sort(seqs);
  Samples opened;
  for (std::size_t i = 0; i < seqs.size(); ++i) {
    if (i + 1 == seqs.size() || seqs[i + 1] != seqs[i])
      opened.add({seqs[i], static_cast<std::int64_t>(i + 1)});
  }
  return opened;
}

std::int64_t beads_in_first_box(const core::Machine& machine, const core::MachineState& state) {
  if (!machine.listed()) return 0;  // its first box is whichever it met first
  const auto beads = state.beads_in(machine.boxes.boxes().front());
  return std::accumulate(beads.begin(), beads.end(), std::int64_t{0});
}

std::string curve_text(store::Store& store, Strengths& strengths,
                       const std::shared_ptr<const core::Machine>& machine, std::uint64_t last) {
  Samples staircase, first_box, losing;
  std::uint64_t episodes = 0, begun = 0;
  std::uint32_t era = 0;
  std::int64_t beads = -1, lost = -1;
  walk_era(store, *machine, last, Samples::kPointsMax, [&](const core::MachineState& state) {
    if (begun == 0) begun = state.era_seq;
    era = state.era;
    const store::Tally& tally = state.era_tally;
    if (std::exchange(episodes, tally.episodes) != tally.episodes) {
      staircase.add(
          {state.seq, static_cast<std::int64_t>(tally.wins) - static_cast<std::int64_t>(tally.losses)});
    }
    if (const std::int64_t now = beads_in_first_box(*machine, state);
        machine->listed() && std::exchange(beads, now) != now) {
      first_box.add({state.seq, now});
    }
    if (const auto marks = strengths.marks_of(machine, state.beads);
        marks && std::exchange(lost, marks->losing) != marks->losing) {
      losing.add({state.seq, marks->losing});
    }
  });
  Json json;
  json["machine"] = machine->row.name;
  json["seq"] = last;
  json["era"] = era;
  json["from"] = begun + 1;
  json["staircase"] = points_json(staircase);
  json["first_box"] = points_json(first_box);
  json["opened"] = points_json(opened_since(store, machine->row.machine, begun, last));
  json["losing"] = points_json(losing);
  return json.dump();
}

/// Makes the curve at the view's seq, then calls everyone who waits.
void refresh(Context& context, const museum::MachineView& view) {
  CurveCache& keeper = context.caches[view.machine->row.machine].curve;
  keeper.reading = true;
  auto text = std::make_shared<std::string>();
  const std::uint64_t last = view.state.seq;
  // A read for the server itself: at most one at a time for each machine.
  context.readers.read(
      {.lane = Lane::costly},
      [text, &strengths = context.strengths, machine = view.machine, last](store::Store& store) {
        *text = curve_text(store, strengths, machine, last);
      },
      [&keeper, text, last](std::exception_ptr thrown) {
        keeper.reading = false;
        if (!thrown) {
          keeper.text = text;
          keeper.text_seq = last;
        }
        keeper.waiting.answer(thrown);
      });
}

}  // namespace

void Samples::add(Point point) {
  last_ = point;
  if (count_++ % stride_ == 0) kept_.push_back(point);
  if (kept_.size() < kPointsMax) return;
  for (std::size_t i = 0; i * 2 < kept_.size(); ++i) kept_[i] = kept_[i * 2];
  kept_.resize((kept_.size() + 1) / 2);
  stride_ *= 2;
}

std::vector<Samples::Point> Samples::points() const {
  std::vector<Point> points = kept_;
  if (count_ > 0 && points.back() != last_) points.push_back(last_);
  return points;
}

void show_curve(Context& context, Call call) {
  const std::shared_ptr<const museum::MachineView> view = call.view;
  CurveCache& keeper = context.caches[view->machine->row.machine].curve;
  const std::uint64_t at = seq_in_query(call, "at", view->state.seq);
  if (at != view->state.seq) {
    return answer_from_log(
        context, std::move(call),
        [&strengths = context.strengths, machine = view->machine, at](store::Store& store, const Request&) {
          return text_response(curve_text(store, strengths, machine, at));
        },
        Lane::costly);
  }
  const ClientKey client = call.request.client;
  // Answers those who waited with what the reader brought; hash and gzip are made on a reader again.
  CurveCache::Ready answer = [&context, &keeper, call = std::move(call)](std::exception_ptr thrown) {
    if (thrown) return call.respond(problem_of(thrown));
    answer_from_log(context, Call(call),
                    [text = keeper.text](store::Store&, const Request&) { return text_response(text); });
  };
  if (keeper.text && keeper.text_seq == view->state.seq) return answer(nullptr);
  if (!keeper.waiting.add(client, answer, context.limits))
    return answer(std::make_exception_ptr(TooManyReads()));
  if (!keeper.reading) refresh(context, *view);
}

}  // namespace menagerie::api
