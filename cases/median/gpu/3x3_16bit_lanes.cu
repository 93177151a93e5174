// Two pixels per word, as 16-bit lanes: rows one and three of four, and rows two and four. Compared with
// gpu/3x3_clamped_rows, a word holds half as many pixels, so twice as many exchanges are needed. But from sm_90 on, an
// exchange of 16-bit lanes is two instructions, while one of bytes is about ten. The loads and stores are those of
// gpu/3x3_clamped_rows. On older GPUs, which have neither instruction, it should be slower.
#include "cases/median/gpu/four_rows.hpp"
#include "cases/median/gpu/sorted_columns.hpp"

namespace {

template <std::size_t... step>
__device__ __forceinline__ unsigned median_of(unsigned (&values)[9], std::index_sequence<step...>) {
  (median::order_lanes(values[median::low_of<3, step>], values[median::high_of<3, step>]), ...);
  return values[median::Network<3>::middle];
}

/// Filters the windows whose top left pixels are (left, top) to (left, top + 3). Rows below the frame are
/// read as its last row and not written.
__device__ __forceinline__ void filter_two_words(std::uint8_t* filtered, const std::uint8_t* image, unsigned width,
                                                 unsigned height, unsigned left, unsigned top) {
  constexpr unsigned rows = median::packed_rows;
  unsigned pixels[rows + 2][3];
#pragma unroll
  for (unsigned y = 0; y < rows + 2; ++y) {
    const std::uint8_t* const row = image + rungs::at(left, min(top + y, height - 1), width);
#pragma unroll
    for (unsigned x = 0; x < 3; ++x) pixels[y][x] = __ldg(row + x);
  }
  // The words of rows top to top + 3: that row in the low lane, the row two below in the high lane.
  unsigned values[rows][3];
#pragma unroll
  for (unsigned i = 0; i < 3 * rows; ++i) {
    values[i / 3][i % 3] = pixels[i / 3 + 2][i % 3] << 16 | pixels[i / 3][i % 3];
  }

#pragma unroll
  for (unsigned first = 0; first < 2; ++first) {
    unsigned window[9];
#pragma unroll
    for (unsigned i = 0; i < 9; ++i) window[i] = values[first + i / 3][i % 3];
    const unsigned medians = median_of(window, median::Steps<3>{});
    std::uint8_t* const to = filtered + rungs::at(left + 1, top + first + 1, width);
    if (top + first < height - 2) *to = static_cast<std::uint8_t>(medians);
    if (top + first + 2 < height - 2) to[2 * std::size_t{width}] = static_cast<std::uint8_t>(medians >> 16);
  }
}

__global__ void __launch_bounds__(median::column_threads)
    two_lanes(std::uint8_t* filtered, const std::uint8_t* image, unsigned width, unsigned height) {
  const unsigned left = blockIdx.x * median::column_threads + threadIdx.x;
  if (left >= width - 2) return;
  image += blockIdx.z * rungs::at(0, height, width);
  filtered += blockIdx.z * rungs::at(0, height, width);
  for (unsigned top = 4 * blockIdx.y; top < height - 2; top += 4 * gridDim.y) {
    filter_two_words(filtered, image, width, height, left, top);
  }
}

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_clamped_rows",
    .technique = {"simd"},
    .idea = "two pixels per word, as 16-bit lanes",
    .result = median::Result::window3,
    .launch = median::launch_four_rows<two_lanes>,
}};

}  // namespace
