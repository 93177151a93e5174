// Google Benchmark as the front of the run. It gives names, filter, repetitions, order, console formats and
// the JSON that its compare.py reads; each row is one of its benchmarks, of one iteration, with the row's
// median as its manual time. Samples are taken by our sampler (harness/measure/sampler.hpp) instead of by its
// loop, which times many iterations as one: it cannot empty the caches between iterations, keep single
// samples, check results before and after, or stop on noise.
#pragma once

#include "harness/bench/google_benchmark_options.hpp"
#include "harness/bench/session.hpp"

namespace rungs {

/// Hands Google Benchmark its options. Throws BadUsage, before anything is written, on an option that it does
/// not know or a value that it does not take.
void initialise_google_benchmark(const GoogleBenchmarkOptions& options);

/// Takes out the rows that --benchmark_filter does not select. Gives what Google Benchmark says where it
/// selects none.
std::string keep_selected(const GoogleBenchmarkOptions& options, std::vector<PlannedRow>& rows);

/// Prints the names of those of `rows` that --benchmark_filter selects.
void list_benchmarks(const std::vector<PlannedRow>& rows);

/// Runs each of `rows`, all of which --benchmark_filter selects, as often as --benchmark_repetitions says.
/// Once `interrupted()` is true, rows not complete are skipped.
void run_benchmarks(const std::vector<PlannedRow>& rows, const GoogleBenchmarkOptions& options,
                    Session& session, bool (*interrupted)());

/// The name of a row's benchmark: "stitch/gpu/modulo/10240x10240/repeater:100/cuda/cold". It stays the same
/// from run to run, so that compare.py pairs it.
[[nodiscard]] std::string benchmark_name(const PlannedRow& planned);

}  // namespace rungs
