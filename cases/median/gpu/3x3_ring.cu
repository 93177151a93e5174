// A block walks down a band of columns and keeps the last lines in a ring in shared memory. Compared with
// gpu/3x3_shared, whose block reads ten rows for eight and then ends, this one goes on for 64 rows of windows and reads
// 66. The next four lines are loaded before four rows are filtered, stored in the ring after it, and one barrier
// separates the two: the ring has 16 lines, ten of them in use. gpu/3x3_wide_tiles also walks down, but there each
// thread has its own rows in registers, walks four rows and reads six; neighbours meet in the L1. The cost: fewer
// blocks, each with a start in which nothing is filtered, and one barrier for every four rows.
#include <algorithm>
#include "cases/median/gpu/four_rows.hpp"

namespace {

constexpr unsigned rows_per_block = 64;
constexpr unsigned lines = 16;
constexpr unsigned line_width = median::column_threads + 2;
constexpr unsigned step = median::packed_rows;

/// Where a thread reads. Pixels beyond the frame are read as its last ones; no window that is written has any.
struct Band {
  const std::uint8_t* image;
  unsigned width;
  unsigned height;
  unsigned left;  ///< the band's first column

  [[nodiscard]] __device__ __forceinline__ std::uint8_t pixel(unsigned x, unsigned y) const {
    return __ldg(image + rungs::at(min(left + x, width - 1), min(y, height - 1), width));
  }
};

/// One pixel per thread of each line, and the two at the right end of a line for the first two threads.
struct Ahead {
  std::uint8_t own[step] = {};
  std::uint8_t right[step] = {};

  __device__ __forceinline__ void load(const Band& band, unsigned y) {
#pragma unroll
    for (unsigned i = 0; i < step; ++i) {
      own[i] = band.pixel(threadIdx.x, y + i);
      if (threadIdx.x < 2) right[i] = band.pixel(median::column_threads + threadIdx.x, y + i);
    }
  }

  __device__ __forceinline__ void store(std::uint8_t (&ring)[lines][line_width], unsigned y) const {
#pragma unroll
    for (unsigned i = 0; i < step; ++i) {
      ring[(y + i) % lines][threadIdx.x] = own[i];
      if (threadIdx.x < 2) ring[(y + i) % lines][median::column_threads + threadIdx.x] = right[i];
    }
  }
};

__global__ void __launch_bounds__(median::column_threads)
    walk_down(std::uint8_t* filtered, const std::uint8_t* image, unsigned width, unsigned height) {
  __shared__ std::uint8_t ring[lines][line_width];
  const std::size_t frame = blockIdx.z * rungs::at(0, height, width);
  const Band band{image + frame, width, height, blockIdx.x * median::column_threads};
  const unsigned left = band.left + threadIdx.x;
  for (unsigned first = rows_per_block * blockIdx.y; first < height - 2; first += rows_per_block * gridDim.y) {
    Ahead ahead;
    ahead.load(band, first);
    ahead.store(ring, first);
    ahead.load(band, first + step);  // of these the first four rows of windows need two
    ahead.store(ring, first + step);
    __syncthreads();
    const unsigned end = min(first + rows_per_block, height - 2);
    for (unsigned top = first; top < end; top += step) {
      if (top + step < end) ahead.load(band, top + 2 * step);
      unsigned values[9];
      median::pack_four_windows<3>(values,
                                   [&](unsigned x, unsigned y) { return ring[(top + y) % lines][threadIdx.x + x]; });
      const unsigned medians = median::median_of_bytes<3>(values);
      if (left < width - 2) median::store_four_rows<3>(filtered + frame, width, height, left, top, medians);
      if (top + step < end) ahead.store(ring, top + 2 * step);
      __syncthreads();
    }
  }
}

void launch(const median::Problem& p, const median::Views& v, rungs::Stream stream) {
  if (p.width < 3 || p.height < 3) return;
  dim3 blocks = median::four_row_blocks<3>(p.width, p.height, p.frames);
  blocks.y = std::min((p.height - 3) / rows_per_block + 1, 65535U);
  rungs::launch({blocks, dim3(median::column_threads), stream}, walk_down, v.filtered, v.image, p.width, p.height);
}

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_shared",
    .technique = {"window"},
    .idea = "a ring of lines in shared memory, walked down",
    .result = median::Result::window3,
    .launch = launch,
}};

}  // namespace
