// A machine's learning curve, kept up with the log: +1 a win, 0 a draw, -1 a loss, and the beads in box 1.
#pragma once

#include "server/api/http.hpp"
#include "server/museum/machine.hpp"

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace menagerie::api {

/// Points (seq, value) of a series of any length, thinned out as it grows: at most twice `points_max` are
/// held, every so many-th of what came, and the last one exactly.
class Samples {
 public:
  using Point = std::pair<std::uint64_t, std::int64_t>;

  void add(Point point);
  /// At most `kPointsMax` points, ascending, the last one exact.
  std::vector<Point> points() const;
  static constexpr std::size_t kPointsMax = 500;

 private:
  std::vector<Point> kept_;
  Point last_{};
  std::uint64_t count_ = 0, stride_ = 1;
};

/// The curve of a machine's era up to a seq. One thread at a time.
class Curve {
 public:
  explicit Curve(const museum::Machine& machine) : machine_(&machine) {}

  /// Takes over a log row; rows come in seq order. An act that begins an era begins a new curve.
  void add(const store::LogRow& row);
  std::uint64_t seq() const { return seq_; }
  /// The answer of `curve`.
  std::string text() const;

 private:
  void begin_era(const store::LogRow& act);

  const museum::Machine* machine_;
  std::uint64_t seq_ = 0, from_ = 0;
  std::uint32_t era_ = 0;
  std::int64_t height_ = 0, first_box_beads_ = 0;
  Samples staircase_, first_box_;
};

/// A machine's curve between requests: each log row is read once, however many ask. Network thread, but
/// for `curve`, which a reader's thread has while `reading`.
struct CurveKeeper {
  std::shared_ptr<Curve> curve;
  std::shared_ptr<const std::string> text;  ///< at text_seq
  std::uint64_t text_seq = 0;
  bool reading = false;
  std::vector<std::function<void(std::exception_ptr)>> waiting;  ///< who asked while a reader had it
};

}  // namespace menagerie::api
