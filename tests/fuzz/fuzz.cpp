// fuzz TARGET [OPTIONS OF LIBFUZZER] CORPUS...: looks for bytes that a target does not take, guided by what
// they reach.
#include "tests/fuzz/targets.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

const menagerie::fuzz::Target* target = nullptr;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  target = *argc < 2 ? nullptr : menagerie::fuzz::find_target((*argv)[1]);
  if (target != nullptr) {  // libFuzzer reads what is left
    (*argv)[1] = (*argv)[0];
    ++*argv;
    --*argc;
    return 0;
  }
  std::fputs("usage: fuzz TARGET [OPTIONS OF LIBFUZZER] CORPUS...; TARGET is one of", stderr);
  for (const auto& each : menagerie::fuzz::kTargets)
    std::fprintf(stderr, " %.*s", static_cast<int>(each.name.size()), each.name.data());
  std::fputc('\n', stderr);
  std::exit(2);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  target->read({reinterpret_cast<const char*>(data), size});
  return 0;
}
