// gpu/two_passes with the squared row distances in 16 bits, two columns per word and per thread.
// 255^2 fits, and sm_90 has one instruction that adds and takes the minimum in both halves of a word
// (`__viaddmin_u16x2`; older chips emulate it). Compared with gpu/two_passes, the plane between the passes
// has half the bytes, and the second pass half the loads and a quarter of the arithmetic. Sums of two squares
// fit in 16 bits up to R = 181; for larger R a row's square is limited first, one more instruction.
#include "cases/distance/gpu/packed_columns.hpp"

namespace {

/// Square of the distance to the nearest white pixel of the row, at most radius^2.
__device__ unsigned squared_in_row(const std::uint8_t* row, int x, int width, int radius) {
  int away = 0;
  for (; away < radius; ++away) {
    if (x >= away && x - away < width && row[x - away] != 0) break;
    if (x + away < width && row[x + away] != 0) break;
  }
  return away * away;
}

__global__ void along_rows(unsigned* squared, const std::uint8_t* image, int width, int height, int radius) {
  const int packed = (width + 1) / 2;
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (x >= packed) return;
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y) {
    const std::uint8_t* const row = image + rungs::at(0, y, width);
    squared[rungs::at(x, y, packed)] =
        squared_in_row(row, 2 * x, width, radius) | squared_in_row(row, 2 * x + 1, width, radius) << 16U;
  }
}

void launch(const rungs::Call<distance::Case>& call) {
  const distance::Problem& p = call.problem;
  auto* const squared = reinterpret_cast<unsigned*>(call.workspace);
  const rungs::Grid grid{distance::packed_blocks(p), distance::block, call.stream};
  rungs::launch(grid, along_rows, squared, call.views.image, p.width, p.height, p.distance_max);
  distance::launch_along_columns(call, squared);
}

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/two_passes",
    .technique = {"simd"},
    .idea = "16-bit squares, two columns per instruction",
    .launch = launch,
    .workspace_bytes = distance::packed_bytes,
}};

}  // namespace
