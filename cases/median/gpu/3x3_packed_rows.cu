// gpu/3x3_v3 without launch bounds, and with shared loads: a word follows from the one above it by a shift.
// The four windows overlap: six loads per column serve all four instead of twelve, 18 in total instead of the
// 36 that the article leaves to the compiler (four_rows.hpp). All go through the read-only cache.
#include "cases/median/gpu/padded.hpp"

namespace {

__global__ void __launch_bounds__(median::column_threads)
    packed_rows(std::uint8_t* filtered, const std::uint8_t* padded, unsigned width, unsigned height) {
  const unsigned left = blockIdx.x * median::column_threads + threadIdx.x;
  if (left >= width - 2) return;
  padded += blockIdx.z * rungs::at(0, height + median::extra_rows, width);
  filtered += blockIdx.z * rungs::at(0, height, width);
  for (unsigned top = 4 * blockIdx.y; top < height - 2; top += 4 * gridDim.y) {
    const std::uint8_t* row[6];
#pragma unroll
    for (unsigned y = 0; y < 6; ++y) row[y] = padded + rungs::at(left, top + y, width);
    unsigned values[9];
    median::pack_four_windows<3>(values, [&](unsigned x, unsigned y) { return __ldg(row[y] + x); });
    median::store_four_rows<3>(filtered, width, height, left, top, median::median_of_bytes<3>(values));
  }
}

void launch(const rungs::Call<median::Case>& call) {
  const median::Problem& p = call.problem;
  if (p.width < 3 || p.height < 3) return;
  rungs::launch({median::four_row_blocks<3>(p.width, p.height, p.frames), dim3(median::column_threads), call.stream},
                packed_rows, call.views.filtered, call.state<median::Padded>().data(), p.width, p.height);
}

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_v3",
    .technique = {"reuse"},
    .idea = "a word from the one above by a shift, no launch bounds",
    .result = median::Result::window3,
    .launch = launch,
    .prepare = median::pad,
}};

}  // namespace
