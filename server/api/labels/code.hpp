// QR codes: the address of a box's page, as dark and light squares. Pure functions; any thread.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace menagerie::api::labels {

/// A square of `side` x `side` modules, row by row; 1 is dark. It needs some light around it.
struct QrCode {
  int side = 0;
  std::vector<unsigned char> dark;
};

/// The kind of code that all labels of a document share: the smallest that holds their longest address, and
/// then as much protection against smears as fits in it.
struct CodeKind {
  int version = 1;
  int level = 0;  ///< 0 to 3

  int side() const { return 17 + 4 * version; }
  /// Nothing where no code holds the text.
  static std::optional<CodeKind> for_text(std::string_view longest);
};

/// Precondition: the text is no longer than the kind was made for.
QrCode encode(std::string_view text, CodeKind kind);

}  // namespace menagerie::api::labels
