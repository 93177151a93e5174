// gpu/two_passes_packed for large R: a column's search ends at the distance from which no row can be nearer.
// With R = 127 that search has 253 rows, but a pixel's nearest white pixel is mostly near: d rows away a sum is at
// least d^2, so the search ends where d^2 reaches the smallest sum so far. A warp goes on until its slowest column
// ends; so it covers 32 columns and 8 rows, which end together more often than 64 columns of one row. A thread has two
// columns and four adjacent rows: a row that it reads is offered to all four. It asks whether to end once in four rows,
// and asks the first and the last of its rows alone: a distance is at most 1 more than that of the row beside.
// The first pass, row_distances.hpp, writes a byte for each pixel's distance along its row. The second reads them with
// R rows above and below into shared memory, as squares, two columns per word. So the time grows little with R, as long
// as the sum of two squares fits in 16 bits, and the rows in shared memory (55 KB with R = 127 and tile=128).
#include "cases/distance/gpu/row_distances.hpp"

namespace {

namespace row_distances = distance::row_distances;
using row_distances::twice;

constexpr int columns = 64;             // of a tile
constexpr int pitch = columns / 2 + 4;  // words of a row in shared memory: 4 rows further is 16 banks further
constexpr int pairs = 16;               // of columns that a warp covers
constexpr int own = 4;                  // rows of a thread
constexpr int step = 4;                 // rows between two questions whether to end
constexpr int multiplied = 2;           // of a thread's rows, those whose sums are made by multiply-adds
constexpr int piece = 16;               // distances that a thread reads at once

/// The squares of two distances. The product is a^2 + 2ab * 2^16 + b^2 * 2^32, and 2ab is below 2^16.
__device__ __forceinline__ unsigned squares(std::uint64_t two) {
  const std::uint64_t product = two * two;
  return __byte_perm(static_cast<unsigned>(product), static_cast<unsigned>(product >> 32U), 0x5410);
}
__device__ __forceinline__ unsigned low_squares(unsigned four) { return squares(__byte_perm(four, 0, 0x4140)); }
__device__ __forceinline__ unsigned high_squares(unsigned four) { return squares(__byte_perm(four, 0, 0x4342)); }

/// Loads a tile's distances with `reach` rows above and below, as squares; whether any is below R.
template <int threads>
__device__ __forceinline__ bool load_squares(unsigned* to, const std::uint8_t* nearest, int left, int first_row,
                                             int rows, int row_bytes, int height, unsigned none) {
  constexpr int pieces = columns / piece;
  constexpr int rows_at_once = threads / pieces;
  constexpr int loads = 4;  // in flight before the first is used
  const int x = left + static_cast<int>(threadIdx.x % pieces) * piece;
  const unsigned inside = x < row_bytes ? min(height, first_row + rows) : 0;
  unsigned* const column = to + threadIdx.x % pieces * piece / 2;
  unsigned different = 0;
  for (int row = static_cast<int>(threadIdx.x / pieces); row < rows; row += loads * rows_at_once) {
    uint4 sixteen[loads];
#pragma unroll
    for (int i = 0; i < loads; ++i) {
      const int y = first_row + row + i * rows_at_once;
      sixteen[i] = make_uint4(none, none, none, none);
      if (static_cast<unsigned>(y) < inside)
        sixteen[i] = __ldg(reinterpret_cast<const uint4*>(nearest + rungs::at(x, y, row_bytes)));
    }
#pragma unroll
    for (int i = 0; i < loads; ++i) {
      const auto [a, b, c, d] = sixteen[i];
      different |= (a ^ none) | (b ^ none) | (c ^ none) | (d ^ none);
      if (row + i * rows_at_once >= rows) break;
      auto* const entry = reinterpret_cast<uint4*>(column + (row + i * rows_at_once) * pitch);
      entry[0] = make_uint4(low_squares(a), high_squares(a), low_squares(b), high_squares(b));
      entry[1] = make_uint4(low_squares(c), high_squares(c), low_squares(d), high_squares(d));
    }
  }
  return different != 0;
}

/// The smallest sums of a row's square and the square of the distance to that row, for two columns of four rows.
/// Of some rows the sums are made by multiply-adds, and the two directions by one minimum of three: another unit works.
__device__ __forceinline__ void search(unsigned (&best)[own], const unsigned* entry, int radius,
                                       distance::HiddenOne one) {
  unsigned mine[own];
#pragma unroll
  for (int j = 0; j < own; ++j) best[j] = mine[j] = entry[j * pitch];
  if ((mine[0] | mine[1] | mine[2] | mine[3]) == 0) return;
#pragma unroll
  for (int i = 0; i < own; ++i) {
#pragma unroll
    for (int j = 0; j < own; ++j)
      if (i != j) best[j] = __viaddmin_u16x2(mine[i], twice((i - j) * (i - j)), best[j]);
  }
  // `squared`: of the distances to the thread's rows, from the nearest on.
  const auto offer = [&](int d, const unsigned* squared) {
    const unsigned above = entry[-d * pitch];
    const unsigned below = entry[(own - 1 + d) * pitch];
#pragma unroll
    for (int j = 0; j < own; ++j) {
      if (j < multiplied) {
        best[j] = __vimin3_u16x2(best[j], distance::add_by_multiplier(above, squared[j], one),
                                 distance::add_by_multiplier(below, squared[own - 1 - j], one));
      } else {
        best[j] = __viaddmin_u16x2(above, squared[j], best[j]);
        best[j] = __viaddmin_u16x2(below, squared[own - 1 - j], best[j]);
      }
    }
  };
  // Three rows first, so that no distance is above 182, whose square and 180^2 fit in 16 bits.
  constexpr unsigned first[step + own - 1] = {twice(0), twice(1), twice(4), twice(9), twice(16), twice(25), twice(36)};
#pragma unroll
  for (int d = 1; d < step; ++d) offer(d, first + d);
  unsigned squared = twice(step * step);
  unsigned linear = twice(2 * step);
  for (int d = step; d < radius; d += step) {
    if (__vimax3_u16x2(best[0], best[own - 1], squared) == squared) break;
    unsigned away[step + own - 1] = {squared};
#pragma unroll
    for (int i = 1; i < step + own - 1; ++i) away[i] = away[i - 1] + linear + twice(2 * i - 1);
    squared = away[step];
    linear += twice(2 * step);
#pragma unroll
    for (int i = 0; i < step; ++i) offer(d + i, away + i);
  }
}

template <int tall, int threads>
__global__ void __launch_bounds__(threads) along_columns(std::uint32_t* out, const std::uint8_t* nearest, int width,
                                                         int height, int radius, int reach, distance::HiddenOne one) {
  auto* const held_rows = rungs::dynamic_shared<unsigned>();
  const unsigned across = (width + columns - 1U) / columns;
  const unsigned tile = gridDim.x - 1 - blockIdx.x;  // the last first: the first pass left its rows in the L2
  const int left = static_cast<int>(tile % across) * columns;
  const int top = static_cast<int>(tile / across) * tall;
  const bool any = load_squares<threads>(held_rows, nearest, left, top - reach, tall + 2 * reach,
                                         row_distances::pitch_of(width), height, radius * 0x01010101U);
  const bool searches = __syncthreads_or(any ? 1 : 0) != 0;
  // Half a warp has 16 pairs of columns, and the other half the next four rows of them.
  const unsigned warp = threadIdx.x / 32;
  const int pair = static_cast<int>(warp % 2 * pairs + threadIdx.x % pairs);
  const int first = static_cast<int>(warp / 2 * 2 + threadIdx.x / pairs % 2) * own;
  const int x = left + 2 * pair;
  if (x >= width) return;
  constexpr int rows_at_once = threads / (columns / 2) * own;
  static_assert(tall % rows_at_once == 0);
  for (int row = first; row < tall && top + row < height; row += rows_at_once) {
    const unsigned* const entry = held_rows + (reach + row) * pitch + pair;
    unsigned best[own];
    if (searches) {
      search(best, entry, radius, one);
    } else {
      for (unsigned& each : best) each = *entry;
    }
    std::uint32_t* to = out + rungs::at(x, top + row, width);
    const int rows = height - top - row;
    if (width % 2 == 0) {
#pragma unroll
      for (int j = 0; j < own; ++j, to += width)
        if (j < rows) __stcs(reinterpret_cast<uint2*>(to), make_uint2(best[j] & 0xFFFFU, best[j] >> 16U));
    } else {
#pragma unroll
      for (int j = 0; j < own; ++j, to += width) {
        if (j < rows) to[0] = best[j] & 0xFFFFU;
        if (j < rows && x + 1 < width) to[1] = best[j] >> 16U;
      }
    }
  }
}

template <int tall, int threads> void launch(const rungs::Call<distance::Case>& call) {
  const distance::Problem& p = call.problem;
  if (p.distance_max > row_distances::longest_radius)
    throw rungs::Unsupported("sums squares in 16 bits for distance_max up to 180; gpu/nested_minima runs any");
  auto* const nearest = reinterpret_cast<std::uint8_t*>(call.workspace);
  row_distances::launch(call, nearest);
  const unsigned reach = (p.distance_max + step - 1) / step * step - 1;
  const dim3 tiles = rungs::grid_for(p.width, p.height, dim3(columns, tall));
  rungs::launch(
      {dim3(tiles.x * tiles.y), dim3(threads), call.stream, std::size_t{tall + 2 * reach} * pitch * sizeof(unsigned)},
      along_columns<tall, threads>, call.views.out, nearest, p.width, p.height, p.distance_max, reach,
      distance::HiddenOne{});
}

std::size_t bytes(const distance::Problem& p) {
  return std::size_t(row_distances::pitch_of(static_cast<int>(p.width))) * p.height;
}

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/two_passes_packed",
    .technique = {"skip"},
    .idea = "a column's search ends where no row farther away can be nearer",
    .workspace_bytes = bytes,
    // The first fits in the shared memory of every GPU, up to R = 160 on sm_75.
    .versions = {{"tile=128", launch<128, 256>}, {"tile=256", launch<256, 512>}},
    .tunable = true,
}};

}  // namespace
