// The 5x5 window: gpu/3x3_v3 with 25 values, 99 exchanges and 8 rows of loads for four pixels.
// Compared with host/5x5_avx2, where 25 vectors do not fit in a CPU's 16 registers, all values stay in a
// thread's registers. gpu/3x3_v3 gives another result; compared with it, loads grow from 18 to 40 for four
// pixels, and minima and maxima from 30 to 174. Arithmetic alone decides: about six times the instructions
// for the same bytes.
#include <cstdint>
#include <rungs/device.hpp>

#include "cases/median/case.hpp"
#include "cases/median/gpu/four_rows.hpp"

namespace {

__global__ void __launch_bounds__(median::column_threads)
    window5(std::uint8_t* filtered, const std::uint8_t* image, unsigned width, unsigned height) {
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
  rungs::launch(
      {median::four_row_blocks<5>(p.width, p.height, p.frames), dim3(median::column_threads), stream},
      window5, v.filtered, v.image, p.width, p.height);
}

const rungs::Variant<median::Case> variant{{
    .improves = "host/5x5_avx2",
    .idea = "four pixels per word, 25 values and 99 exchanges",
    .result = median::Result::window5,
    .launch = launch,
}};

}  // namespace
