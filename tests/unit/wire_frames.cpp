// Frames are read leniently where they may be and strictly where they must; both ways of reading a move
// agree.
#include "server/wire/frames.hpp"

#include "tests/unit/catch.hpp"

namespace wire_frames_tests {

using namespace menagerie;
using wire::Code;

namespace {

const std::string kId = "0190f3c2-7a10-7000-8000-0123456789ab";

Code code_of(std::string_view text) {
  const wire::ClientFrame frame = wire::parse_client_frame(text);
  REQUIRE(std::holds_alternative<wire::Refusal>(frame));
  return std::get<wire::Refusal>(frame).code;
}

wire::MoveMade move_of(std::string_view text) {
  const wire::ClientFrame frame = wire::parse_client_frame(text);
  REQUIRE(std::holds_alternative<wire::MoveMade>(frame));
  return std::get<wire::MoveMade>(frame);
}

}  // namespace

TEST_CASE("a move is read the same in every spelling") {
  for (const std::string& text :
       {R"({"type":"move","episode":")" + kId + R"(","ply":12,"move":"a1xb2"})",
        R"({ "type" : "move", "episode" : ")" + kId + R"(", "ply" : 12, "move" : "a1xb2" })",
        R"({"move":"a1xb2","ply":12,"episode":")" + kId + R"(","type":"move","more":[1]})",
        R"({"type":"move","episode":")" + kId + R"(","ply":12,"move":"\u00611xb2"})"}) {
    INFO(text);
    const wire::MoveMade move = move_of(text);
    CHECK(move.episode.text() == kId);
    CHECK(move.ply == 12);
    CHECK(move.move == "a1xb2");
  }
}

TEST_CASE("what is no frame is refused with its code") {
  const auto move = [](std::string_view ply, std::string_view name) {
    return R"({"type":"move","episode":")" + kId + R"(","ply":)" + std::string(ply) + R"(,"move":)" +
           std::string(name) + "}";
  };
  CHECK(move_of(move("0", "\"b2\"")).ply == 0);
  for (const char* ply : {"-1", "03", "1.5", "\"3\"", "true", "null", "99999999999999999999", "[]", ""}) {
    INFO(ply);
    CHECK(code_of(move(ply, "\"b2\"")) == Code::bad_frame);
  }
  for (const char* name : {"\"\"", "7", "null", "{}", "\"b2", ""}) {
    INFO(name);
    CHECK(code_of(move("3", name)) == Code::bad_frame);
  }
  for (const char* text :
       {"", "x", "[]", "7", "\"move\"", "{}", R"({"type":7})", R"({"type":["move"]})", "{\"type\":\"move\"}",
        R"({"type":"begin"} {})", R"({"type":"resume"})", R"({"type":"resume","ticket":3})",
        R"({"type":"begin","again":"yes"})", R"({"type":"begin","x":[[[[[[[[[[1]]]]]]]]]]})"}) {
    INFO(text);
    CHECK(code_of(text) == Code::bad_frame);
  }
  CHECK(code_of(R"({"type":"dance"})") == Code::unknown_type);
  CHECK(code_of(R"({"type":"begin","seat":"third"})") == Code::bad_seat);
}

TEST_CASE("begin, resume and give_up, with members that are not known") {
  const auto begin = std::get<wire::Begin>(wire::parse_client_frame(
      R"({"type":"begin","seat":"second","again":true,"new":{"a":[1,{"b":null}]}})"));
  CHECK(begin.seat == Player::second);
  CHECK(begin.again);
  CHECK(std::get<wire::Resume>(wire::parse_client_frame(R"({"type":"resume","ticket":"abc"})")).ticket ==
        "abc");
  CHECK(std::holds_alternative<wire::GiveUp>(wire::parse_client_frame(R"({"type":"give_up"})")));
}

TEST_CASE("texts for frames") {
  CHECK(wire::quoted("a\"b\\c\n\x01") == R"("a\"b\\c\u000a\u0001")");
  CHECK(wire::error_text(Code::busy, "later", 5) ==
        R"({"type":"error","code":"busy","message":"later","retry_after_s":5})");
}

}  // namespace wire_frames_tests
