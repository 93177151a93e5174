// Runs rows through Google Benchmark. It provides names, filter, repetitions, order, console formats and the
// JSON for its compare.py. Each row is one benchmark with one iteration, and the row's median is its manual
// time. Samples are taken by our sampler (harness/measure/sampler.hpp) instead of Google Benchmark's loop,
// which times many iterations as one: it cannot flush the caches between iterations, keep single samples,
// check results before and after, or stop on noise.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/cli/google_benchmark_options.hpp"
#include "harness/engine/plan.hpp"

namespace rungs {

/// Passes the options to Google Benchmark. Throws BadUsage, before anything is written, for an unknown option
/// or a value that it does not accept.
void initialise_google_benchmark(const GoogleBenchmarkOptions& options);

/// Removes the rows that --benchmark_filter does not select. If it selects none, returns Google Benchmark's
/// message.
std::string keep_selected(const GoogleBenchmarkOptions& options, std::vector<PlannedRow>& rows);

/// Prints the names of the rows that --benchmark_filter selects.
void list_benchmarks(const std::vector<PlannedRow>& rows);

/// Makes a row; empty if it was interrupted.
using MakeRow = std::function<std::optional<Row>(const PlannedRow&)>;

/// Runs each of `rows` (all selected by --benchmark_filter) --benchmark_repetitions times.
void run_benchmarks(const std::vector<PlannedRow>& rows, const GoogleBenchmarkOptions& options,
                    const MakeRow& make);

/// The benchmark name of a row: "stitch/gpu/modulo/10240x10240/repeater:100/cuda/cold", of one of several
/// GPUs ".../cuda:1/cold". It is the same in every run, so that compare.py can match rows.
[[nodiscard]] std::string benchmark_name(const PlannedRow& planned);

}  // namespace rungs
