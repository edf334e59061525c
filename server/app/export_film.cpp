#include "server/app/export_film.hpp"

#include "server/api/film.hpp"
#include "server/app/new_file.hpp"
#include "server/app/options.hpp"
#include "server/app/progress.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <ostream>
#include <string_view>
#include <vector>

namespace menagerie::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPage = "film.html";
/// What the page loads besides the files that it names.
constexpr std::string_view kFolders[] = {"fonts", "js/messages", "js/messages/film"};
constexpr std::string_view kLateScripts[] = {"js/film_look.js", "js/box.js",   "js/contents.js",
                                             "js/phrases.js",   "js/state.js", "js/heaps.js"};

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error(path.string() + " cannot be read; give --web the folder of the pages");
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

void write_file(const fs::path& path, std::string_view bytes) {
  std::error_code fault;
  fs::create_directories(path.parent_path(), fault);
  if (fault) throw std::runtime_error(path.parent_path().string() + " cannot be made: " + fault.message());
  write_whole(path.string(), [&](std::ostream& out) { out << bytes; });
}

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
    text.replace(at, what.size(), with);
}

/// The page without the way to a museum's other pages, its addresses from where it stands.
std::string page_alone(std::string page) {
  const std::size_t begin = page.find("<nav "), end = page.find("</nav>");
  if (begin != std::string::npos && end != std::string::npos)
    page.erase(begin, end + std::string_view("</nav>").size() - begin);
  replace_all(page, "<html ", "<html data-film ");
  for (const std::string_view attribute : {"href=\"", "src=\""})
    replace_all(page, std::string(attribute) + "/", attribute);
  return page;
}

/// The files that a page_alone() names: values of href and src that have an ending.
std::vector<std::string> named_files(std::string_view page) {
  std::vector<std::string> files;
  for (const std::string_view attribute : {" href=\"", " src=\""}) {
    for (std::size_t at = 0; (at = page.find(attribute, at)) != std::string_view::npos;) {
      at += attribute.size();
      const std::string_view name = page.substr(at, page.find('"', at) - at);
      if (name.find('.') != std::string_view::npos) files.emplace_back(name);
    }
  }
  return files;
}

void copy_page(const fs::path& web, const fs::path& folder) {
  const std::string page = page_alone(read_file(web / kPage));
  std::vector<std::string> files = named_files(page);
  files.insert(files.end(), std::begin(kLateScripts), std::end(kLateScripts));
  for (const std::string_view from : kFolders) {
    for (const auto& entry : fs::directory_iterator(web / from)) {
      if (entry.is_regular_file()) files.push_back(fs::relative(entry.path(), web).string());
    }
  }
  for (const std::string& file : files) write_file(folder / file, read_file(web / file));
  write_file(folder / "index.html", page);
}

}  // namespace

void write_film_folder(store::Store& store, const core::Loaded& machine, const std::string& folder,
                       const std::string& web) {
  if (fs::exists(folder) && !fs::is_directory(folder))
    throw Usage("--out \"" + folder + "\" is a file; a film is a folder");
  const std::uint64_t last = machine.state.seq;
  const fs::path life = fs::path(folder) / "life";
  write_file(life / "life.json", api::film_life(store, machine));
  Progress progress("exporting " + machine.machine->row.name, last);
  for (std::uint64_t from = 1; from <= last; from += api::kFilmPieceRows) {
    const std::uint64_t to = std::min(last, from + api::kFilmPieceRows - 1);
    const std::string name = std::to_string(from) + "-" + std::to_string(to) + ".film";
    write_whole((life / name).string(), [&](std::ostream& out) {
      api::write_film(store, *machine.machine, from, to, [&](std::string_view piece) { out << piece; });
    });
    progress.done(to);
  }
  copy_page(web, folder);
}

}  // namespace menagerie::app
