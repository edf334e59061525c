// The web folder, read into memory once: every file with its type, entity tag and gzip form.
#pragma once

#include "server/api/http.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace menagerie::net {

/// Where visitors find the pages.
struct SiteSettings {
  std::string public_url;      ///< what examples say instead of http://localhost:8080; empty: not known
  std::string base;            ///< its path, in front of every link: empty, or as `/menagerie`
  bool read_only = false;      ///< nobody plays: the pages say so
  bool answers_shown = false;  ///< the pages cover nothing that a solver knows
};

/// Immutable after load(); any thread may read it.
class StaticFiles {
 public:
  /// Reads all files below `folder` (hidden ones and node_modules are left out). Throws
  /// std::runtime_error saying what could not be read; a folder without index.html is refused.
  static StaticFiles load(const std::string& folder, const SiteSettings& site = {});

  /// The answer to a GET or HEAD of `path` ("/", "/css/look.css"; percent-decoded). `/machine/...`
  /// is the page of a machine where `is_machine`, `/lesson/...` that of a lesson, which search engines leave
  /// out. Unknown paths get what lost() answers.
  api::Response answer(const api::Request& request, std::string_view path, bool is_machine) const;

  /// 404: the page that says so for a browser, by its Accept, and a problem for a program.
  api::Response lost(const api::Request& request) const;

  std::size_t size() const { return files_.size(); }

 private:
  struct File {
    std::string_view type;
    std::string_view cache_control;
    std::string etag, gzip_etag;
    std::shared_ptr<const std::string> bytes;
    std::shared_ptr<const std::string> zipped;  ///< null where gzip does not pay
    std::string texts;  ///< a page's `data-texts`: where words stand that it alone has
  };
  static File read(const std::string& disk_path, const SiteSettings& site);
  static File file_of(std::string bytes, std::string_view type, std::string_view cache_control);
  /// The page of that machine or lesson, which tells where its picture for links is.
  static File with_name(const File& page, const std::string& name);
  static api::Response answer_with(const File& file, const api::Request& request, unsigned status);
  void preload_words(const File& page, const api::Request& request, api::Response& response) const;
  const File* find(std::string_view path) const;

  std::map<std::string, File, std::less<>> files_;  // by path, "/index.html"
};

/// Whether a page is wanted rather than a problem: it is by browsers.
bool prefers_page(std::string_view accept);

/// `text/html; charset=utf-8`, ... by the file's name.
std::string_view content_type_of(std::string_view path);

}  // namespace menagerie::net
