// Extra streams for variants that overlap copies and kernels (rungs::fork and rungs::join).
#pragma once

#include <cuda_runtime_api.h>

namespace rungs::cuda {

/// See rungs::fork.
[[nodiscard]] cudaStream_t fork(cudaStream_t from, unsigned index);
/// See rungs::join.
void join(cudaStream_t into, unsigned count);
/// How often `fork` was called.
[[nodiscard]] unsigned long forks();
/// Frees the side streams; the next fork creates new ones.
void drop_side_streams();

}  // namespace rungs::cuda
