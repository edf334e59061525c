// The lines of a list as they are sent: whole lists and long pages in pieces, short pages at once, hashes.
// On readers' threads.
#pragma once

#include "server/api/http.hpp"
#include "server/api/row_walk.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace menagerie::api {

/// What stands around a list's lines: the names of the columns, or the members of a JSON page, whose lines
/// are the elements of an array.
class LineFrame {
 public:
  LineFrame(const core::Machine& machine, const Listing& listing, const ListQuery& query);

  void begin(std::string& out) const { out.append(head_); }
  /// Appends whole lines.
  void add(std::string_view lines, std::string& out);
  /// `next`: the address where a page goes on; empty: nowhere.
  void end(std::string_view next, std::string& out) const;

 private:
  std::string head_;
  bool is_array_;
  bool has_lines_ = false;
};

/// All lines, or those of a page, some tens of KiB a piece.
class ListingSource : public Source {
 public:
  /// Where a page ends.
  struct PageEnd {
    std::uint64_t lines = 0;
    std::string next;  ///< the address where it goes on; may be empty
  };

  ListingSource(const core::Machine& machine, const Listing& listing, ListQuery query, RowRange range,
                std::optional<PageEnd> end = {});

  bool next(store::Store& store, std::string& out) override;

 private:
  const Listing& listing_;
  ListQuery query_;
  RowWalk walk_;
  std::unique_ptr<RowWriter> writer_;
  LineFrame frame_;
  std::optional<PageEnd> end_;
  std::uint64_t lines_left_;
  bool begun_ = false;
  std::string lines_;
};

/// Where a page of a list ends, and its text where that is short.
struct Page {
  std::uint64_t lines = 0;
  std::optional<Cursor> next;  ///< set: there are more lines, behind this one
  std::string next_link;       ///< the address of these
  std::uint64_t bytes = 0;     ///< of the whole page
  std::string etag;            ///< strong, of the page's bytes
  std::string text;            ///< the whole page, where it has kShortPageMax bytes at most
};
inline constexpr std::size_t kShortPageMax = 64 * 1024;

/// Reads a page's rows, keeping no more of its text than one piece.
Page read_page(store::Store& store, const core::Machine& machine, const Listing& listing,
               const ListQuery& query, const Request& request, RowRange range);

/// A source's bytes as the line that sha256sum prints, with its length.
struct HashLine {
  std::unique_ptr<Source> source;
  std::uint64_t length = 0;
};
HashLine hash_line(std::unique_ptr<Source> source, std::string name);

}  // namespace menagerie::api
