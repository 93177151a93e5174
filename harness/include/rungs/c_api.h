/* The C interface of a library that rungs_add_c_library builds: its cases (inputs, references, comparisons) and
 * its CUDA variants, for programs in other languages. It calls the same code as the program `bench`, so both get
 * the same bytes and the same verification result. Readable by C and C++ compilers.
 *
 * A function that can fail returns 0 (or a null pointer) on failure; rungs_error() then returns one line.
 * Returned strings belong to the library and are valid until the next call of the same thread. */
#ifndef RUNGS_C_API_H
#define RUNGS_C_API_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define RUNGS_EXPORT __declspec(dllexport)
#else
#define RUNGS_EXPORT __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif


/// One problem of a case: size and parameters. Created by rungs_problem, freed by rungs_release.
typedef struct RungsProblem RungsProblem;

/// Result of a comparison. `first` is cut if it does not fit; it always ends with a zero.
typedef struct RungsComparison {
  uint64_t mismatches;
  double max_error;
  char first[512];
} RungsComparison;

/// Bytes that every implementation must read and write, and operations.
typedef struct RungsWork {
  uint64_t bytes_read, bytes_written, operations;
} RungsWork;

/// Why the last call of this thread failed, as one line.
RUNGS_EXPORT const char* rungs_error(void);
/// Commit of the build, a tab, and its compiler.
RUNGS_EXPORT const char* rungs_build(void);
/// Names of the cases, one per line.
RUNGS_EXPORT const char* rungs_cases(void);
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
RUNGS_EXPORT int rungs_generate(const RungsProblem* problem, size_t index, void* memory,
                                uint64_t seed);

/// True if the output is compared in blocks and there is no expected output.
RUNGS_EXPORT int rungs_checks_blocks(const RungsProblem* problem);
/// Computes the outputs in `memory` from its inputs. `result` is the number of the case's kind of result.
RUNGS_EXPORT int rungs_reference(const RungsProblem* problem, void* const* memory, int result);
/// `expected` and `actual` have all buffers, with the same inputs.
RUNGS_EXPORT int rungs_compare(const RungsProblem* problem, void* const* expected, void* const* actual,
                               int result, RungsComparison* found);
/// Compares `bytes` bytes (whole rows) of the output of this kind, from element `first` on. Of the buffers in
/// `inputs` only inputs are read.
RUNGS_EXPORT int rungs_check_block(const RungsProblem* problem, void* const* inputs, size_t first,
                                   const void* block, size_t bytes, int result, RungsComparison* found);

/// Flushes memory from the caches of this computer, as bench does before each cold launch on the host.
RUNGS_EXPORT void rungs_flush_caches(const void* memory, size_t bytes);

/* Variants on a GPU. These functions are in the library only if it was built with CUDA. Any CUDA variant can be
 * opened, except variants whose time includes copies. Memory is on the current GPU: the first one that CUDA
 * lists, unless the caller has set another. */


/// One variant on one problem, with its memory on the GPU. Created by rungs_launch_open, freed by
/// rungs_launch_close.
typedef struct RungsLaunch RungsLaunch;

/// "10240x10240": the size of a variant's case that the documents measured. Needs no GPU, like the next one.
RUNGS_EXPORT const char* rungs_launch_default_size(const char* variant);
/// All parameters of a problem and the values of the variant's axes, as in the CSV. `params` is
/// "repeater=100;block=256;..."; what it does not name has its default. Null if the variant cannot be opened or
/// a value is not accepted.
RUNGS_EXPORT const char* rungs_launch_params(const char* variant, const char* size, const char* params);

/// The current GPU's name, as in the CSV.
RUNGS_EXPORT const char* rungs_launch_device(void);
/// Allocates and fills the memory of a variant ("stitch/gpu/modulo"). Inputs are those that bench makes from
/// the same seed; outputs are poisoned, as is the workspace if the variant has one.
RUNGS_EXPORT RungsLaunch* rungs_launch_open(const char* variant, const char* size, const char* params,
                                            uint64_t seed);
/// Enqueues one launch on a stream (a cudaStream_t) and does not wait for it.
RUNGS_EXPORT int rungs_launch_run(RungsLaunch* launch, void* cuda_stream);
/// Waits for the GPU and compares the outputs of the last launch with the CPU reference, which is computed
/// here. Inputs must be unchanged, and nothing may be written outside the outputs. Returns 0 if anything is
/// wrong.
RUNGS_EXPORT int rungs_launch_correct(RungsLaunch* launch);
/// Bytes that every implementation must read and write.
RUNGS_EXPORT uint64_t rungs_launch_bytes(const RungsLaunch* launch);
/// Waits for the GPU and frees the memory. `launch` is from rungs_launch_open, or null.
RUNGS_EXPORT void rungs_launch_close(RungsLaunch* launch);

#ifdef __cplusplus
}
#endif

#endif
