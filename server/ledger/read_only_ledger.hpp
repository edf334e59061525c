// The ledger of a museum that is only looked at: nothing is learned and no act is done.
#pragma once

#include "server/core/acts.hpp"
#include "server/ledger/ledger.hpp"

namespace menagerie::ledger {

class ReadOnlyLedger : public OpenLedger {
 public:
  void submit(core::Finished) override {}  // nobody plays: net/ refuses the connection
  void begin_era_if_dry(std::int64_t) override {}
  void order(core::Order, OrderAnswer answer) override {
    answer(nullptr,
           std::make_exception_ptr(store::Error("this museum is read-only", store::ErrorKind::permanent)));
  }
  void ask(store::Id, AskAnswer answer) override { answer(std::nullopt); }
  std::size_t waiting() const override { return 0; }
  bool storing() const override { return true; }
  Failures failures() const override { return {}; }
  std::string why() const override { return {}; }
  bool stop(std::chrono::milliseconds) override { return true; }
};

}  // namespace menagerie::ledger
