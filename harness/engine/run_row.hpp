// Makes rows: verify, time, verify again on the same buffers; then once more after the other rows.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "harness/engine/bound_variant.hpp"
#include "harness/engine/dump.hpp"
#include "harness/engine/problem_memory.hpp"
#include "harness/engine/visitor.hpp"

namespace rungs {

/// How to make rows, besides what the plan says about each.
struct RowRules {
  StopRules stop;
  bool interleave = false;  ///< samples of a problem's rows in one cache state are taken in turn
  /// Launches per row for a profiler, or 0: each in an NVTX range, with cold caches, none timed.
  unsigned profile = 0;
  std::optional<EnergyRules> energy = {};  ///< measure the energy of hot rows
  bool paranoid = false;                   ///< rows are checked in thousands of launches
  Compare compare = {};                    ///< compares outputs; empty: in this process
  Dump* dump = nullptr;                    ///< draws the results of a row, right or wrong
};

/// Number of visits to each timed row. A clock state that lasts as long as a visit does not show in the
/// statistics of one visit, but in the difference of two.
inline constexpr unsigned visits = 2;

/// Callbacks while rows are made.
struct RowWatch {
  std::function<bool()> interrupted = {};  ///< true stops the sampling in turn
  /// Before each visit to rows that are visited together; false stops making rows.
  std::function<bool(const std::vector<const PlannedRow*>&)> starts;
  std::function<void(const PlannedRow&, Row)> ends;  ///< when a row is complete
};

/// Runs the planned rows of one problem: visits all once, then all again, so that the two visits to a row are
/// as far apart as possible. A row without a time is complete after the first visit. Never throws for errors
/// of a variant: they become the row's status and message.
void run_rows(const std::vector<const PlannedRow*>& group, Visitor& visitor, bool interleave,
              const RowWatch& watch);

/// The same in this process.
void run_rows(const std::vector<const PlannedRow*>& group, ProblemMemory& memory, Executors& executors,
              const RowRules& rules, const RowWatch& watch);

/// Runs one planned row in this process, with its two visits one after the other.
[[nodiscard]] Row run_row(const PlannedRow& planned, ProblemMemory& memory, Executors& executors,
                          const RowRules& rules);

}  // namespace rungs
