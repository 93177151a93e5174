// Four pixels per thread, stored as 16 bytes, with blocks in memory order. Compared with gpu/incremental_wrap, a warp
// writes 512 bytes per instruction, not 128. A thread has only these four pixels, so it finds its place by
// multiplication, without a loop that waits for the previous iteration. Running blocks write one contiguous region, as
// in a fill. There are still four loads, since the four pixels may cross the pattern's end; they hit the L1. A row that
// is not 16-byte aligned is cut at 16-byte boundaries all the same, and its two ends are stored pixel by pixel
// (row_vectors.hpp). Stores are marked as streaming, since nothing here reads them. The cost: two multiplications by a
// reciprocal for every four pixels.
#include "cases/row_vectors.hpp"
#include "cases/stitch/case.hpp"

namespace {

constexpr unsigned threads = 256;

__global__ void vector_stores(float* target, unsigned width, const float* repeater, division::Divisor columns,
                              division::Divisor rows, division::Divisor blocks_per_row) {
  const unsigned y = division::quotient(blockIdx.x, blocks_per_row);
  const unsigned block = blockIdx.x - y * blocks_per_row.value;
  const int x = row_vectors::first_column(y, width) + 4 * static_cast<int>(block * threads + threadIdx.x);
  if (x >= static_cast<int>(width)) return;
  const float* const row = repeater + division::remainder(y, rows) * columns.value;
  row_vectors::store(target + rungs::at(0, y, width), x, width,
                     row_vectors::four_pixels(row, row_vectors::place_of(x, columns), columns.value));
}

void launch(const stitch::Problem& p, const stitch::Views& v, rungs::Stream stream) {
  const unsigned blocks_per_row = (row_vectors::most(p.width) + threads - 1) / threads;
  const std::size_t blocks = std::size_t{blocks_per_row} * p.height;
  rungs::launch({rungs::linear_grid(blocks), dim3(threads), stream}, vector_stores, v.target, p.width, v.repeater,
                division::by(p.repeater.width), division::by(p.repeater.height), division::by(blocks_per_row));
}

const rungs::Variant<stitch::Case> variant{{
    .improves = "gpu/incremental_wrap",
    .technique = {"vector"},
    .idea = "four pixels per thread, stored as 16 bytes, in memory order",
    .launch = launch,
}};

}  // namespace
