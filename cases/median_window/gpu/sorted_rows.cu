// A thread steps down a column, two pixels at a time, and keeps the sorted rows of its windows. Compared with
// gpu/network, a row of 7 is sorted once for the seven windows of the column that contain it, and the six rows that two
// windows share are joined once for both: 202 minima and maxima per pixel instead of 570. Neighbouring threads still
// load and sort overlapping rows. A strip of 32 rows begins with rows that give no result, and there are fewer threads.
#include "cases/median_window/case.hpp"
#include "cases/median_window/gpu/selection.hpp"

namespace {

constexpr unsigned block_columns = 128;
constexpr unsigned strip = 32;

/// The medians of two windows, one below the other, of sorted rows. Those that are in both windows are joined once.
template <class Ops, class Value, unsigned window>
__device__ __forceinline__ void two_medians(const median_window::Part<Value, window, window> (&rows)[window + 1],
                                            Value& upper, Value& lower) {
  const auto both = median_window::join_all<Ops, window - 1, 1>(rows);
  upper = median_window::join<Ops>(both, rows[0]).at[0];
  lower = median_window::join<Ops>(both, rows[window]).at[0];
}

template <unsigned window, class Pixel>
__global__ void __launch_bounds__(block_columns)
    sorted_rows(Pixel* filtered, const Pixel* image, unsigned width, unsigned height, unsigned blocks_per_row) {
  const unsigned x = blockIdx.x % blocks_per_row * block_columns + threadIdx.x;
  unsigned y = blockIdx.x / blocks_per_row * strip;
  if (x + window > width) return;
  const auto row = [&](unsigned of) {
    return median_window::sorted_row<window>(image + rungs::at(x, min(of, height - 1), width));
  };
  median_window::Part<unsigned, window, window> rows[window + 1];
#pragma unroll
  for (unsigned i = 0; i < window - 1; ++i) rows[i] = row(y + i);
  const unsigned end = min(height - window + 1, y + strip);
#pragma unroll 1
  for (; y < end; y += 2) {
    rows[window - 1] = row(y + window - 1);
    rows[window] = row(y + window);
    unsigned upper = 0;
    unsigned lower = 0;
    two_medians<median_window::OfWords>(rows, upper, lower);
    Pixel* const to = filtered + rungs::at(x + window / 2, y + window / 2, width);
    *to = static_cast<Pixel>(upper);
    if (y + 1 < end) to[width] = static_cast<Pixel>(lower);
#pragma unroll
    for (unsigned i = 0; i < window - 1; ++i) rows[i] = rows[i + 2];
  }
}

void launch(const median_window::Problem& p, const median_window::Views& v, rungs::Stream stream) {
  constexpr const char* why = "for the rows to fit into a thread's registers";
  median_window::with_window<9>(p, why, [&]<unsigned window>(std::integral_constant<unsigned, window>) {
    if (!p.has_windows()) return;
    const dim3 blocks = rungs::grid_for(p.width - window + 1, p.height - window + 1, dim3(block_columns, strip));
    median_window::with_pixel(p, [&]<class Pixel>(Pixel) {
      rungs::launch({rungs::linear_grid(std::size_t{blocks.x} * blocks.y), dim3(block_columns), stream},
                    sorted_rows<window, Pixel>, median_window::filtered_of<Pixel>(v), median_window::image_of<Pixel>(v),
                    p.width, p.height, blocks.x);
    });
  });
}

const rungs::Variant<median_window::Case> variant{{
    .improves = "gpu/network",
    .technique = {"reuse"},
    .idea = "rows sorted once for the windows below each other",
    .launch = launch,
}};

}  // namespace
