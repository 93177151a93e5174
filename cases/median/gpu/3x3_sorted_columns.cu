// Columns of three pixels are sorted once and shared by the windows that contain them.
// Compared with gpu/3x3_16bit_lanes, a thread filters four windows per row instead of one. The median of nine
// is the median of three values: the largest of the columns' minima, the median of their middle values and
// the smallest of their maxima. A column serves three windows. Its two shared pixels are ordered once for the
// window above and the one below, and two adjacent columns are combined once for the two windows that contain
// both. That makes 15 minima and maxima per pair of pixels instead of 30, and 36 loads for 16 pixels instead
// of 72. The cost is more registers, and a warp's loads are now four bytes apart.
#include "cases/median/gpu/four_rows.hpp"
#include "cases/median/gpu/sorted_columns.hpp"

namespace {

constexpr unsigned windows = 4;  // per thread and row

/// The pixels of one thread. Rows below the frame are read as its last row, and their medians are not written.
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
__device__ __forceinline__ void load_pixels(unsigned (&pixels)[windows + 2][6], const Tile& tile, unsigned columns) {
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
  median::Column upper[windows + 2];
  median::Column lower[windows + 2];
#pragma unroll
  for (unsigned x = 0; x < windows + 2; ++x) {
    unsigned words[4];
    pair_rows(pixels[x], words);
    median::sort_two_columns(words, upper[x], lower[x]);
  }
  unsigned medians[2][windows];
  median::filter_columns<windows>(upper, medians[0]);
  median::filter_columns<windows>(lower, medians[1]);
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
  rungs::launch({blocks, dim3(median::column_threads), stream}, sorted_columns, v.filtered, v.image, p.width, p.height);
}

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_16bit_lanes",
    .technique = {"reuse"},
    .idea = "columns sorted once, shared between windows",
    .races = "strips at the far sides are moved back and write pixels again, as they are",
    .result = median::Result::window3,
    .launch = launch,
}};

}  // namespace
