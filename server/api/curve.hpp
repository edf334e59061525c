// A machine's learning curve along an era: Gardner's staircase (+1 a win, 0 a draw, -1 a loss), the beads in
// box 1, the boxes ever opened and the losing beads left.
#pragma once

#include "server/api/http.hpp"
#include "server/api/waiters.hpp"
#include "server/core/machine.hpp"

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

/// A machine's curve between requests: it is made once for each seq, however many ask. Network thread.
struct CurveCache {
  std::shared_ptr<const std::string> text;  ///< at text_seq
  std::uint64_t text_seq = 0;
  bool reading = false;
  using Ready = std::function<void(std::exception_ptr)>;
  Waiters<Ready> waiting;  ///< requests that came while a reader had it
};

}  // namespace menagerie::api
