// gpu/white with a check before each update: no atomic if the stored distance is lower. As in the deck, a plain load.
// Stored values only decrease, so a value from the L1, or one read a moment ago, can only be too large: the worst
// result is one atomic too many. Most updates come too late, so most atomics should become loads; how many depends on
// the mask and on which block came first. The cost: a thread waits for each of these loads, but waited for no atomic.
// Now latency matters, and the number of threads to hide it.
#include "cases/distance/gpu/scatter.hpp"

namespace {

__global__ void white_distance_check(const std::uint8_t* source, std::int32_t width, std::int32_t height,
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
      if (distance[there] < found) continue;
      atomicMin(distance + there, found);
    }
  }
}

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/white",
    .technique = {"skip"},
    .idea = "no atomic if the stored distance is lower",
    .races = "a distance that is no longer true costs an atomic, which changes nothing",
    .versions = distance::scattering(white_distance_check),
    .tunable = true,
}};

}  // namespace
