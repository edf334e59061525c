#include "server/api/curve.hpp"

#include "server/api/routes.hpp"

namespace menagerie::api {
namespace {

constexpr std::size_t kRowsAtOnce = 500;

Json points_json(const Samples& samples) {
  Json list = Json::array();
  for (const auto& [seq, value] : samples.points()) list.push_back(Json::array({seq, value}));
  return list;
}

/// Reads the log into the curve up to `last`.
void catch_up(Curve& curve, store::Store& store, std::int64_t machine, std::uint64_t last) {
  while (curve.seq() < last) {
    const auto rows = store.log_after(machine, curve.seq(), kRowsAtOnce);
    if (rows.empty()) return;
    for (const store::LogRow& row : rows) {
      if (row.seq <= last) curve.add(row);
    }
    if (rows.back().seq >= last) return;
  }
}

/// Reads on until the curve stands at the room's seq of now, then calls everyone who waits.
void refresh(House& house, const museum::Room& room) {
  CurveKeeper& keeper = house.kept[&room].curve;
  const museum::Machine& machine = room.machine();
  if (!keeper.curve) keeper.curve = std::make_shared<Curve>(machine);
  keeper.reading = true;
  auto curve = keeper.curve;
  auto text = std::make_shared<std::string>();
  const std::uint64_t last = room.life().seq;
  house.readers.read(
      [curve, text, &machine, last](store::Store& store) {
        catch_up(*curve, store, machine.row.machine, last);
        *text = curve->text();
      },
      [&keeper, curve, text](std::exception_ptr thrown) {
        keeper.reading = false;
        if (thrown) {
          keeper.curve = nullptr;  // half read: begin again
        } else {
          keeper.text = text;
          keeper.text_seq = curve->seq();
        }
        const auto waiting = std::exchange(keeper.waiting, {});
        for (const auto& call : waiting) call(thrown);
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

void Curve::begin_era(const store::LogRow& act) {
  era_ = act.era;
  from_ = act.seq + 1;
  height_ = 0;
  staircase_ = {};
  first_box_ = {};
  first_box_beads_ = 0;
  if (!machine_->listed()) return;  // its first box is whichever it met first
  const Box& box = machine_->boxes.boxes().front();
  first_box_beads_ = machine_->rule.start_at(box.turn) * static_cast<std::int64_t>(box.beads.size());
  first_box_.add({act.seq, first_box_beads_});
}

void Curve::add(const store::LogRow& row) {
  seq_ = row.seq;
  if (row.kind != store::Kind::episode) {
    if (row.era != era_) begin_era(row);
    return;
  }
  const store::Result result = row.self_play() ? store::Result::draw : store::result_of(row);
  height_ += result == store::Result::win ? 1 : result == store::Result::loss ? -1 : 0;
  staircase_.add({row.seq, height_});
  const std::int64_t before = first_box_beads_;
  for (const BeadChange& change : row.changes) {
    if (change.box == 0 && machine_->listed()) first_box_beads_ += change.after - change.before;
  }
  if (first_box_beads_ != before) first_box_.add({row.seq, first_box_beads_});
}

std::string Curve::text() const {
  Json json;
  json["machine"] = machine_->row.name;
  json["seq"] = seq_;
  json["era"] = era_;
  json["from"] = from_;
  json["staircase"] = points_json(staircase_);
  json["first_box"] = points_json(first_box_);
  return json.dump();
}

void show_curve(House& house, Call call) {
  CurveKeeper& keeper = house.kept[call.room].curve;
  const museum::Room& room = *call.room;
  // Whoever has waited is answered from what the reader brought; finished (hash, gzip) on a reader again.
  const auto answer = [&house, &keeper, call = std::move(call)](std::exception_ptr thrown) {
    if (thrown)
      return call.refuse(503, "log-not-readable", "The log cannot be read now", "please try again later");
    answer_from_log(house, call, [text = keeper.text](store::Store&, const Request&) {
      Response response;
      response.body = text;
      return response;
    });
  };
  if (keeper.text && keeper.text_seq == room.life().seq) return answer(nullptr);
  keeper.waiting.push_back(answer);
  if (!keeper.reading) refresh(house, room);
}

}  // namespace menagerie::api
