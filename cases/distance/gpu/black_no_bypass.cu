// gpu/black without its bypass: all pixels of the window are loaded.
// The bypass saves loads, most of which come from the L1, but it makes each load wait for the one before:
// only with the nearest distance so far is it known whether the next is needed. Without it the loads of a row
// are independent.
#include "cases/distance/gpu/grid.hpp"

namespace {

__global__ void black_no_bypass(const std::uint8_t* source, std::int32_t width, std::int32_t height,
                                std::uint32_t* distance, std::int32_t distance_max) {
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
      const std::int32_t col_there = col + x;
      const std::int32_t row_there = row + y;
      if (col_there < 0 || row_there < 0 || col_there >= width || row_there >= height) continue;
      if (source[rungs::at(col_there, row_there, width)] != 0) nearest = min(nearest, found);
    }
  }
  distance[index] = nearest;
}

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/black",
    .technique = {"in-flight"},
    .idea = "all pixels of the window are loaded",
    .versions = distance::searching(black_no_bypass),
    .tunable = true,
}};

}  // namespace
