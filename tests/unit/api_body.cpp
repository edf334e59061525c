// Bodies of requests as JSON objects: what is refused before anything is built of it.
#include "server/api/body.hpp"
#include "server/store/act_text.hpp"
#include "server/store/json_depth.hpp"
#include "server/wire/frames.hpp"

#include "tests/unit/catch.hpp"

namespace api_body_tests {

using namespace menagerie;

namespace {

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

std::string refusal(const std::string& body) {
  api::Request request;
  request.body = body;
  request.content_type = "application/json";
  static constexpr std::string_view kNames[] = {"to"};
  try {
    api::Body(request, kNames).number("to", 1, 9);
    return "taken";
  } catch (const api::BadRequest& bad) {
    return std::to_string(bad.status) + " " + bad.what();
  }
}

}  // namespace

TEST_CASE("JSON that nests too deeply is refused before it is built") {
  CHECK(refusal(R"({"to":5})") == "taken");
  const std::string deep = "400 the body nests arrays and objects more than 32 deep";
  CHECK(refusal(R"({"to":)" + nested(100'000) + "}") == deep);
  CHECK(refusal(std::string(100'000, '[')) == deep);
  CHECK(refusal(R"({"to":)" + nested(32) + "}") == deep);
  CHECK(refusal(R"({"to":)" + nested(31) + "}").starts_with("422 \"to\" is [[["));
  CHECK(refusal(R"({"to":")" + nested(500) + "\"}").starts_with("422"));
  CHECK(refusal(R"({"to":"\")" + nested(500) + "\"}").starts_with("422"));

  const wire::ClientFrame frame =
      wire::parse_client_frame(R"({"type":"begin","more":)" + nested(100'000) + "}");
  REQUIRE(std::holds_alternative<wire::Refusal>(frame));
  CHECK(std::get<wire::Refusal>(frame).message == "nested too deeply");

  CHECK_THROWS_AS(store::parse_act(store::Kind::freeze, R"({"why":)" + nested(100'000) + "}"), store::Error);
}

}  // namespace api_body_tests
