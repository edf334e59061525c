// What the ledger's threads make of whatever is thrown on them: what can be tried again is, what cannot is
// permanent. store::Error says itself which of them it is.
#pragma once

#include "server/store/store.hpp"

#include <chrono>
#include <exception>
#include <new>
#include <string>
#include <system_error>

namespace menagerie::ledger {

/// What can be tried again is, after this time.
inline constexpr std::chrono::milliseconds kRetryAfter{1000};

/// Memory, files and threads that the system refused may be there the next time. All else is a mistake in
/// this program, or data that it cannot read: to try again would only repeat it.
inline store::Error fault_of(const std::exception& thrown) {
  if (const auto* error = dynamic_cast<const store::Error*>(&thrown)) return *error;
  if (dynamic_cast<const std::bad_alloc*>(&thrown) != nullptr)
    return store::Error("there is not enough memory", store::ErrorKind::transient);
  if (dynamic_cast<const std::system_error*>(&thrown) != nullptr)
    return store::Error(thrown.what(), store::ErrorKind::transient);
  return store::Error(std::string("an error in this program: ") + thrown.what(), store::ErrorKind::permanent);
}

/// Does what cannot be repeated, since a part of it may be done already when it throws: then what is no
/// store::Error is permanent, whatever it is.
template <typename What>
auto once(What what) {
  try {
    return what();
  } catch (const store::Error&) {
    throw;
  } catch (const std::exception& thrown) {
    throw store::Error(fault_of(thrown).what(), store::ErrorKind::permanent);
  }
}

}  // namespace menagerie::ledger
