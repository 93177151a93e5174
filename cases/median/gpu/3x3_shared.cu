// gpu/3x3_clamped_rows with the pixels staged in shared memory. Two groups of four rows of windows, 128 columns wide,
// belong to a block. Its threads first load the ten rows that these need, 130 pixels each, neighbours next to each
// other: five loads from memory per thread instead of
// 18. The windows are then read from shared memory, and the rest is as in gpu/3x3_clamped_rows. Those 18
// loads mostly hit the L1, which is the same memory as the shared one. So little is saved: the pixels are
// stored once more, and the block waits at a barrier. The document tried it and gained nothing.
#include <algorithm>
#include "cases/median/gpu/four_rows.hpp"

namespace {

constexpr unsigned groups = 2;  // of four rows of windows, per block
constexpr unsigned tile_width = median::column_threads + 2;
constexpr unsigned tile_height = groups * median::packed_rows + 2;

__global__ void __launch_bounds__(median::column_threads* groups)
    staged(std::uint8_t* filtered, const std::uint8_t* image, unsigned width, unsigned height) {
  __shared__ std::uint8_t tile[tile_height][tile_width];
  const unsigned first = blockIdx.x * median::column_threads;
  const unsigned thread = threadIdx.y * median::column_threads + threadIdx.x;
  image += blockIdx.z * rungs::at(0, height, width);
  filtered += blockIdx.z * rungs::at(0, height, width);
  for (unsigned top = groups * median::packed_rows * blockIdx.y; top < height - 2;
       top += groups * median::packed_rows * gridDim.y) {
    // Pixels beyond the frame are read as its last ones; no window that is written has any.
    for (unsigned i = thread; i < tile_height * tile_width; i += median::column_threads * groups) {
      const unsigned x = min(first + i % tile_width, width - 1);
      const unsigned y = min(top + i / tile_width, height - 1);
      tile[i / tile_width][i % tile_width] = __ldg(image + rungs::at(x, y, width));
    }
    __syncthreads();
    const unsigned row = threadIdx.y * median::packed_rows;
    unsigned values[9];
    median::pack_four_windows<3>(values, [&](unsigned x, unsigned y) { return tile[row + y][threadIdx.x + x]; });
    const unsigned left = first + threadIdx.x;
    if (left < width - 2 && top + row < height - 2) {
      const unsigned medians = median::median_of_bytes<3>(values);
      median::store_four_rows<3>(filtered, width, height, left, top + row, medians);
    }
    __syncthreads();
  }
}

void launch(const median::Problem& p, const median::Views& v, rungs::Stream stream) {
  if (p.width < 3 || p.height < 3) return;
  dim3 blocks = median::four_row_blocks<3>(p.width, p.height, p.frames);
  blocks.y = std::min((p.height - 3) / (groups * median::packed_rows) + 1, 65535U);
  rungs::launch({blocks, dim3(median::column_threads, groups), stream}, staged, v.filtered, v.image, p.width, p.height);
}

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_clamped_rows",
    .technique = {"smem"},
    .idea = "the pixels staged in shared memory",
    .result = median::Result::window3,
    .launch = launch,
}};

}  // namespace
