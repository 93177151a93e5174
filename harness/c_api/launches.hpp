// A C interface to the CUDA variants: opens a variant on a problem, launches it on any stream and checks its
// results, so that other tools can time the same kernels as `bench`. Any registered CUDA variant can be
// opened, except variants whose time includes copies.
//
// A function that can fail returns 0 (or a null pointer) on failure; rungs_launch_error() then returns one
// line. Returned strings belong to the library and are valid until the next call of the same thread. Memory
// is on the current GPU: the first one that CUDA lists, unless the caller has set another.
#pragma once

#include <cstdint>

#include "harness/c_api/export.hpp"

extern "C" {

/// One variant on one problem, with its memory on the GPU. Created by rungs_launch_open, freed by
/// rungs_launch_close.
struct RungsLaunch;

/// Why the last call of this thread failed, as one line.
RUNGS_EXPORT const char* rungs_launch_error();

/// "10240x10240": the size of a variant's case that the documents measured. Needs no GPU, like the next one.
RUNGS_EXPORT const char* rungs_launch_default_size(const char* variant);
/// All parameters of a problem, as in the CSV. `params` is "repeater=100;..."; parameters that it does not
/// name have their defaults. Null if the variant cannot be opened or a value is not accepted.
RUNGS_EXPORT const char* rungs_launch_params(const char* variant, const char* size, const char* params);

/// The current GPU's name, as in the CSV.
RUNGS_EXPORT const char* rungs_launch_device();
/// Allocates and fills the memory of a variant ("stitch/gpu/modulo"). Inputs are those that bench makes from
/// the same seed; outputs are poisoned, as is the workspace if the variant has one.
RUNGS_EXPORT RungsLaunch* rungs_launch_open(const char* variant, const char* size, const char* params,
                                            std::uint64_t seed);
/// Enqueues one launch on a stream (a cudaStream_t) and does not wait for it.
RUNGS_EXPORT int rungs_launch_run(RungsLaunch* launch, void* cuda_stream);
/// Waits for the GPU and compares the outputs of the last launch with the CPU reference, which is computed
/// here. Inputs must be unchanged, and nothing may be written outside the outputs. Returns 0 if anything is
/// wrong.
RUNGS_EXPORT int rungs_launch_correct(RungsLaunch* launch);
/// Bytes that every implementation must read and write.
RUNGS_EXPORT std::uint64_t rungs_launch_bytes(const RungsLaunch* launch);
/// Waits for the GPU and frees the memory. `launch` is from rungs_launch_open, or null.
RUNGS_EXPORT void rungs_launch_close(RungsLaunch* launch);
}
