// A C face of the cases: inputs, references and comparisons for programs that are not C++, through a shared
// library. It calls the very code that `bench` calls, so that both see the same bytes and the same verdict.
//
// A function that can fail returns 0 (or a null pointer) where it did, and rungs_error() then holds one line.
// Texts that are returned belong to the library and last until the same thread's next call.
#pragma once

#include <cstddef>
#include <cstdint>

#include "harness/c_face/export.hpp"

extern "C" {

/// One problem of a case: size and parameters. Made by rungs_problem, given back by rungs_release.
struct RungsProblem;

/// What a comparison found. `first` is cut where it does not fit; always ended by a zero.
struct RungsComparison {
  std::uint64_t mismatches;
  double max_error;
  char first[512];
};

/// Bytes that no implementation can avoid to read and to write, and operations.
struct RungsWork {
  std::uint64_t bytes_read, bytes_written, operations;
};

/// Why the last call of this thread failed, one line.
RUNGS_EXPORT const char* rungs_error();
/// Commit of the build, a tab, and its compiler.
RUNGS_EXPORT const char* rungs_build();
/// Names of the cases, a line each.
RUNGS_EXPORT const char* rungs_cases();
/// "10240x10240": the size of a case that the documents measured. Null where there is no such case.
RUNGS_EXPORT const char* rungs_default_size(const char* name);
/// A line a parameter: name, legal values, default, values of its sweep (joined by ','), with tabs between.
RUNGS_EXPORT const char* rungs_parameters(const char* name);

/// `params` is "repeater=100;..."; what it does not name has its default. Null where anything is not legal.
RUNGS_EXPORT RungsProblem* rungs_problem(const char* name, unsigned width, unsigned height,
                                         const char* params);
/// Of one that rungs_problem made, or null.
RUNGS_EXPORT void rungs_release(RungsProblem* problem);
/// All parameters, as in the CSV.
RUNGS_EXPORT const char* rungs_params(const RungsProblem* problem);
/// Of a result of the kind with this number.
RUNGS_EXPORT RungsWork rungs_work(const RungsProblem* problem, int result);
/// A line a buffer, in the order of all lists of buffers here: name, input or output, bytes, bytes an
/// element, the byte that outputs hold before a launch, with tabs between.
RUNGS_EXPORT const char* rungs_buffers(const RungsProblem* problem);
/// Fills the memory of input `index`, as many bytes as rungs_buffers says, aligned for any element.
RUNGS_EXPORT int rungs_generate(const RungsProblem* problem, std::size_t index, void* memory,
                                std::uint64_t seed);

/// True where the output is compared in blocks and there is no expected one.
RUNGS_EXPORT int rungs_checks_blocks(const RungsProblem* problem);
/// Fills the outputs among `memory` from its inputs. `result` is the number of the case's kind of result.
RUNGS_EXPORT int rungs_reference(const RungsProblem* problem, void* const* memory, int result);
/// `expected` and `actual` have every buffer, with the same inputs.
RUNGS_EXPORT int rungs_compare(const RungsProblem* problem, void* const* expected, void* const* actual,
                               int result, RungsComparison* found);
/// Compares `bytes` bytes, whole rows, of the output of this kind from element `first` on. Of `inputs` only
/// inputs are read.
RUNGS_EXPORT int rungs_check_block(const RungsProblem* problem, void* const* inputs, std::size_t first,
                                   const void* block, std::size_t bytes, int result, RungsComparison* found);

/// Takes memory out of this computer's caches, as bench does before each cold launch on the host.
RUNGS_EXPORT void rungs_evict(const void* memory, std::size_t bytes);
}
