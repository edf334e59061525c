// replay CORPUS: every target reads the files in its own folder of the corpus, each whole and cut off at
// every eighth.
#include "tests/fuzz/targets.hpp"

#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

int main(int argc, char** argv) {
  if (argc != 2) return std::fputs("usage: replay CORPUS\n", stderr), 2;
  for (const menagerie::fuzz::Target& target : menagerie::fuzz::kTargets) {
    std::size_t files = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::string(argv[1]) + "/" + std::string(target.name))) {
      std::ifstream in(entry.path(), std::ios::binary);
      const std::string bytes{std::istreambuf_iterator<char>(in), {}};
      try {
        for (std::size_t eighth = 0; eighth <= 8; ++eighth)
          target.read(bytes.substr(0, bytes.size() * eighth / 8));
      } catch (const std::exception& thrown) {
        std::fprintf(stderr, "%s: %s\n", entry.path().c_str(), thrown.what());
        return 1;
      }
      ++files;
    }
    std::printf("%zu files read as %s\n", files, std::string(target.name).c_str());
    if (files == 0) return std::fputs("a target without a corpus\n", stderr), 1;
  }
  return 0;
}
