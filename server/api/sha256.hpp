// SHA-256 of bytes that come in pieces, as people compare it.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace menagerie::api {

class Sha256 {
 public:
  Sha256();
  ~Sha256();
  void add(std::string_view bytes);
  /// The hash in 64 hexadecimal digits; what is added afterwards begins another one.
  std::string hex();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace menagerie::api
