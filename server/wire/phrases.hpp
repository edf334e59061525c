// Cache of the constant parts of play frames, built on first use: a position's legal moves, a box's label
// in a board's orientation, the name of a bead.
#pragma once

#include "engine/boxes.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace menagerie::wire {

/// Of one machine, or, where its game is not listed, of one episode. Network thread only. Must not
/// outlive the BoxSet, which may grow.
class Phrases {
 public:
  /// The number of a box as people know it, less one; nothing while it has none.
  using Number = std::function<std::optional<std::uint32_t>(std::uint32_t box)>;

  /// Without `number` the set's own numbering is used.
  explicit Phrases(const BoxSet& boxes, Number number = {}) : boxes_(&boxes), number_(std::move(number)) {}

  /// Fetches what will be asked of that node: hardly any is in the processor's caches, and waiting for it
  /// costs more than all other work on a frame.
  void prefetch(Node node, std::uint8_t orientation) const;
  /// `"X../.O./..."`, quoted.
  const std::string& position(Node node);
  /// `["a1","b1"]`: the moves that the position has, whatever was played before.
  const std::string& legal(Node node);

  /// A box as seen from a board: the texts around its counts.
  class Label {
   public:
    /// `{"box":...,"number":...,"turn":...,"orientation":...,"position":...`
    std::string_view head() const { return part(0); }
    /// Of a bead, on that board: `,"moves":["b3"]}`
    std::string_view moves(std::size_t bead) const { return part(bead + 1); }

   private:
    friend class Phrases;
    std::string_view part(std::size_t number) const {
      const std::size_t begin = number == 0 ? 0 : ends_[number - 1];
      return {text_.data() + begin, ends_[number] - begin};
    }
    std::string text_;                 // all parts in one piece: hardly a label is in the processor's caches
    std::vector<std::uint32_t> ends_;  // of each part
  };
  /// Precondition: there is a box at `node` in that orientation.
  const Label& label(Node node, std::uint8_t orientation);
  /// `{"number":5,"box":"X../.O./...","bead":3,"move":"c1","before":`
  const std::string& bead(std::uint32_t box, std::uint16_t bead);

 private:
  const BoxSet* boxes_;
  Number number_;
  std::vector<std::string> positions_, legals_, beads_;
  std::vector<std::vector<std::unique_ptr<Label>>> labels_;  // by orientation, by node
};

}  // namespace menagerie::wire
