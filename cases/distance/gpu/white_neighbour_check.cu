// gpu/white_distance_check, but a white pixel with four white neighbours writes its own 0 and stops.
// For any other pixel one of the four is nearer, so all its other updates are useless. Only the outlines of
// white areas remain: a few percent of the pixels in a picture of large shapes, all of them in sparse noise.
// The deck does not say whether its figure has the distance check; gpu/white_only_neighbour_check has not.
#include "cases/distance/gpu/scatter.hpp"

namespace {

__global__ void white_neighbour_check(const std::uint8_t* source, std::int32_t width, std::int32_t height,
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
      const auto found = static_cast<std::uint32_t>(x * x + y * y);
      if (distance[there] < found) continue;
      atomicMin(distance + there, found);
    }
  }
}

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/white_distance_check",
    .technique = {"skip"},
    .idea = "a white pixel with four white neighbours writes 0 and stops",
    .races = "a distance that is no longer true costs an atomic, which changes nothing",
    .versions = distance::scattering(white_neighbour_check),
    .tunable = true,
}};

}  // namespace
