#include "server/store/number_lists.hpp"

#include "engine/parse_number.hpp"
#include "server/store/store.hpp"

#include <array>
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

/// Reads lists of at most five whole numbers in a list, and nothing else. Exports and verify read very many
/// of them, written by this program: without blanks, and with few digits.
class Reader {
 public:
  Reader(std::string_view text, std::string_view where)
      : begin_(text.data()), at_(begin_), end_(at_ + text.size()), where_(where) {}

  static constexpr std::size_t kNumbersMax = 5;

  /// Calls `each(numbers)` for every inner list.
  template <typename Each>
  void lists(Each each) {
    take('[');
    if (!taken(']')) {
      do {
        each(list());
      } while (taken(','));
      take(']');
    }
    space();
    if (at_ != end_) fail();
  }
  /// The same for lists of any length: calls `each(number)`.
  template <typename Each>
  void numbers(Each each) {
    take('[');
    if (!taken(']')) {
      do {
        take('[');
        if (taken(']')) continue;
        do each(number());
        while (taken(','));
        take(']');
      } while (taken(','));
      take(']');
    }
    space();
    if (at_ != end_) fail();
  }

  [[noreturn]] void fail() const {
    throw Error(
        std::string(where_) + ": not the expected lists of numbers, at byte " + std::to_string(at_ - begin_),
        ErrorKind::permanent);
  }

 private:
  std::span<const std::int64_t> list() {
    std::size_t count = 0;
    take('[');
    if (taken(']')) return {};
    do {
      if (count == kNumbersMax) fail();
      numbers_[count++] = number();
    } while (taken(','));
    take(']');
    return {numbers_.data(), count};
  }
  std::int64_t number() {
    space();
    std::int64_t number = 0;
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (end_ - at_ > 4 && is_digit(*at_)) {  // up to three digits, then something else
      const char* at = at_;
      do number = number * 10 + (*at++ - '0');
      while (at < at_ + 4 && is_digit(*at));
      if (at < at_ + 4) {
        at_ = at;
        return number;
      }
    }
    std::string_view rest(at_, static_cast<std::size_t>(end_ - at_));
    const auto taken = take_number<std::int64_t>(rest);
    if (!taken) fail();
    at_ = rest.data();
    return *taken;
  }
  void space() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\n')) ++at_;
  }
  bool taken(char c) {
    if (at_ != end_ && *at_ == c) {
      ++at_;
      return true;
    }
    space();
    if (at_ == end_ || *at_ != c) return false;
    ++at_;
    return true;
  }
  void take(char c) {
    if (!taken(c)) fail();
  }

  const char* begin_;
  const char* at_;
  const char* end_;
  std::string_view where_;
  std::array<std::int64_t, kNumbersMax> numbers_;  // NOLINT(*-member-init): filled as far as it is read
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
  for (auto size = box_sizes.begin(); size != box_sizes.end() && at + *size <= counts.size(); ++size) {
    out += out.size() > 1 ? ",[" : "[";
    for (std::size_t bead = 0; bead < *size; ++bead) {
      if (bead != 0) out += ',';
      append(out, counts[at++]);
    }
    out += ']';
  }
  if (at != counts.size())
    throw Error("there are " + std::to_string(counts.size()) + " counts, which are not those of the boxes",
                ErrorKind::permanent);
  return out += ']';
}

void parse_changes(std::string_view text, std::string_view where, std::vector<BeadChange>& changes) {
  changes.clear();
  Reader reader(text, where);
  reader.lists([&](std::span<const std::int64_t> n) {
    const bool propagated = n.size() == 5 && n[4] == 1;
    if ((n.size() != 4 && !propagated) || !fits<std::uint32_t>(n[0], 1) || !fits<std::uint16_t>(n[1]))
      reader.fail();
    changes.push_back(
        {static_cast<std::uint32_t>(n[0] - 1), static_cast<std::uint16_t>(n[1]), n[2], n[3], propagated});
  });
}

void parse_trace(std::string_view text, std::string_view where, std::vector<Draw>& trace) {
  trace.clear();
  Reader reader(text, where);
  reader.lists([&](std::span<const std::int64_t> n) {
    if (n.size() != 3 || !fits<std::uint32_t>(n[0], 1) || !fits<std::uint16_t>(n[1]) ||
        !fits<std::uint16_t>(n[2]))
      reader.fail();
    trace.push_back({static_cast<std::uint32_t>(n[0] - 1), static_cast<std::uint16_t>(n[1]),
                     static_cast<std::uint16_t>(n[2])});
  });
}

std::vector<std::int64_t> parse_counts(std::string_view text, std::string_view where) {
  std::vector<std::int64_t> counts;
  Reader(text, where).numbers([&](std::int64_t number) { counts.push_back(number); });
  return counts;
}

}  // namespace menagerie::store
