// One visit to a row, in steps, so that several rows can be visited together: prepare, take samples, finish.
#pragma once

#include <memory>
#include <optional>
#include "harness/engine/bound_variant.hpp"
#include "harness/engine/skipped_work.hpp"
#include "harness/measure/ranges.hpp"

namespace rungs {

/// The rules of a run, and what one process needs for them.
struct RowRules : Rules {
  Compare compare = {};      ///< compares outputs; empty: in this process
  Dump* pictures = nullptr;  ///< draws the results of a row, right or wrong
};

/// Fills in `row`. Every step throws Failed, Unsupported or BadUsage for errors of the variant or the device;
/// a wrong result becomes the row's status.
class RowVisit {
 public:
  /// `alone`: no other row is launched between `prepare` and `finish`. The row and the plan must outlive this
  /// object.
  RowVisit(Row& row, const PlannedRow& planned, ProblemMemory& memory, Executors& executors, const RowRules& rules,
           bool alone);
  RowVisit(const RowVisit&) = delete;
  RowVisit& operator=(const RowVisit&) = delete;

  /// Prepares the row's memory, and verifies the variant on the first visit; with RowRules::profile, launches
  /// it for the profiler. False if nothing is left to do: the row is wrong, or not timed.
  bool prepare();
  /// Takes one sample. False once there are enough; more may be taken until the row is out of time.
  bool step();
  [[nodiscard]] bool out_of_time() const { return sampling_ && sampling_->out_of_time(); }
  /// Records the device's state right after the last sample, because an idle GPU is not throttled.
  void note_state();
  /// Verifies the results and adds the samples to the row; the last visit also computes the row's final
  /// values.
  void finish();

 private:
  /// The whole row of a problem that takes one sample: one launch, timed and verified.
  void launch_once();
  [[nodiscard]] bool verify_passes();
  /// Warms up; on a first visit, verifies the first launch on the asked inputs, which is timed as a check.
  void start_sampling();
  [[nodiscard]] bool right_after_timing();
  void conclude();
  /// Status, message and rates from the row's measurement.
  void summarise_row();
  void profile();

  Row& row_;
  const PlannedRow& planned_;
  ProblemMemory& memory_;
  Executor& executor_;
  const RowRules& rules_;
  bool alone_;
  bool first_;
  /// The asked inputs are new to the variant when its sampling starts: the first launch on them is timed.
  bool times_new_inputs_;
  RowRanges ranges_;
  std::optional<Range> whole_;
  std::optional<BoundVariant> bound_;
  std::optional<Range> measuring_;
  std::unique_ptr<Probe> probe_;
  std::optional<Sampling> sampling_;
  std::unique_ptr<SkippedWorkCheck> check_;
};

}  // namespace rungs
