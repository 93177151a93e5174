// gpu/white_neighbour_check with a test per neighbour: a white neighbour, or the border, cuts the window at that side.
// This is exact: of two adjacent white pixels, the left one is nearer to everything left of it, and likewise for each
// side. So a pixel's nearest white one has no white neighbour on the side that faces it. A pixel of a straight outline
// keeps half a column or row, one of an oblique outline a quarter of the window; only a single pixel keeps all of it.
// Four white neighbours leave the pixel itself, as in the previous check. It should remove most of the remaining loads
// and atomics, but none in sparse noise.
#include "cases/distance/gpu/scatter.hpp"

namespace {

__global__ void white_improved_neighbour_check(const std::uint8_t* source, std::int32_t width, std::int32_t height,
                                               std::uint32_t* distance, std::int32_t distance_max) {
  const std::int32_t col = blockIdx.x * blockDim.x + threadIdx.x;
  const std::int32_t row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= width || row >= height) return;

  const std::size_t index = rungs::at(col, row, width);
  if (source[index] == 0) return;
  const std::int32_t left = col == 0 || source[index - 1] != 0 ? 0 : -distance_max;
  const std::int32_t right = col == width - 1 || source[index + 1] != 0 ? 0 : distance_max;
  const std::int32_t up = row == 0 || source[index - width] != 0 ? 0 : -distance_max;
  const std::int32_t down = row == height - 1 || source[index + width] != 0 ? 0 : distance_max;
  for (std::int32_t y = up; y <= down; ++y) {
    for (std::int32_t x = left; x <= right; ++x) {
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
    .improves = "gpu/white_neighbour_check",
    .technique = {"skip"},
    .idea = "a white neighbour cuts the window at its side",
    .races = "a distance that is no longer true costs an atomic, which changes nothing",
    .versions = distance::scattering(white_improved_neighbour_check),
    .tunable = true,
}};

}  // namespace
