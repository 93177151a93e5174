// Runs rows in this process.
#pragma once

#include "harness/engine/row_runner.hpp"
#include "harness/engine/row_visit.hpp"

namespace rungs {

class InProcess final : public RowRunner {
 public:
  explicit InProcess(const Rules& rules, Secrets secrets = {seeds_of(0)});

  VisitOutcome visit(const Together& together, const std::function<bool()>& interrupted) override;
  /// A kernel that crashed makes the device state of the process unusable. This creates a fresh one for the rows after
  /// it. If the driver does not provide one, those rows fail too and report that the device is unavailable.
  void recover(Backend backend) noexcept override;
  BackendFacts facts(Backend backend) override { return facts_of(executors_.on(backend)); }
  void open_counters(const std::vector<Counter>& counters) override { executors_.open_counters(counters); }
  [[nodiscard]] Executors& executors() { return executors_; }
  void compare_by(Compare compare) { rules_.compare = std::move(compare); }

 private:
  Executors executors_;
  ProblemMemory memory_;
  RowRules rules_;
};

}  // namespace rungs
