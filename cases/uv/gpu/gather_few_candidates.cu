// One block per tile of the target; it first lists the few repetitions that touch the tile. Compared with
// gpu/target_loop, pixels no longer search for their cell, with two divisions each. A repetition's place is found once
// for 2048 pixels, and only real ones are tried, not all cells around. A thread has eight pixels of one column, whose
// sums stay in registers, so the column test is done once for all of them. The list comes from the lattice's rows of
// points (lattice.hpp), one thread per row, and is in shared memory, where all threads read the same entry at once (a
// broadcast). The remaining work grows with the overlap.
#include <rungs/device.hpp>
#include "cases/uv/case.hpp"

namespace {

constexpr int tile_width = 64;
constexpr int rows_per_thread = 8;
constexpr int thread_rows = 4;
constexpr int tile_height = thread_rows * rows_per_thread;
constexpr int threads = tile_width * thread_rows;

struct Corner {
  int x, y;
};

/// a modulo b, never negative.
__device__ int modulo(int a, int b) { return a % b < 0 ? a % b + b : a % b; }

__device__ int ceil_div(int a, int b) { return a / b + (a % b > 0 ? 1 : 0); }

/// Lists the upper left corners of all repetitions that touch the tile at (left, top), in any order.
/// `Product` holds the product of two numbers below the period.
template <class Product>
__device__ void list_corners(int left, int top, int side, const uv::Cell& cell, Corner* corners, int* count) {
  const int period = static_cast<int>(cell.period);
  const int rows = static_cast<int>(cell.rows);
  const int first_x = left - side + 1;
  const int first_row = ceil_div(top - side + 1, rows);
  const int rank = static_cast<int>(threadIdx.y * blockDim.x + threadIdx.x);
  for (int row = first_row + rank; row * rows < top + tile_height; row += threads) {
    const auto shifted = static_cast<Product>(modulo(row, period)) * cell.shift % cell.period;
    int x = first_x + modulo(static_cast<int>(shifted) - modulo(first_x, period), period);
    for (; x < left + tile_width; x += period) corners[atomicAdd(count, 1)] = {x, row * rows};
  }
}

/// The sums and counts of a thread's pixels: one column, every fourth row.
struct Pixels {
  float sum[rows_per_thread] = {};
  int count[rows_per_thread] = {};
};

/// Adds the repetition in which the thread's first pixel is at (x, y), if it covers that column. All loads
/// are in flight before the first is used.
__device__ void add(Pixels& pixels, const float* repeater, int side, int x, int y) {
  if (x < 0 || x >= side) return;
  float values[rows_per_thread];
#pragma unroll
  for (int i = 0; i < rows_per_thread; ++i) {
    const int row = y + i * thread_rows;
    values[i] = static_cast<unsigned>(row) < static_cast<unsigned>(side) ? repeater[row * side + x] : 0.0F;
  }
#pragma unroll
  for (int i = 0; i < rows_per_thread; ++i) {
    pixels.sum[i] += values[i];
    pixels.count[i] += values[i] != 0 ? 1 : 0;
  }
}

__device__ float mean(float sum, int count) { return count > 1 ? sum / static_cast<float>(count) : sum; }

template <class Product>
__global__ void gather_few_candidates(float* target, int width, int height, const float* repeater, int side,
                                      uv::Cell cell) {
  Corner* const corners = rungs::dynamic_shared<Corner>();
  __shared__ int count;
  const int left = static_cast<int>(blockIdx.x) * tile_width;
  const int x = left + static_cast<int>(threadIdx.x);
  // One iteration, unless the target has more rows of tiles than a grid can have.
  for (int top = static_cast<int>(blockIdx.y) * tile_height; top < height; top += gridDim.y * tile_height) {
    __syncthreads();
    if (threadIdx.x == 0 && threadIdx.y == 0) count = 0;
    __syncthreads();
    list_corners<Product>(left, top, side, cell, corners, &count);
    __syncthreads();

    const int y = top + static_cast<int>(threadIdx.y);
    Pixels pixels;
    for (int c = 0; c < count; ++c) add(pixels, repeater, side, x - corners[c].x, y - corners[c].y);
    if (x >= width) continue;
#pragma unroll
    for (int i = 0; i < rows_per_thread; ++i) {
      const int row = y + i * thread_rows;
      if (row >= height) break;
      target[rungs::at(static_cast<unsigned>(x), static_cast<unsigned>(row), static_cast<unsigned>(width))] =
          mean(pixels.sum[i], pixels.count[i]);
    }
  }
}

void launch(const uv::Problem& p, const uv::Views& v, rungs::Stream stream) {
  const uv::Cell cell = uv::cell_of(p.vectors());
  const std::size_t most = uv::most_points(cell, tile_width + p.repeater - 1, tile_height + p.repeater - 1);
  const dim3 block(tile_width, thread_rows);
  dim3 blocks = rungs::grid_for(p.width, p.height, dim3(tile_width, tile_height));
  blocks.y = std::min(blocks.y, 65535U);
  rungs::launch({blocks, block, stream, most * sizeof(Corner)},
                uv::narrow(cell) ? gather_few_candidates<unsigned> : gather_few_candidates<std::uint64_t>, v.target,
                p.width, p.height, v.repeater, p.repeater, cell);
}

const rungs::Variant<uv::Case> variant{{
    .improves = "gpu/target_loop",
    .technique = {"reuse"},
    .idea = "a tile's few repetitions listed once, then gathered",
    .result = uv::Case::Result::mean,
    .launch = launch,
}};

}  // namespace
