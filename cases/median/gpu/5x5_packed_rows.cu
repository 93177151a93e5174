// gpu/5x5 without launch bounds, with shared loads: a word follows from the one above it by a shift.
// 40 loads for four pixels, five per row, through the read-only cache. A row below the image is read as its
// last, so it needs no copy. All values stay in registers.
#include "cases/median/gpu/four_rows.hpp"

namespace {

__global__ void __launch_bounds__(median::column_threads)
    packed_rows(std::uint8_t* filtered, const std::uint8_t* image, unsigned width, unsigned height) {
  const unsigned left = blockIdx.x * median::column_threads + threadIdx.x;
  if (left >= width - 4) return;
  image += blockIdx.z * rungs::at(0, height, width);
  filtered += blockIdx.z * rungs::at(0, height, width);
  for (unsigned top = 4 * blockIdx.y; top < height - 4; top += 4 * gridDim.y) {
    const std::uint8_t* row[8];
#pragma unroll
    for (unsigned y = 0; y < 8; ++y) row[y] = image + rungs::at(left, min(top + y, height - 1), width);
    unsigned values[25];
    median::pack_four_windows<5>(values, [&](unsigned x, unsigned y) { return __ldg(row[y] + x); });
    median::store_four_rows<5>(filtered, width, height, left, top, median::median_of_bytes<5>(values));
  }
}

void launch(const median::Problem& p, const median::Views& v, rungs::Stream stream) {
  if (p.width < 5 || p.height < 5) return;
  rungs::launch({median::four_row_blocks<5>(p.width, p.height, p.frames), dim3(median::column_threads), stream},
                packed_rows, v.filtered, v.image, p.width, p.height);
}

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/5x5",
    .technique = {"reuse"},
    .idea = "a word from the one above by a shift, no launch bounds",
    .result = median::Result::window5,
    .launch = launch,
}};

}  // namespace
