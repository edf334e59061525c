#include "server/api/labels/code.hpp"

#include "engine/check.hpp"

#include <qrencode.h>

#include <memory>

namespace menagerie::api::labels {
namespace {

using Encoded = std::unique_ptr<QRcode, decltype(&QRcode_free)>;

/// `version` 0: the smallest that will do. Null where there is none.
Encoded encoded(std::string_view text, int version, int level) {
  return {
      QRcode_encodeString(std::string(text).c_str(), version, static_cast<QRecLevel>(level), QR_MODE_8, 1),
      &QRcode_free};
}

}  // namespace

std::optional<CodeKind> CodeKind::for_text(std::string_view longest) {
  const Encoded smallest = encoded(longest, 0, QR_ECLEVEL_L);
  if (!smallest) return std::nullopt;
  CodeKind kind{smallest->version, QR_ECLEVEL_L};
  while (kind.level < QR_ECLEVEL_H) {
    const Encoded safer = encoded(longest, kind.version, kind.level + 1);
    if (!safer || safer->version != kind.version) break;
    ++kind.level;
  }
  return kind;
}

QrCode encode(std::string_view text, CodeKind kind) {
  const Encoded code = encoded(text, kind.version, kind.level);
  MENAGERIE_CHECK(code && code->version == kind.version);
  QrCode squares;
  squares.side = code->width;
  const auto count = static_cast<std::size_t>(code->width) * static_cast<std::size_t>(code->width);
  squares.dark.reserve(count);
  for (std::size_t i = 0; i < count; ++i) squares.dark.push_back(code->data[i] & 1);
  return squares;
}

}  // namespace menagerie::api::labels
