// Every white pixel writes its distance to all pixels around it, with an atomic minimum in global memory.
// The deck's first step: one thread per pixel; the threads of black pixels return. Up to (2R)^2 atomics per
// white pixel, 900 at R = 15, each after a test of the image's borders. In the end at most one write per
// pixel counts, and inside a white area only the pixel's own. A warp's atomics go to adjacent addresses, so
// the limit is how many the L2 performs per second.
#include "cases/distance/gpu/scatter.hpp"

namespace {

__global__ void white(const std::uint8_t* source, std::int32_t width, std::int32_t height, std::uint32_t* distance,
                      std::int32_t distance_max) {
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
      atomicMin(distance + there, static_cast<std::uint32_t>(x * x + y * y));
    }
  }
}

const rungs::Variant<distance::Case> variant{{
    .idea = "every white pixel updates its window with atomicMin",
    .versions = distance::scattering(white),
    .tunable = true,
}};

}  // namespace
