// A C interface to the cases: inputs, references and comparisons for programs in other languages, as a shared
// library. It calls the same code as `bench`, so both get the same bytes and the same verification result.
//
// A function that can fail returns 0 (or a null pointer) on failure; rungs_error() then returns one line.
// Returned strings belong to the library and are valid until the next call of the same thread.
#pragma once

#include <cstddef>
#include <cstdint>

#include "harness/c_api/export.hpp"

extern "C" {

/// One problem of a case: size and parameters. Created by rungs_problem, freed by rungs_release.
struct RungsProblem;

/// Result of a comparison. `first` is cut if it does not fit; it always ends with a zero.
struct RungsComparison {
  std::uint64_t mismatches;
  double max_error;
  char first[512];
};

/// Bytes that every implementation must read and write, and operations.
struct RungsWork {
  std::uint64_t bytes_read, bytes_written, operations;
};

/// Why the last call of this thread failed, as one line.
RUNGS_EXPORT const char* rungs_error();
/// Commit of the build, a tab, and its compiler.
RUNGS_EXPORT const char* rungs_build();
/// Names of the cases, one per line.
RUNGS_EXPORT const char* rungs_cases();
/// "10240x10240": the size that the documents measured. Null if there is no such case.
RUNGS_EXPORT const char* rungs_default_size(const char* name);
/// One line per parameter: name, expected values, default, values of its sweep (joined by ','), separated by
/// tabs.
RUNGS_EXPORT const char* rungs_parameters(const char* name);

/// `size` is "1920x1080", one number per side of the case. `params` is "repeater=100;..."; parameters that it
/// does not name have their defaults. Null if the case does not accept a value.
RUNGS_EXPORT RungsProblem* rungs_problem(const char* name, const char* size, const char* params);
/// Frees a problem from rungs_problem; null is ignored.
RUNGS_EXPORT void rungs_release(RungsProblem* problem);
/// All parameters, as in the CSV.
RUNGS_EXPORT const char* rungs_params(const RungsProblem* problem);
/// For a result of kind number `result`.
RUNGS_EXPORT RungsWork rungs_work(const RungsProblem* problem, int result);
/// One line per buffer, in the order of all lists of buffers here: name, input or output, bytes, bytes per
/// element, the byte that outputs hold before a launch, separated by tabs.
RUNGS_EXPORT const char* rungs_buffers(const RungsProblem* problem);
/// Fills the memory of input `index`: as many bytes as rungs_buffers reports, aligned for any element.
RUNGS_EXPORT int rungs_generate(const RungsProblem* problem, std::size_t index, void* memory,
                                std::uint64_t seed);

/// True if the output is compared in blocks and there is no expected output.
RUNGS_EXPORT int rungs_checks_blocks(const RungsProblem* problem);
/// Computes the outputs in `memory` from its inputs. `result` is the number of the case's kind of result.
RUNGS_EXPORT int rungs_reference(const RungsProblem* problem, void* const* memory, int result);
/// `expected` and `actual` have all buffers, with the same inputs.
RUNGS_EXPORT int rungs_compare(const RungsProblem* problem, void* const* expected, void* const* actual,
                               int result, RungsComparison* found);
/// Compares `bytes` bytes (whole rows) of the output of this kind, from element `first` on. Of the buffers in
/// `inputs` only inputs are read.
RUNGS_EXPORT int rungs_check_block(const RungsProblem* problem, void* const* inputs, std::size_t first,
                                   const void* block, std::size_t bytes, int result, RungsComparison* found);

/// Flushes memory from the caches of this computer, as bench does before each cold launch on the host.
RUNGS_EXPORT void rungs_flush_caches(const void* memory, std::size_t bytes);
}
