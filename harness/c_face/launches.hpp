// A C face of the CUDA variants: opens one on a problem, launches it on any stream and checks what it
// computed, so that other tools can time the very kernels that `bench` times. Any registered CUDA variant can
// be opened, but for those whose time includes copies.
//
// A function that can fail returns 0 (or a null pointer) where it did, and rungs_launch_error() then holds
// one line. Texts that are returned belong to the library and last until the same thread's next call. Memory
// lies on the current GPU: the first one that CUDA shows, unless the caller has set another.
#pragma once

#include <cstdint>

#include "harness/c_face/export.hpp"

extern "C" {

/// One variant on one problem, with its memory on the GPU. Made by rungs_launch_open, given back by
/// rungs_launch_close.
struct RungsLaunch;

/// Why the last call of this thread failed, one line.
RUNGS_EXPORT const char* rungs_launch_error();

/// "10240x10240": the size of a variant's case that the documents measured. Needs no GPU, like the next one.
RUNGS_EXPORT const char* rungs_launch_default_size(const char* variant);
/// All parameters of a problem, as in the CSV; `params` is "repeater=100;...", and what it does not name has
/// its default. Null where the variant cannot be opened or anything is not legal.
RUNGS_EXPORT const char* rungs_launch_params(const char* variant, unsigned width, unsigned height,
                                             const char* params);

/// The current GPU's name, as in the CSV.
RUNGS_EXPORT const char* rungs_launch_device();
/// Allocates the memory of a variant ("stitch/gpu/modulo") and fills it: inputs are those that bench makes
/// from the same seed, outputs are poisoned, as is the workspace where the variant has one.
RUNGS_EXPORT RungsLaunch* rungs_launch_open(const char* variant, unsigned width, unsigned height,
                                            const char* params, std::uint64_t seed);
/// Enqueues one launch on a stream (a cudaStream_t) and does not wait for it.
RUNGS_EXPORT int rungs_launch_run(RungsLaunch* launch, void* cuda_stream);
/// Waits for the GPU and compares the outputs of the last launch with the CPU reference's, which is computed
/// here. Inputs must be unchanged, and nothing may be written outside the outputs. 0 where anything is wrong.
RUNGS_EXPORT int rungs_launch_correct(RungsLaunch* launch);
/// Bytes that no implementation can avoid to read or to write.
RUNGS_EXPORT std::uint64_t rungs_launch_bytes(const RungsLaunch* launch);
/// Waits for the GPU and frees the memory. `launch` is one that rungs_launch_open made, or null.
RUNGS_EXPORT void rungs_launch_close(RungsLaunch* launch);
}
