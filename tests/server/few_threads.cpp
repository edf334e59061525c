// Preloaded into a program (LD_PRELOAD), this lets it start as many threads as FEW_THREADS says; then the
// system refuses each, as it does at its limit of processes.
#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*),
                              void* argument) noexcept {
  static std::atomic<int> left = std::atoi(std::getenv("FEW_THREADS"));
  if (left.fetch_sub(1) <= 0) return EAGAIN;
  static const auto real = reinterpret_cast<decltype(&pthread_create)>(::dlsym(RTLD_NEXT, "pthread_create"));
  return real(thread, attributes, run, argument);
}
