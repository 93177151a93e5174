// gpu/3x3_packed_rows on the image as it is: a row below it is read as the last one.
// One minimum per row, without a branch, instead of a copy of the image with rows of 255. So every frame that
// is in memory can be filtered at once; the variants after this one do the same.
#include "cases/median/gpu/four_rows.hpp"

namespace {

__global__ void __launch_bounds__(median::column_threads)
    clamped_rows(std::uint8_t* filtered, const std::uint8_t* image, unsigned width, unsigned height) {
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

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_packed_rows",
    .no_technique = "does without a padded copy, which no time includes",
    .idea = "rows below the image are read as its last",
    .result = median::Result::window3,
    .launch = median::launch_four_rows<clamped_rows>,
}};

}  // namespace
