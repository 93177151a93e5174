// Google Benchmark as the front: its filter, repetitions, interleaving and JSON over rows that our sampler
// makes.
#pragma once

#include "harness/bench/session.hpp"

namespace rungs {

/// Registers each planned row as a benchmark of one iteration whose manual time is the row's median, and runs
/// them. `google_arguments` are passed on ("--benchmark_repetitions=3"). Once `interrupted()` is true, rows
/// not begun are skipped. Throws BadUsage on an argument that Google Benchmark does not know.
void run_benchmarks(const std::vector<PlannedRow>& rows, Session& session, const Options& options,
                    bool (*interrupted)());

}  // namespace rungs
