#include "server/app/curator_token.hpp"

#include <spdlog/spdlog.h>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace menagerie::app {
namespace {

constexpr const char* kVariable = "MENAGERIE_CURATOR_TOKEN";

/// The variable's value; its place in the environment, which others may read, is overwritten.
std::string take_from_environment() {
  char* value = std::getenv(kVariable);
  if (value == nullptr) return {};
  std::string token(value);
  api::wipe(value, token.size());
  ::unsetenv(kVariable);
  return token;
}

/// Whoever can read the token file can use the curator's desk.
void warn_if_others_can_read(const std::string& path) {
  std::error_code error;
  const auto mode = std::filesystem::status(path, error).permissions();
  if (!error && (mode & std::filesystem::perms::others_read) != std::filesystem::perms::none)
    spdlog::warn("{}: every user of this machine can read the curator's token; chmod 600 {}", path, path);
}

/// The file's only line.
std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  in.rdbuf()->pubsetbuf(nullptr, 0);  // no copy of the token is left in a buffer
  std::string token(api::kTokenMax + 3, '\0');
  in.read(token.data(), static_cast<std::streamsize>(token.size()));
  if (in.bad() || !in.eof()) {
    const bool is_read = in.good();
    api::wipe(token);
    throw std::invalid_argument("--curator-token-file: " + path +
                                (is_read ? " holds more than a token: one line of " +
                                               std::to_string(api::kTokenMin) + " to " +
                                               std::to_string(api::kTokenMax) + " characters"
                                         : " cannot be read: " + std::string(std::strerror(errno))));
  }
  std::size_t size = static_cast<std::size_t>(in.gcount());
  while (size > 0 && std::strchr(" \t\r\n", token[size - 1]) != nullptr) --size;
  token.resize(size);
  return token;
}

}  // namespace

std::shared_ptr<const api::Token> take_curator_token(const ServeOptions& options) {
  std::string token = take_from_environment();
  const bool in_file = !options.curator_token_file.empty();
  if (in_file && !token.empty()) {
    api::wipe(token);
    throw std::invalid_argument(std::string("--curator-token-file and ") + kVariable +
                                " both name a token; give one of them");
  }
  if (in_file) {
    token = read_file(options.curator_token_file);
    warn_if_others_can_read(options.curator_token_file);
  }
  if (!in_file && token.empty()) return nullptr;
  try {
    return std::make_shared<const api::Token>(token);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument((in_file ? options.curator_token_file : std::string(kVariable)) + ": " +
                                error.what());
  }
}

}  // namespace menagerie::app
