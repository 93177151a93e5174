// Makes rows: verify, time, verify again, on the same buffers; then the same once more, after the other rows.
#pragma once

#include <functional>
#include <vector>

#include "harness/bench/dump.hpp"
#include "harness/bench/problem_memory.hpp"

namespace rungs {

/// How rows are made, beyond what the plan says of each.
struct RowRules {
  StopRules stop;
  bool interleave = false;  ///< samples of a problem's rows in one cache state are taken in turn
  /// 0, or so many launches for a profiler: each in an NVTX range, behind cold caches, none timed.
  unsigned profile = 0;
  Dump* dump = nullptr;  ///< draws what a row computed, right or wrong
};

/// How often each timed row is visited. A clock state that lasts as long as a visit shows in no statistics of
/// it, but in the difference of two.
inline constexpr unsigned visits = 2;

/// Called while rows are made.
struct RowWatch {
  std::function<bool()> interrupted = {};            ///< true ends the taking of samples in turn
  std::function<bool(const PlannedRow&)> starts;     ///< before each visit; false ends the making of rows
  std::function<void(const PlannedRow&, Row)> ends;  ///< once a row is complete
};

/// What is known of a row before it is made.
[[nodiscard]] Row empty_row(const PlannedRow& planned);

/// Runs the planned rows of one problem: all are visited once, then all again, so that the two visits to a
/// row are as far apart as its group allows. A row that has no time is complete after the first. Never throws
/// for what a variant does wrong: that becomes the row's status and message.
void run_rows(const std::vector<const PlannedRow*>& group, ProblemMemory& memory, Executors& executors,
              const RowRules& rules, const RowWatch& watch);

/// Runs one planned row, in two visits one after the other.
[[nodiscard]] Row run_row(const PlannedRow& planned, ProblemMemory& memory, Executors& executors,
                          const RowRules& rules);

}  // namespace rungs
