#include "server/api/ranges.hpp"

#include "engine/parse_number.hpp"
#include "engine/text.hpp"

#include <algorithm>
#include <utility>

namespace menagerie::api {
namespace {

constexpr std::string_view kUnit = "bytes=";
constexpr std::size_t kRangePieceBytes = 128 * 1024;

/// The one range that the header names, `FIRST-`, `FIRST-LAST` or `-COUNT`; empty where there is none or
/// several.
std::string_view only_range(std::string_view text) {
  if (!text.starts_with(kUnit)) return {};
  text = trimmed(text.substr(kUnit.size()));
  return text.find(',') == std::string_view::npos ? text : std::string_view{};
}

class BytesSource : public Source {
 public:
  explicit BytesSource(std::shared_ptr<const std::string> bytes) : bytes_(std::move(bytes)) {}
  bool next(store::Store&, std::string& out) override {
    const std::size_t count = std::min(kRangePieceBytes, bytes_->size() - at_);
    out.append(*bytes_, at_, count);
    at_ += count;
    return at_ < bytes_->size();
  }
  bool skip(std::uint64_t count) override {
    at_ += static_cast<std::size_t>(std::min<std::uint64_t>(count, bytes_->size() - at_));
    return true;
  }

 private:
  std::shared_ptr<const std::string> bytes_;
  std::size_t at_ = 0;
};

/// A part of what another source makes.
class PartSource : public Source {
 public:
  PartSource(std::unique_ptr<Source> whole, ByteRange range)
      : whole_(std::move(whole)), skip_(range.first), left_(range.size()) {
    if (whole_->skip(skip_)) skip_ = 0;
  }

  bool next(store::Store& store, std::string& out) override {
    piece_.clear();
    const bool more = whole_->next(store, piece_);
    const std::uint64_t skipped = std::min<std::uint64_t>(skip_, piece_.size());
    const std::uint64_t taken = std::min<std::uint64_t>(left_, piece_.size() - skipped);
    skip_ -= skipped;
    left_ -= taken;
    out.append(piece_, static_cast<std::size_t>(skipped), static_cast<std::size_t>(taken));
    return more && left_ > 0;
  }

 private:
  std::unique_ptr<Source> whole_;
  std::uint64_t skip_, left_;  // bytes before the part, bytes of it
  std::string piece_;
};

}  // namespace

RangeHeader read_range_header(std::string_view text, std::uint64_t length) {
  const std::string_view range = only_range(text);
  const std::size_t dash = range.find('-');
  if (dash == std::string_view::npos) return {};
  const auto first = parse_number<std::uint64_t>(range.substr(0, dash));
  const auto last = parse_number<std::uint64_t>(range.substr(dash + 1));
  if (dash == 0) {  // so many at the end
    if (!last) return {};
    if (*last == 0 || length == 0) return {RangeHeader::Kind::unsatisfiable};
    return {RangeHeader::Kind::part, {length - std::min(*last, length), length - 1}};
  }
  const bool open = dash + 1 == range.size();
  if (!first || (!open && !last) || (last && *last < *first)) return {};
  if (*first >= length) return {RangeHeader::Kind::unsatisfiable};
  return {RangeHeader::Kind::part, {*first, open ? length - 1 : std::min(*last, length - 1)}};
}

bool asks_for_part(const Request& request, std::string_view etag) {
  if (request.method != "GET" || etag.empty() || only_range(request.range).empty()) return false;
  return request.if_range.empty() || request.if_range == etag;
}

void take_part(const Request& request, Response& response) {
  if (response.status != 200 || !response.ranges || !asks_for_part(request, response.etag)) return;
  if (!response.body && !response.length) return;
  const std::uint64_t length = response.body ? response.body->size() : *response.length;
  const RangeHeader header = read_range_header(request.range, length);
  const std::string of_all = "/" + std::to_string(length);
  if (header.kind == RangeHeader::Kind::unsatisfiable) {
    response = problem(416, "no-such-range", "No such range",
                       "the whole has " + std::to_string(length) + " bytes; the range begins behind its end");
    response.headers = {{"Content-Range", "bytes *" + of_all}};
    return;
  }
  if (header.kind != RangeHeader::Kind::part) return;
  const ByteRange range = header.range;
  response.status = 206;
  response.headers.emplace_back(
      "Content-Range", "bytes " + std::to_string(range.first) + "-" + std::to_string(range.last) + of_all);
  if (response.body) response.source = source_of(std::exchange(response.body, nullptr));
  response.source = std::make_unique<PartSource>(std::move(response.source), range);
  response.length = range.size();
}

std::unique_ptr<Source> source_of(std::shared_ptr<const std::string> bytes) {
  return std::make_unique<BytesSource>(std::move(bytes));
}

}  // namespace menagerie::api
