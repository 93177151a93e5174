// The median's bits, from the highest to the lowest, by counting; nothing is moved.
// Unlike gpu/sort, it keeps no array: each of 8 or 16 passes reads the window from shared memory and counts
// the values that reach a trial value. All threads of a warp do the same, whatever the values are. The cost
// is window^2 comparisons for each bit, so 16-bit pixels cost twice as many passes.
#include <rungs/device.hpp>
#include "cases/median_window/case.hpp"

namespace {

constexpr unsigned block_columns = 32;
constexpr unsigned block_rows = 8;

template <unsigned window, class Pixel>
__global__ void __launch_bounds__(block_columns* block_rows)
    bisect(Pixel* filtered, const Pixel* image, unsigned width, unsigned height, unsigned blocks_per_row) {
  constexpr unsigned columns = block_columns + window - 1;
  constexpr unsigned rows = block_rows + window - 1;
  __shared__ Pixel tile[rows][columns];
  const unsigned left = blockIdx.x % blocks_per_row * block_columns;
  const unsigned top = blockIdx.x / blocks_per_row * block_rows;
  for (unsigned y = threadIdx.y; y < rows; y += block_rows) {
    for (unsigned x = threadIdx.x; x < columns; x += block_columns)
      tile[y][x] = image[rungs::at(min(left + x, width - 1), min(top + y, height - 1), width)];
  }
  __syncthreads();
  if (left + threadIdx.x + window > width || top + threadIdx.y + window > height) return;
  unsigned median = 0;
#pragma unroll 1
  for (unsigned bit = 1U << (8 * sizeof(Pixel) - 1); bit != 0; bit >>= 1U) {
    const unsigned trial = median | bit;
    unsigned reached = 0;
#pragma unroll(window > 9 ? 1 : window)
    for (unsigned row = 0; row < window; ++row) {
#pragma unroll
      for (unsigned column = 0; column < window; ++column)
        reached += tile[threadIdx.y + row][threadIdx.x + column] >= trial ? 1 : 0;
    }
    if (reached > window * window / 2) median = trial;
  }
  filtered[rungs::at(left + threadIdx.x + window / 2, top + threadIdx.y + window / 2, width)] =
      static_cast<Pixel>(median);
}

void launch(const median_window::Problem& p, const median_window::Views& v, rungs::Stream stream) {
  median_window::with_window<15>(
      p, "since a kernel is compiled for each", [&]<unsigned window>(std::integral_constant<unsigned, window>) {
        if (!p.has_windows()) return;
        const dim3 block(block_columns, block_rows);
        const dim3 blocks = rungs::grid_for(p.width - window + 1, p.height - window + 1, block);
        median_window::with_pixel(p, [&]<class Pixel>(Pixel) {
          rungs::launch({rungs::linear_grid(std::size_t{blocks.x} * blocks.y), block, stream}, bisect<window, Pixel>,
                        median_window::filtered_of<Pixel>(v), median_window::image_of<Pixel>(v), p.width, p.height,
                        blocks.x);
        });
      });
}

const rungs::Variant<median_window::Case> variant{{
    .improves = "gpu/sort",
    .technique = {"local"},
    .idea = "the median's bits one by one, by counting",
    .launch = launch,
}};

}  // namespace
