#include "server/store/number_lists.hpp"

#include "server/store/store.hpp"

#include <charconv>
#include <iterator>
#include <limits>

namespace menagerie::store {
namespace {

void append(std::string& out, std::int64_t number) {
  char digits[24];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

void append_list(std::string& out, std::initializer_list<std::int64_t> numbers) {
  char text[5 * 21 + 3];  // at most five numbers, with their commas and brackets
  char* at = text;
  for (const std::int64_t number : numbers) {
    *at = at == text ? '[' : ',';
    ++at;
    at = std::to_chars(at, std::end(text), number).ptr;
  }
  *at++ = ']';
  if (out.size() > 1) out += ',';
  out.append(text, static_cast<std::size_t>(at - text));
}

/// Reads lists of lists of whole numbers and nothing else.
class Reader {
 public:
  Reader(std::string_view text, const std::string& where) : text_(text), where_(where) {}

  /// Calls `each(numbers)` for every inner list.
  template <typename Each>
  void lists(Each each) {
    take('[');
    std::vector<std::int64_t> numbers;
    if (!taken(']')) {
      do {
        list(numbers);
        each(numbers);
      } while (taken(','));
      take(']');
    }
    space();
    if (at_ != text_.size()) fail();
  }

  [[noreturn]] void fail() const {
    throw Error(where_ + ": not the expected lists of numbers, at byte " + std::to_string(at_));
  }

 private:
  void list(std::vector<std::int64_t>& numbers) {
    numbers.clear();
    take('[');
    if (taken(']')) return;
    do {
      space();
      std::int64_t number = 0;
      const auto [end, problem] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), number);
      if (problem != std::errc{}) fail();
      at_ = static_cast<std::size_t>(end - text_.data());
      numbers.push_back(number);
    } while (taken(','));
    take(']');
  }
  void space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }
  bool taken(char c) {
    space();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void take(char c) {
    if (!taken(c)) fail();
  }

  std::string_view text_;
  const std::string& where_;
  std::size_t at_ = 0;
};

template <typename Number>
bool fits(std::int64_t value, std::int64_t least = 0) {
  return value >= least && value <= static_cast<std::int64_t>(std::numeric_limits<Number>::max());
}

}  // namespace

void write_changes(std::span<const BeadChange> changes, std::string& out) {
  out = "[";
  for (const BeadChange& change : changes) {
    const std::int64_t number = std::int64_t{change.box} + 1;
    if (change.propagated) {
      append_list(out, {number, change.bead, change.before, change.after, 1});
    } else {
      append_list(out, {number, change.bead, change.before, change.after});
    }
  }
  out += ']';
}

void write_trace(std::span<const Draw> trace, std::string& out) {
  out = "[";
  for (const Draw& draw : trace) append_list(out, {std::int64_t{draw.box} + 1, draw.bead, draw.ply});
  out += ']';
}

std::string counts_text(std::span<const std::int64_t> counts, std::span<const std::size_t> box_sizes) {
  std::string out = "[";
  std::size_t at = 0;
  for (const std::size_t size : box_sizes) {
    out += out.size() > 1 ? ",[" : "[";
    for (std::size_t bead = 0; bead < size; ++bead) {
      if (bead != 0) out += ',';
      append(out, counts[at++]);
    }
    out += ']';
  }
  return out += ']';
}

std::vector<BeadChange> parse_changes(std::string_view text, const std::string& where) {
  std::vector<BeadChange> changes;
  Reader reader(text, where);
  reader.lists([&](const std::vector<std::int64_t>& n) {
    const bool propagated = n.size() == 5 && n[4] == 1;
    if ((n.size() != 4 && !propagated) || !fits<std::uint32_t>(n[0], 1) || !fits<std::uint16_t>(n[1])) {
      reader.fail();
    }
    changes.push_back(
        {static_cast<std::uint32_t>(n[0] - 1), static_cast<std::uint16_t>(n[1]), n[2], n[3], propagated});
  });
  return changes;
}

std::vector<Draw> parse_trace(std::string_view text, const std::string& where) {
  std::vector<Draw> trace;
  Reader reader(text, where);
  reader.lists([&](const std::vector<std::int64_t>& n) {
    if (n.size() != 3 || !fits<std::uint32_t>(n[0], 1) || !fits<std::uint16_t>(n[1]) ||
        !fits<std::uint16_t>(n[2])) {
      reader.fail();
    }
    trace.push_back({static_cast<std::uint32_t>(n[0] - 1), static_cast<std::uint16_t>(n[1]),
                     static_cast<std::uint16_t>(n[2])});
  });
  return trace;
}

std::vector<std::int64_t> parse_counts(std::string_view text, const std::string& where) {
  std::vector<std::int64_t> counts;
  Reader reader(text, where);
  reader.lists([&](const std::vector<std::int64_t>& n) { counts.insert(counts.end(), n.begin(), n.end()); });
  return counts;
}

}  // namespace menagerie::store
