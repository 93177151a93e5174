/* The C interface of a library that rungs_add_c_library builds. With it, a program in another language
 *   - asks for cases and variants, and for the size, the parameters and the buffers of a problem,
 *   - adds variants of its own and runs the command line over all of them: they are verified and timed like those in
 *     C++, by the same code, into the same rows,
 *   - launches the CUDA variants of the library, to time them by other means.
 * Readable by C and C++ compilers.
 *
 * A function that can fail returns 0 (or a null pointer) on failure; rungs_error() then returns one line.
 * Returned strings belong to the library and are valid until the next call of the same thread. */
#ifndef RUNGS_C_API_H
#define RUNGS_C_API_H

#include <stddef.h>
#include <stdint.h>

#define RUNGS_EXPORT __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

/// One problem of a case: size and parameters. Created by rungs_problem, freed by rungs_release.
typedef struct RungsProblem RungsProblem;

/// Why the last call of this thread failed, as one line.
RUNGS_EXPORT const char* rungs_error(void);
/// Cases, parameters and variants, with the library's version and commit, as JSON: what `bench --list=json` prints.
RUNGS_EXPORT const char* rungs_list(void);

/// `size` is "1920x1080", one number per side of the case. `params` is "repeater=100;..."; parameters that it
/// does not name have their defaults. Null if the case does not accept a value.
RUNGS_EXPORT RungsProblem* rungs_problem(const char* name, const char* size, const char* params);
/// Frees a problem from rungs_problem; null is ignored.
RUNGS_EXPORT void rungs_release(RungsProblem* problem);
/// "1920x1080".
RUNGS_EXPORT const char* rungs_size(const RungsProblem* problem);
/// All parameters, as in the CSV.
RUNGS_EXPORT const char* rungs_params(const RungsProblem* problem);
/// One line per buffer, in the order of all lists of buffers here: name, input or output, bytes, bytes per
/// element, the byte that outputs hold before a launch, separated by tabs.
RUNGS_EXPORT const char* rungs_buffers(const RungsProblem* problem);

/* Variants in another language. */

/// What the functions of a variant get: the problem, one pointer per buffer in the order of rungs_buffers (to memory of
/// the GPU for backend "cuda", of the host for "host"), and the stream, a cudaStream_t (null on the host). Inputs are
/// loaded when `prepare` is called and must not be changed. Valid during the call.
typedef struct RungsCall {
  const RungsProblem* problem;
  void* const* buffers;
  size_t count;
  void* stream;
} RungsCall;

/// What a function of a variant returns. With RUNGS_FAILED and RUNGS_UNSUPPORTED it gives the reason by
/// rungs_set_reason.
enum { RUNGS_DONE = 0, RUNGS_FAILED = 1, RUNGS_UNSUPPORTED = 2 };

/// A variant. All strings are copied; a null string is an empty one. The functions and `user` must stay valid until
/// the process ends.
typedef struct RungsVariant {
  const char* case_name;   ///< "stitch"
  const char* name;        ///< a place and a name: "triton/tiles"
  const char* improves;    ///< another variant of the case, or empty
  const char* technique;   ///< ids of that step's techniques, separated by spaces, or empty
  const char* step;        ///< "gain", "back" or "question"; empty: gain
  const char* no_technique;  ///< why none fits the step, or empty
  const char* idea;        ///< what it does differently, in one line
  const char* backend;     ///< "cuda" or "host"
  const char* source;      ///< the file that defines it
  const char* built_with;  ///< libraries and their versions, for the row's column `compiler`
  int result;              ///< kind of result, as the number in the case's enum; one that the case's variants have
  int all_cores;           ///< 1: a host variant that runs on all CPUs
  void* user;              ///< passed to all functions
  /// Called once per row, outside the timing: compiles, allocates, plans. May be null.
  int (*prepare)(void* user, const RungsCall* call, void** state);
  /// Enqueues the work on the stream and does not wait for it; on the host, does it. This is timed.
  int (*launch)(void* user, void* state, const RungsCall* call);
  /// For a variant whose results are not in the outputs: copies them there, on the stream. Called after a launch that
  /// is verified, outside the timing. May be null.
  int (*collect)(void* user, void* state, const RungsCall* call);
  /// Frees the state that `prepare` set, null if it set none. Called if `prepare` returned RUNGS_DONE. May be null.
  void (*release)(void* user, void* state);
} RungsVariant;

/// Adds a variant. Fails if there is no such case or backend, or the name is taken.
RUNGS_EXPORT int rungs_add_variant(const RungsVariant* variant);
/// In a function of a variant: why it returns RUNGS_FAILED or RUNGS_UNSUPPORTED.
RUNGS_EXPORT void rungs_set_reason(const char* reason);
/// Runs the command line of `bench` over all variants of the library and the added ones, and returns its exit code. It
/// handles SIGINT and SIGTERM meanwhile. Google Benchmark's help ends the process.
/// Rows run in this process unless --isolate asks for workers. A worker is this process started again with the same
/// arguments: it must then add the same variants and call this function, which does not return there until all is done.
/// `arguments` begins with the program's name and ends with a null pointer.
RUNGS_EXPORT int rungs_main(int count, char** arguments);

/* Launches of CUDA variants. These functions are in the library only if it was built with CUDA. Any CUDA variant can be
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
