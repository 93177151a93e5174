// The other way round: every black pixel searches its window for the nearest white one and writes once. Compared with
// gpu/white, there are no atomics and nothing to clear, and each pixel is written once, by one thread. The cost is up
// to (2R)^2 steps per black pixel; one that is further away than the nearest so far is passed over before its load. It
// should be faster than atomics from every white pixel, but not necessarily than atomics from the outlines alone.
#include "cases/distance/gpu/grid.hpp"

namespace {

__global__ void black(const std::uint8_t* source, std::int32_t width, std::int32_t height, std::uint32_t* distance,
                      std::int32_t distance_max) {
  const std::int32_t col = blockIdx.x * blockDim.x + threadIdx.x;
  const std::int32_t row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= width || row >= height) return;

  const std::size_t index = rungs::at(col, row, width);
  if (source[index] != 0) {
    distance[index] = 0;
    return;
  }

  std::uint32_t nearest = distance_max * distance_max;
  for (std::int32_t y = -distance_max; y < distance_max; ++y) {
    for (std::int32_t x = -distance_max; x < distance_max; ++x) {
      const auto found = static_cast<std::uint32_t>(x * x + y * y);
      if (found > nearest) continue;
      const std::int32_t col_there = col + x;
      const std::int32_t row_there = row + y;
      if (col_there < 0 || row_there < 0 || col_there >= width || row_there >= height) continue;
      if (source[rungs::at(col_there, row_there, width)] != 0) nearest = min(nearest, found);
    }
  }
  distance[index] = nearest;
}

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/white",
    .technique = {"output-side"},
    .idea = "every black pixel searches its window and writes once",
    .versions = distance::searching(black),
    .tunable = true,
}};

}  // namespace
