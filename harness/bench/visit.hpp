// One visit to a row, in steps, so that several rows can be visited together: prepare, take samples, finish.
#pragma once

#include <memory>
#include <optional>

#include "harness/bench/run_row.hpp"
#include "harness/bench/rung.hpp"
#include "harness/measure/ranges.hpp"

namespace rungs {

/// Fills `row` in. Every step throws Failed, Unsupported or BadUsage for what the variant or the device does
/// wrong; a wrong result becomes the row's status.
class RowVisit {
 public:
  /// `alone`: no other row is launched between `prepare` and `finish`. The row and the plan must outlive
  /// this.
  RowVisit(Row& row, const PlannedRow& planned, ProblemMemory& memory, Executors& executors,
           const RowRules& rules, bool alone);
  RowVisit(const RowVisit&) = delete;
  RowVisit& operator=(const RowVisit&) = delete;

  /// Makes the row's memory ready, and on the first visit verifies the variant; with RowRules::profile the
  /// one launch for the profiler. False where nothing is left to do: the row is wrong, or is not to be timed.
  bool prepare();
  /// Takes one sample. False once there are enough; more may be taken then, until it is out of time.
  bool step();
  [[nodiscard]] bool out_of_time() const { return sampling_ && sampling_->out_of_time(); }
  /// Notes the device's state, right after the last sample: a GPU that idles is not throttled.
  void note_state();
  /// Checks what was computed, and adds the samples to the row; on the last visit draws the conclusions.
  void finish();

 private:
  [[nodiscard]] bool verify_passes();
  [[nodiscard]] bool right_after_timing();
  void conclude();
  void profile();

  Row& row_;
  const PlannedRow& planned_;
  ProblemMemory& memory_;
  Executor& executor_;
  const RowRules& rules_;
  bool alone_;
  bool first_;
  RowRanges ranges_;
  std::optional<Range> whole_;
  std::optional<Rung> rung_;
  std::optional<Range> measuring_;
  std::unique_ptr<Probe> probe_;
  std::optional<Sampling> sampling_;
};

}  // namespace rungs
