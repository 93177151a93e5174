// gpu/white_only_neighbour_check with a test per neighbour: a white neighbour, or the border, cuts the window
// at that side. This is gpu/white_improved_neighbour_check without its distance check.
// It shows whether the distance check still pays once the windows are cut: an outline pixel sends far fewer
// updates, and more of them are the minimum so far, so that looking first should avoid fewer atomics.
#include "cases/distance/gpu/scatter.hpp"

namespace {

__global__ void white_only_improved_neighbour_check(const std::uint8_t* source, std::int32_t width, std::int32_t height,
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
      atomicMin(distance + there, static_cast<std::uint32_t>(x * x + y * y));
    }
  }
}

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/white_only_neighbour_check",
    .technique = {"skip"},
    .idea = "a white neighbour cuts the window at its side; no distance check",
    .versions = distance::scattering(white_only_improved_neighbour_check),
    .tunable = true,
}};

}  // namespace
