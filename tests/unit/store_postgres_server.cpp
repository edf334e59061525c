#include "postgres_server.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <thread>
#include <vector>

namespace menagerie::test {
namespace {

namespace fs = std::filesystem;

/// Where initdb and postgres are: MENAGERIE_POSTGRES_BIN, or the newest of Debian's folders.
std::string find_programs() {
  if (const char* named = std::getenv("MENAGERIE_POSTGRES_BIN")) return named;
  std::vector<std::pair<int, std::string>> found;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator("/usr/lib/postgresql", ignored)) {
    if (fs::exists(entry.path() / "bin/initdb"))
      found.emplace_back(std::atoi(entry.path().filename().c_str()), (entry.path() / "bin").string());
  }
  if (found.empty())
    throw std::runtime_error(
        "PostgreSQL is not installed: `./run install test` installs it (Debian's package postgresql); or "
        "name the "
        "folder of initdb and postgres in MENAGERIE_POSTGRES_BIN");
  return std::ranges::max(found).second;
}

/// PostgreSQL refuses to run as root. It ends with the process that started it, however that ends.
std::string as_ordinary_user() {
  const std::string user = ::geteuid() == 0 ? "--reuid=nobody --regid=nogroup --clear-groups " : "";
  return "setpriv " + user + "--pdeathsig=QUIT ";
}

void shell(const std::string& command, const std::string& log) {
  if (std::system((command + " >>" + log + " 2>&1").c_str()) != 0)
    throw std::runtime_error("failed, see " + log + ": " + command);
}

}  // namespace

PostgresServer& PostgresServer::shared() {
  static PostgresServer server;
  return server;
}

PostgresServer::PostgresServer() : bin_(find_programs()) {
  std::string pattern = (fs::temp_directory_path() / "menagerie-pg-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
  folder_ = pattern;
  const std::string log = folder_ + "/initdb.log";
  if (::geteuid() == 0) shell("chown nobody:nogroup " + folder_, "/dev/null");
  shell(as_ordinary_user() + bin_ +
            "/initdb --no-sync --no-instructions -A trust -U menagerie -E UTF8 --locale=C -D " + folder_ +
            "/data",
        log);
  start();
}

PostgresServer::~PostgresServer() {
  stop();
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void PostgresServer::start() {
  process_ = ::fork();
  if (process_ == 0) {
    // fsync=off: what the tests end is this process and not the machine, and so the kernel keeps what was
    // written.
    const std::string command =
        "exec " + as_ordinary_user() + bin_ + "/postgres -D " + folder_ + "/data -k " + folder_ +
        " -c listen_addresses= -c fsync=off -c max_connections=60 >>" + folder_ + "/log 2>&1";
    ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    ::_exit(127);
  }
  const std::string ready = bin_ + "/pg_isready -q -h " + folder_;
  for (int i = 0; i < 2400; ++i) {
    if (std::system(ready.c_str()) == 0) return;
    if (::waitpid(process_, nullptr, WNOHANG) != 0) break;
    std::this_thread::sleep_for(std::chrono::milliseconds{50});
  }
  throw std::runtime_error("PostgreSQL does not start: " + folder_ + "/log says why");
}

void PostgresServer::stop() {
  if (process_ <= 0) return;
  ::kill(process_, SIGQUIT);  // at once
  ::waitpid(process_, nullptr, 0);
  process_ = 0;
}

void PostgresServer::restart() {
  stop();
  start();
}

void PostgresServer::demote() {
  stop();
  shell(as_ordinary_user() + "touch " + folder_ + "/data/standby.signal", folder_ + "/demote.log");
  start();
}

std::string PostgresServer::create_database() {
  const std::string name = "house_" + std::to_string(++databases_);
  shell(bin_ + "/createdb -h " + folder_ + " -U menagerie " + name, folder_ + "/createdb.log");
  return "postgresql:///" + name + "?user=menagerie&host=" + folder_;
}

void PostgresServer::run(const std::string& url, const std::string& sql) const {
  shell(bin_ + "/psql -q -v ON_ERROR_STOP=1 -d '" + url + "' -c \"" + sql + "\"", folder_ + "/psql.log");
}

}  // namespace menagerie::test
