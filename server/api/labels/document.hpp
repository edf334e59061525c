// The whole document: a cover sheet, and sheets of labels.
#pragma once

#include "server/api/labels/order.hpp"

#include <memory>
#include <string>

namespace menagerie::api::labels {

/// A document in the making, a sheet at a time. The same order gives the same bytes. A PDF has a page a
/// sheet; an SVG has the sheets one below the other. One thread at a time; it may change between two
/// calls.
class Drawing {
 public:
  /// Precondition: no fault_of(). The order's machine must outlive the Drawing.
  Drawing(LabelOrder order, Format format);
  ~Drawing();
  Drawing(const Drawing&) = delete;
  Drawing& operator=(const Drawing&) = delete;

  /// Draws the next sheet, some tens of labels, and appends what bytes are ready (an SVG's all come at the
  /// end); false once there is no more. Throws std::runtime_error where Cairo fails.
  bool next(std::string& out);

 private:
  class State;
  std::unique_ptr<State> state_;
};

/// All of it at once.
std::string draw(LabelOrder order, Format format);

}  // namespace menagerie::api::labels
