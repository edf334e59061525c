#include "server/wire/frames.hpp"

#include "engine/parse_number.hpp"
#include "engine/text.hpp"
#include "server/wire/append.hpp"

#include <nlohmann/json.hpp>

namespace menagerie::wire {
namespace {

constexpr std::array<std::string_view, kCodeCount> kCodes = {
    "bad-frame", "unknown-type", "no-episode",        "not-your-episode", "wrong-ply", "illegal-move",
    "bad-seat",  "bad-visit",    "bad-ticket",        "stale-ticket",     "era-over",  "frozen",
    "busy",      "too-fast",     "too-many-episodes", "shutting-down"};

/// Takes the members of one flat frame as they are parsed: no tree is built for a move.
class FlatFrame : public nlohmann::json_sax<nlohmann::json> {
 public:
  std::string type, episode, move, ticket, seat, visit;
  std::int64_t ply = -1;
  bool again = false;
  std::string error;  ///< what is wrong with the text, empty while nothing is

  bool null() override { return true; }
  bool boolean(bool value) override {
    if (depth_ != 1) return true;
    if (key_ == "again") again = value;
    return expect_other("again", "true or false");
  }
  bool number_integer(number_integer_t value) override { return number(value); }
  bool number_unsigned(number_unsigned_t value) override {
    return number(value > 1'000'000 ? -1 : static_cast<std::int64_t>(value));
  }
  bool number_float(number_float_t, const string_t&) override { return number(-1); }
  bool string(string_t& value) override {
    if (depth_ != 1) return true;
    if (std::string* member = text_member()) {
      *member = std::move(value);
      return true;
    }
    return key_ == "ply" || key_ == "again" ? fail("\"" + key_ + "\" is a string") : true;
  }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(); }
  bool end_object() override { return --depth_, true; }
  bool start_array(std::size_t) override { return depth_ == 0 ? fail("the frame is an array") : open(); }
  bool end_array() override { return --depth_, true; }
  bool key(string_t& value) override {
    if (depth_ == 1) key_ = std::move(value);
    return true;
  }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override {
    return fail("not JSON at byte " + std::to_string(position));
  }

 private:
  std::string* text_member() {
    if (key_ == "type") return &type;
    if (key_ == "episode") return &episode;
    if (key_ == "move") return &move;
    if (key_ == "ticket") return &ticket;
    if (key_ == "seat") return &seat;
    if (key_ == "visit") return &visit;
    return nullptr;
  }
  bool open() {
    if (depth_ == 1 && (text_member() || key_ == "ply" || key_ == "again")) {
      return fail("\"" + key_ + "\" is not a plain value");
    }
    return ++depth_ <= 8 ? true : fail("nested too deeply");
  }
  bool number(std::int64_t value) {
    if (depth_ == 0) return fail("the frame is a number");
    if (depth_ != 1) return true;
    if (key_ == "ply") {
      ply = value;
      return value >= 0 ? true : fail("\"ply\" must be a whole number from 0");
    }
    return expect_other("ply", "a whole number");
  }
  /// For a value of a type that only the member `mine` may have.
  bool expect_other(std::string_view mine, std::string_view kind) {
    if (key_ == mine) return true;
    if (text_member() || key_ == "ply" || key_ == "again")
      return fail("\"" + key_ + "\" is " + std::string(kind));
    return true;
  }
  bool fail(std::string why) {
    if (error.empty()) error = std::move(why);
    return false;
  }

