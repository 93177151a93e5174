// Four pixels per word, one above the other.
// Compared with gpu/3x3_v2, the four windows overlap: six loads per column serve all four windows instead of
// twelve, 18 in total instead of 36, and a word follows from the one above it by a shift (four_rows.hpp). The
// document adds rows of 255 below the image, so that no bounds check keeps the compiler from moving loads
// forward. Here a row below the image is read as the last row: one minimum per row, without a branch, a copy
// or another image format.
#include <cstdint>
#include <rungs/device.hpp>

#include "cases/median/case.hpp"
#include "cases/median/gpu/four_rows.hpp"

namespace {

__global__ void __launch_bounds__(median::column_threads)
    v3(std::uint8_t* filtered, const std::uint8_t* image, unsigned width, unsigned height) {
  const unsigned left = blockIdx.x * median::column_threads + threadIdx.x;
  if (left >= width - 2) return;
  image += blockIdx.z * rungs::at(0, height, width);
  filtered += blockIdx.z * rungs::at(0, height, width);
  for (unsigned top = 4 * blockIdx.y; top < height - 2; top += 4 * gridDim.y) {
    const std::uint8_t* row[6];
#pragma unroll
    for (unsigned y = 0; y < 6; ++y) row[y] = image + rungs::at(left, min(top + y, height - 1), width);
    unsigned values[9];
    median::pack_four_windows<3>(values, [&](unsigned x, unsigned y) { return __ldg(row[y] + x); });
    median::store_four_rows<3>(filtered, width, height, left, top, median::median_of_bytes<3>(values));
  }
}

void launch(const median::Problem& p, const median::Views& v, rungs::Stream stream) {
  if (p.width < 3 || p.height < 3) return;
  rungs::launch(
      {median::four_row_blocks<3>(p.width, p.height, p.frames), dim3(median::column_threads), stream}, v3,
      v.filtered, v.image, p.width, p.height);
}

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_v2",
    .idea = "four pixels per word, vertical neighbours share loads",
    .result = median::Result::window3,
    .launch = launch,
}};

}  // namespace
