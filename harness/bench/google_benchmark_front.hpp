// Google Benchmark as the front: its filter, repetitions,
// interleaving and JSON over rows that our sampler makes.
#pragma once

#include "harness/bench/session.hpp"

namespace rungs {

/// Hands Google Benchmark its arguments: those behind "--", and --json's. Throws
/// BadUsage, before anything is written, on one that it does not know, on a value
/// that is not legal, and on a filter that matches none of `rows`.
void initialise_google_benchmark(const Options& options, const std::vector<PlannedRow>& rows);

/// Registers each planned row as a benchmark of one iteration whose manual time is the row's median, and runs
/// them. Once `interrupted()` is true, rows not begun are skipped.
void run_benchmarks(const std::vector<PlannedRow>& rows, Session& session, bool (*interrupted)());

}  // namespace rungs