  std::string key_;
  int depth_ = 0;
};

/// Fast path for the most frequent frame as our client writes it: {"type":"move","episode":"...","ply":3,
/// "move":"b2"} without spaces. Any other spelling takes the general path.
std::optional<MoveMade> parse_plain_move(std::string_view text) {
  constexpr std::string_view kHead = R"({"type":"move","episode":")", kPly = R"(","ply":)",
                             kMove = R"(,"move":")";
  constexpr std::size_t kIdLength = 36;
  const auto take = [&](std::string_view part) {
    if (!text.starts_with(part)) return false;
    text.remove_prefix(part.size());
    return true;
  };
  if (!take(kHead) || text.size() < kIdLength) return std::nullopt;
  const std::optional<store::Id> episode = store::Id::parse(text.substr(0, kIdLength));
  text.remove_prefix(kIdLength);
  if (!episode || !take(kPly)) return std::nullopt;
  const std::string_view number = text;
  const std::optional<int> ply = take_number<int>(text);
  if (!ply) return std::nullopt;
  const bool plain = number.front() != '-' && (number.front() != '0' || number.size() == text.size() + 1);
  if (!plain || !take(kMove) || !text.ends_with("\"}")) return std::nullopt;
  text.remove_suffix(2);
  if (text.empty() || text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-:") != text.npos)
    return std::nullopt;
  return MoveMade{*episode, *ply, std::string(text)};
}

Refusal refuse(Code code, std::string message) { return {code, std::move(message)}; }

ClientFrame read_begin(FlatFrame& frame) {
  Begin begin;
  begin.again = frame.again;
  if (!frame.visit.empty()) begin.visit = std::move(frame.visit);
  if (frame.seat == "first") {
    begin.seat = Player::first;
  } else if (frame.seat == "second") {
    begin.seat = Player::second;
  } else if (!frame.seat.empty()) {
    return refuse(Code::bad_seat, "\"seat\" is the machine's: \"first\" or \"second\"");
  }
  return begin;
}

ClientFrame read_move(FlatFrame& frame) {
  const std::optional<store::Id> episode = store::Id::parse(frame.episode);
  if (!episode) return refuse(Code::bad_frame, "a move needs \"episode\", the id that the state frame gave");
  if (frame.ply < 0) return refuse(Code::bad_frame, "a move needs \"ply\", that of the state it answers");
  if (frame.move.empty()) return refuse(Code::bad_frame, "a move needs \"move\", one of the legal ones");
  return MoveMade{*episode, static_cast<int>(frame.ply), std::move(frame.move)};
}

ClientFrame read_resume(FlatFrame& frame) {
  Resume resume;
  if (frame.ticket.empty()) return refuse(Code::bad_frame, "resume needs \"ticket\"");
  if (!frame.visit.empty()) resume.visit = std::move(frame.visit);
  resume.ticket = std::move(frame.ticket);
  resume.again = frame.again;
  return resume;
}

}  // namespace

static_assert(kCodeCount == static_cast<std::size_t>(Code::shutting_down) + 1);
std::string_view to_text(Code code) { return kCodes[static_cast<std::size_t>(code)]; }

bool is_protocol_error(Code code) {
  return code == Code::bad_frame || code == Code::unknown_type || code == Code::bad_ticket ||
         code == Code::not_your_episode || code == Code::bad_visit;
}

ClientFrame parse_client_frame(std::string_view text) {
  if (std::optional<MoveMade> move = parse_plain_move(text)) return *std::move(move);
  FlatFrame frame;
  if (!nlohmann::json::sax_parse(text.begin(), text.end(), &frame)) {
    return refuse(Code::bad_frame, frame.error.empty() ? "not JSON" : frame.error);
  }
  if (frame.type == "move") return read_move(frame);
  if (frame.type == "begin") return read_begin(frame);
  if (frame.type == "resume") return read_resume(frame);
  if (frame.type == "give_up") return GiveUp{};
  if (frame.type.empty()) return refuse(Code::bad_frame, "a frame is a JSON object with a \"type\"");
  return refuse(Code::unknown_type, "a visitor sends begin, move, resume or give_up");
}

void append_quoted(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20) {
      out.append("\\u00");
      out += kHexDigits[byte >> 4];
      out += kHexDigits[byte & 15];
    } else {
      out += c;
    }
  }
  out += '"';
}

std::string quoted(std::string_view text) {
  std::string out;
  append_quoted(out, text);
  return out;
}

std::string error_text(Code code, std::string_view message, std::optional<int> retry_after_s) {
  std::string out = R"({"type":"error","code":")";
  append_all(out, to_text(code), R"(","message":)");
  append_quoted(out, message);
  append_all(out, R"(,"retry_after_s":)");
  if (retry_after_s) {
    append(out, *retry_after_s);
  } else {
    append(out, "null");
  }
  return out += '}';
}

}  // namespace menagerie::wire
