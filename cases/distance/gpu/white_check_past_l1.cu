// gpu/white_check_equal with a load that goes past the L1, to where the atomics are performed.
// A plain load may find a line in the L1 that is older than the last atomics on it, and then makes one more.
// A relaxed atomic load sees them, and is no data race. The cost: each load waits for the L2.
#include <cuda/atomic>
#include "cases/distance/gpu/scatter.hpp"

namespace {

__global__ void white_check_past_l1(const std::uint8_t* source, std::int32_t width, std::int32_t height,
                                    std::uint32_t* distance, std::int32_t distance_max) {
  const std::int32_t col = blockIdx.x * blockDim.x + threadIdx.x;
  const std::int32_t row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= width || row >= height) return;

  const std::size_t index = rungs::at(col, row, width);
  if (source[index] == 0) return;
  for (std::int32_t y = -distance_max; y < distance_max; ++y) {
    for (std::int32_t x = -distance_max; x < distance_max; ++x) {
      const std::int32_t col_there = col + x;
      const std::int32_t row_there = row + y;
      if (col_there < 0 || row_there < 0 || col_there >= width || row_there >= height) continue;
      const std::size_t there = rungs::at(col_there, row_there, width);
      const auto found = static_cast<std::uint32_t>(x * x + y * y);
      const cuda::atomic_ref<std::uint32_t, cuda::thread_scope_device> stored(distance[there]);
      if (stored.load(cuda::memory_order_relaxed) <= found) continue;
      atomicMin(distance + there, found);
    }
  }
}

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/white_check_equal",
    .no_technique = "a check of the newest value, which costs a wait",
    .idea = "the check reads the L2",
    .versions = distance::scattering(white_check_past_l1),
    .tunable = true,
}};

}  // namespace
