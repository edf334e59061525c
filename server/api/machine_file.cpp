// machines/{machine}/export.sqlite: its whole record as a SQLite file with the views for people.
#include "server/api/content.hpp"
#include "server/api/filters.hpp"
#include "server/api/routes.hpp"

#include <fstream>
#include <span>
#include <utility>

namespace menagerie::api {
namespace {

constexpr std::size_t kPieceBytes = 128 * 1024;

/// Makes the file, a short read of the log at a time, and then sends it. A client that does not read on holds
/// the bytes on the disk and nothing else.
class MachineFileSource : public Source {
 public:
  explicit MachineFileSource(std::unique_ptr<store::MachineFile> file) : file_(std::move(file)) {}

  bool next(store::Store&, std::string& out) override {
    if (file_) {
      if (file_->copy()) return true;
      bytes_.open(file_->path(), std::ios::binary);
      file_ = nullptr;  // its name goes, its bytes stay as long as they are open: nothing is left by a crash
    }
    out.resize(kPieceBytes);
    bytes_.read(out.data(), static_cast<std::streamsize>(out.size()));
    out.resize(static_cast<std::size_t>(bytes_.gcount()));
    if (!bytes_.eof() && !bytes_) throw store::Error("the export cannot be read back");
    return !bytes_.eof();
  }

 private:
  std::unique_ptr<store::MachineFile> file_;  // while it is being made
  std::ifstream bytes_;
};

}  // namespace

void export_sqlite(House& house, Call call) {
  static constexpr std::string_view kType = "application/vnd.sqlite3";
  if (!read_names(call, {})) return;
  if (preferred_type(call.request.accept, std::span(&kType, 1)) < 0) {
    return call.refuse(406, "not-acceptable", "Not acceptable",
                       "this is a SQLite file and comes as application/vnd.sqlite3");
  }
  const museum::Machine& machine = *call.machine;
  answer_from_log(house, std::move(call), [&machine](store::Store& store, const Request&) {
    Response response;
    try {
      response.source = std::make_unique<MachineFileSource>(store.copy_machine(machine.row.machine, ""));
    } catch (const store::NoRoom&) {
      response = problem(503, "no-room", "No room now",
                         "the house's disk is too full to make this file; history.ndjson needs no room");
      response.headers.emplace_back("Retry-After", "60");
      return response;
    }
    response.type = kType;
    response.headers.emplace_back("Content-Disposition",
                                  "attachment; filename=\"" + machine.row.name + ".sqlite\"");
    return response;
  });
}

}  // namespace menagerie::api
