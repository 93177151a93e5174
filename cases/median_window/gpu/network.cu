// A selection network per pixel: minima and maxima in registers, in an order that is known at compile time.
// Compared with gpu/sort, no value is in memory and no branch depends on one. The window's rows are sorted,
// and joined two by two; values that cannot be the median are dropped on the way (selection.hpp). That is 34
// minima and maxima for 3x3, 206 for 5x5 and 570 for 7x7. All rows are sorted again for every pixel. 9x9
// would need 1246, and more registers than the compiler can keep its values in.
#include "cases/median_window/case.hpp"
#include "cases/median_window/gpu/selection.hpp"

namespace {

constexpr unsigned block_columns = 32;
constexpr unsigned block_rows = 4;

template <unsigned window, class Pixel>
__global__ void __launch_bounds__(block_columns* block_rows)
    network(Pixel* filtered, const Pixel* image, unsigned width, unsigned height, unsigned blocks_per_row) {
  const unsigned x = blockIdx.x % blocks_per_row * block_columns + threadIdx.x;
  const unsigned y = blockIdx.x / blocks_per_row * block_rows + threadIdx.y;
  if (x + window > width || y + window > height) return;
  median_window::Part<unsigned, window, window> rows[window];
#pragma unroll
  for (unsigned row = 0; row < window; ++row)
    rows[row] = median_window::sorted_row<window>(image + rungs::at(x, y + row, width));
  filtered[rungs::at(x + window / 2, y + window / 2, width)] =
      static_cast<Pixel>(median_window::join_all<median_window::OfWords, window>(rows).at[0]);
}

void launch(const median_window::Problem& p, const median_window::Views& v, rungs::Stream stream) {
  constexpr const char* why = "for a network that fits into a thread's registers";
  median_window::with_window<7>(p, why, [&]<unsigned window>(std::integral_constant<unsigned, window>) {
    if (!p.has_windows()) return;
    const dim3 block(block_columns, block_rows);
    const dim3 blocks = rungs::grid_for(p.width - window + 1, p.height - window + 1, block);
    median_window::with_pixel(p, [&]<class Pixel>(Pixel) {
      rungs::launch({rungs::linear_grid(std::size_t{blocks.x} * blocks.y), block, stream}, network<window, Pixel>,
                    median_window::filtered_of<Pixel>(v), median_window::image_of<Pixel>(v), p.width, p.height,
                    blocks.x);
    });
  });
}

const rungs::Variant<median_window::Case> variant{{
    .improves = "gpu/sort",
    .technique = {"local"},
    .idea = "a selection network in registers per pixel",
    .launch = launch,
}};

}  // namespace
