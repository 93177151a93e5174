// gpu/white with the neighbour check alone: a white pixel with four white neighbours writes its own 0 and
// stops; all others send an atomic to every pixel in reach, without looking first.
// gpu/white_neighbour_check adds it to the distance check; here it is clear which of the two removes the
// time. Inside white areas the atomics go away altogether, and no load is waited for. What is left are the
// outlines, whose atomics still mostly change nothing. In sparse noise there is nothing to remove.
#include "cases/distance/gpu/scatter.hpp"

namespace {

__global__ void white_only_neighbour_check(const std::uint8_t* source, std::int32_t width, std::int32_t height,
                                           std::uint32_t* distance, std::int32_t distance_max) {
  const std::int32_t col = blockIdx.x * blockDim.x + threadIdx.x;
  const std::int32_t row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= width || row >= height) return;

  const std::size_t index = rungs::at(col, row, width);
  if (source[index] == 0) return;
  if (col > 0 && col < width - 1 && row > 0 && row < height - 1 && source[index - 1] > 0 && source[index + 1] > 0 &&
      source[index - width] > 0 && source[index + width] > 0) {
    distance[index] = 0;
    return;
  }
  for (std::int32_t y = -distance_max; y < distance_max; ++y) {
    for (std::int32_t x = -distance_max; x < distance_max; ++x) {
      const std::int32_t col_there = col + x;
      const std::int32_t row_there = row + y;
      if (col_there < 0 || row_there < 0 || col_there >= width || row_there >= height) continue;
      const std::size_t there = rungs::at(col_there, row_there, width);
      atomicMin(distance + there, static_cast<std::uint32_t>(x * x + y * y));
    }
  }
}

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/white",
    .technique = {"skip"},
    .idea = "the neighbour check without the distance check",
    .races = "nothing is below the 0 that it stores",
    .versions = distance::scattering(white_only_neighbour_check),
    .tunable = true,
}};

}  // namespace
