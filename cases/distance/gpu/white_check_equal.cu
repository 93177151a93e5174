// gpu/white_distance_check, but an update of the same distance makes no atomic either.
// The deck skips a lower distance only. Inside a white area many updates meet the value that they bring, such
// as R * R at the window's corners, which is what the plane was set to.
#include "cases/distance/gpu/scatter.hpp"

namespace {

__global__ void white_check_equal(const std::uint8_t* source, std::int32_t width, std::int32_t height,
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
      if (distance[there] <= found) continue;
      atomicMin(distance + there, found);
    }
  }
}

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/white_distance_check",
    .technique = {"skip"},
    .idea = "nor if it is the same",
    .races = "a distance that is no longer true costs an atomic, which changes nothing",
    .versions = distance::scattering(white_check_equal),
    .tunable = true,
}};

}  // namespace
