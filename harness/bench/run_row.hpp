// Makes one row: verify, time, verify again, on the same buffers.
#pragma once

#include "harness/bench/dump.hpp"
#include "harness/bench/problem_memory.hpp"

namespace rungs {

/// How rows are made, beyond what the plan says of each.
struct RowRules {
  StopRules stop;
  bool profile = false;  ///< one launch in an NVTX range, nothing else on the device
  Dump* dump = nullptr;  ///< draws what a row computed, right or wrong
};

/// Runs a planned row. Never throws for what a variant does wrong: that becomes the row's status and message.
[[nodiscard]] Row run_row(const PlannedRow& planned, ProblemMemory& memory, Executors& executors,
                          const RowRules& rules);

}  // namespace rungs
