// Columns of three pixels are sorted once and shared by the windows that contain them.
// Compared with gpu/3x3_16bit_lanes, a thread filters four windows per row instead of one. The median of nine
// is the median of three values: the largest of the columns' minima, the median of their middle values and
// the smallest of their maxima. A column serves three windows. Its two shared pixels are ordered once for the
// window above and the one below, and two adjacent columns are combined once for the two windows that contain
// both. That makes 15 minima and maxima per pair of pixels instead of 30, and 36 loads for 16 pixels instead
// of 72. The cost is more registers, and a warp's loads are now four bytes apart.
#include <cstdint>
#include <rungs/device.hpp>

#include "cases/median/case.hpp"
#include "cases/median/gpu/four_rows.hpp"

namespace {

constexpr unsigned windows = 4;  // per thread and row

/// Orders two pairs of pixels, which share words as 16-bit lanes.
__device__ __forceinline__ void order(unsigned& low, unsigned& high) {
  const unsigned smaller = __vminu2(low, high);
  high = __vmaxu2(low, high);
  low = smaller;
}

/// Three pixels, one above the other, in order.
struct Column {
  unsigned low;
  unsigned middle;
  unsigned high;
};

/// Adds a third pixel to two ordered ones.
__device__ __forceinline__ Column insert(unsigned low, unsigned high, unsigned third) {
  order(third, high);
  order(low, third);
  return {low, third, high};
}

/// Sorts the pixels of two windows, one above the other: words 0 to 2 and words 1 to 3. The two words that
/// are in both are ordered once.
__device__ __forceinline__ void sort_two_columns(const unsigned (&words)[4], Column& upper, Column& lower) {
  unsigned low = words[1];
  unsigned high = words[2];
  order(low, high);
  upper = insert(low, high, words[0]);
  lower = insert(low, high, words[3]);
}

/// The median of three: `low` and `high` are ordered, c is not.
__device__ __forceinline__ unsigned middle_of(unsigned low, unsigned high, unsigned c) {
  return __vmaxu2(low, __vminu2(high, c));
}

/// The medians of a row of windows.
__device__ __forceinline__ void filter_row(const Column (&c)[windows + 2], unsigned (&medians)[windows]) {
#pragma unroll
  for (unsigned x = 0; x < windows; x += 2) {
    const Column& a = c[x + 1];
    const Column& b = c[x + 2];
    // What two adjacent columns contribute to both windows: the larger minimum, the ordered middle values and
    // the smaller maximum.
    const unsigned larger_low = __vmaxu2(a.low, b.low);
    const unsigned smaller = __vminu2(a.middle, b.middle);
    const unsigned larger = __vmaxu2(a.middle, b.middle);
    const unsigned smaller_high = __vminu2(a.high, b.high);
    const auto median_with = [&](const Column& third) {
      const unsigned low = __vmaxu2(larger_low, third.low);
      const unsigned middle = middle_of(smaller, larger, third.middle);
      const unsigned high = __vminu2(smaller_high, third.high);
      return middle_of(__vminu2(low, middle), __vmaxu2(low, middle), high);
    };
    medians[x] = median_with(c[x]);
    medians[x + 1] = median_with(c[x + 3]);
  }
}

/// The pixels of one thread. Rows below the frame are read as its last row, and their medians are not
/// written.
struct Tile {
  std::uint8_t* filtered;
  const std::uint8_t* image;
  unsigned width;
  unsigned height;
  unsigned left;  ///< top left pixel of the first window
  unsigned top;
};

/// Packs a column's pixels into words: a row in the low lane, the row two below in the high lane.
__device__ __forceinline__ void pair_rows(const unsigned (&pixel)[6], unsigned (&words)[4]) {
#pragma unroll
  for (unsigned y = 0; y < 4; ++y) words[y] = pixel[y + 2] << 16 | pixel[y];
}

/// Pixels of `columns` + 2 columns; those further right are read as the last one.
__device__ __forceinline__ void load_pixels(unsigned (&pixels)[windows + 2][6], const Tile& tile,
                                            unsigned columns) {
#pragma unroll
  for (unsigned y = 0; y < 6; ++y) {
    const unsigned row = min(tile.top + y, tile.height - 1);
    const std::uint8_t* const from = tile.image + rungs::at(tile.left, row, tile.width);
#pragma unroll
    for (unsigned x = 0; x < windows + 2; ++x) pixels[x][y] = __ldg(from + min(x, columns + 1));
  }
}

/// Writes the medians of a row of windows, and from the high lanes those of the row two below.
__device__ __forceinline__ void store_rows(const Tile& tile, unsigned y, const unsigned (&medians)[windows],
                                           unsigned columns) {
#pragma unroll
  for (unsigned lane = 0; lane < 2; ++lane) {
    const unsigned row = tile.top + y + 2 * lane;
    if (row >= tile.height - 2) return;
    std::uint8_t* const to = tile.filtered + rungs::at(tile.left + 1, row + 1, tile.width);
#pragma unroll
    for (unsigned x = 0; x < windows; ++x) {
      if (x < columns) to[x] = static_cast<std::uint8_t>(medians[x] >> (16 * lane));
    }
  }
}

/// `columns` of the windows are in the frame.
__device__ __forceinline__ void filter_tile(const Tile& tile, unsigned columns) {
  unsigned pixels[windows + 2][6];
  load_pixels(pixels, tile, columns);
  Column upper[windows + 2];
  Column lower[windows + 2];
#pragma unroll
  for (unsigned x = 0; x < windows + 2; ++x) {
    unsigned words[4];
    pair_rows(pixels[x], words);
    sort_two_columns(words, upper[x], lower[x]);
  }
  unsigned medians[2][windows];
  filter_row(upper, medians[0]);
  filter_row(lower, medians[1]);
  store_rows(tile, 0, medians[0], columns);
  store_rows(tile, 1, medians[1], columns);
}

__global__ void __launch_bounds__(median::column_threads)
    sorted_columns(std::uint8_t* filtered, const std::uint8_t* image, unsigned width, unsigned height) {
  const unsigned left = windows * (blockIdx.x * median::column_threads + threadIdx.x);
  if (left >= width - 2) return;
  const std::size_t frame = blockIdx.z * rungs::at(0, height, width);
  for (unsigned top = 4 * blockIdx.y; top < height - 2; top += 4 * gridDim.y) {
    if (width - 2 >= windows) {
      // The last tile of a row starts earlier if it is incomplete, and writes some pixels again.
      const unsigned first = min(left, width - 2 - windows);
      filter_tile({filtered + frame, image + frame, width, height, first, top}, windows);
    } else {
      filter_tile({filtered + frame, image + frame, width, height, left, top}, width - 2);
    }
  }
}

void launch(const median::Problem& p, const median::Views& v, rungs::Stream stream) {
  if (p.width < 3 || p.height < 3) return;
  dim3 blocks = median::four_row_blocks<3>(p.width, p.height, p.frames);
  blocks.x = (p.width - 3) / (windows * median::column_threads) + 1;
  rungs::launch({blocks, dim3(median::column_threads), stream}, sorted_columns, v.filtered, v.image, p.width,
                p.height);
}

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_16bit_lanes",
    .technique = {"reuse"},
    .idea = "columns sorted once, shared between windows",
    .result = median::Result::window3,
    .launch = launch,
}};

}  // namespace
