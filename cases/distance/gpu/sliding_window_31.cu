// gpu/sliding_window for R up to 31: two columns per thread, whose 61 rows in reach take as many registers as the 29
// rows of four columns do there. A word of bits shows 31 pixels to either side of two columns, just enough. Blocks have
// 128 threads, and taller tiles: 60 rows of each are also loaded by others. A row's square costs twice the instructions
// per pixel, since a thread makes two of them, not four, from one pair of shifts. Two rows are computed at once, as
// there.
#include "cases/distance/gpu/sliding.hpp"

namespace {

namespace sliding = distance::sliding;
using sliding::Seam;

constexpr int longest_radius = 31;
constexpr int reach = longest_radius - 1;
constexpr int threads = 128;
constexpr int columns = 2 * threads;
constexpr int words = columns / 32;
constexpr int bits_per_row = words + 1;
constexpr int held_rows = 2 * reach + sliding::turn;

/// The tile's rows as bits, with 32 pixels on either side, in the order of sliding::Seam. Pieces of 16 pixels; several
/// loads are in flight before the first is used.
template <bool Vectors, int rows>
__device__ __forceinline__ void load_bits(Seam* bits, const sliding::WholeImage<Vectors>& image, int left, int top) {
  constexpr int pieces = columns / 16 + 4;
  constexpr int loads = 4;
  for (int first = static_cast<int>(threadIdx.x); first < rows * pieces; first += threads * loads) {
    uint4 pixels[loads];
#pragma unroll
    for (int i = 0; i < loads; ++i) {
      const int piece = first + i * threads;
      if (piece < rows * pieces)
        pixels[i] = image.piece(left + 16 * (piece % pieces - 2), top - reach + piece / pieces);
    }
#pragma unroll
    for (int i = 0; i < loads; ++i) {
      const int piece = first + i * threads;
      if (piece >= rows * pieces) break;
      const unsigned white = sliding::white_bits(pixels[i]);
      // Words -1 to `words`, two pieces each. A word's mirror is in the entry before that of the word.
      const int word = piece % pieces / 2 - 1;
      const int half = piece % 2;
      auto* const entry = reinterpret_cast<std::uint16_t*>(bits + piece / pieces * bits_per_row + word);
      if (word < words) entry[4 + half] = static_cast<std::uint16_t>(white);
      if (word >= 0) entry[3 - half] = static_cast<std::uint16_t>(__brev(white) >> 16U);
    }
  }
}

/// Squared distances along a row for two columns, the first of which is bit `bit` of its word; as sliding::squares.
__device__ __forceinline__ unsigned squares(const Seam* entry, unsigned bit, unsigned limit) {
  const unsigned right = __funnelshift_l(entry[1].y, entry[0].y, bit);
  const unsigned left = __funnelshift_rc(entry[0].x, entry[1].x, bit + 2);
  const unsigned first = __ffs(static_cast<int>(__brev(right | left << 1U | limit))) - 1;
  const unsigned second = __ffs(static_cast<int>(__brev(right << 1U | left | limit))) - 1;
  return __byte_perm(first * first, second * second, 0x5410);
}

template <bool Vectors>
__device__ __forceinline__ void store_two(std::uint32_t* to, unsigned nearest, int columns_left) {
  const uint2 both = make_uint2(nearest & 0xFFFFU, nearest >> 16U);
  if constexpr (Vectors) {
    __stcs(reinterpret_cast<uint2*>(to), both);
  } else {
    to[0] = both.x;
    if (columns_left > 1) to[1] = both.y;
  }
}

template <bool Vectors, int tall, int at_once>
__global__ void __launch_bounds__(threads) sliding_window_31(std::uint32_t* out, const std::uint8_t* image, int width,
                                                             int height, int radius, distance::HiddenOne one) {
  static_assert(sliding::turn % at_once == 0 && tall % at_once == 0);
  auto* const bits = rungs::dynamic_shared<Seam>();
  const int across = (width + columns - 1) / columns;
  const int left = static_cast<int>(blockIdx.x) % across * columns;
  const int top = static_cast<int>(blockIdx.x) / across * tall;
  load_bits<Vectors, tall + 2 * reach>(bits, {image, width, height}, left, top);
  __syncthreads();
  const int x = 2 * static_cast<int>(threadIdx.x);
  const int columns_left = width - left - x;
  if (columns_left <= 0) return;
  const Seam* entry = bits + x / 32;
  const unsigned bit = x % 32;
  const unsigned limit = 0x80000000U >> radius;
  std::uint32_t* to = out + rungs::at(left + x, top, width);
  unsigned squared[held_rows];
#pragma unroll
  for (int row = 0; row < 2 * reach; ++row) squared[row] = squares(entry + row * bits_per_row, bit, limit);
  for (int count = min(height - top, tall); count > 0; count -= sliding::turn) {
#pragma unroll
    for (int i = 0; i < sliding::turn; i += at_once) {
      if (i >= count) return;
      const int newest = 2 * reach + i;
      unsigned found[at_once];
#pragma unroll
      for (int row = 0; row < at_once; ++row)
        squared[newest + row] = squares(entry + (newest + row) * bits_per_row, bit, limit);
#pragma unroll
      for (int row = 0; row < at_once; ++row) found[row] = sliding::nearest(squared, newest + row, one);
#pragma unroll
      for (int row = 0; row < at_once; ++row, to += width) {
        if (row == 0 || i + row < count) store_two<Vectors>(to, found[row], columns_left);
      }
    }
#pragma unroll
    for (int row = 0; row < 2 * reach; ++row) squared[row] = squared[row + sliding::turn];
    entry += sliding::turn * bits_per_row;
  }
}

template <int tall, int at_once>
void launch(const distance::Problem& p, const distance::Views& v, rungs::Stream stream) {
  if (p.distance_max > longest_radius)
    throw rungs::Unsupported("keeps a window for distance_max up to 31 in registers; gpu/nested_minima runs any");
  const dim3 grid = rungs::grid_for(p.width, p.height, dim3(columns, tall));
  rungs::launch(
      {dim3(grid.x * grid.y), dim3(threads), stream, (tall + 2 * reach) * bits_per_row * sizeof(Seam)},
      sliding::in_vectors(p) ? sliding_window_31<true, tall, at_once> : sliding_window_31<false, tall, at_once>, v.out,
      v.image, p.width, p.height, p.distance_max, distance::HiddenOne{});
}

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/nested_minima",
    .technique = {"window"},
    .idea = "two columns per thread, for R up to 31",
    .versions = {{"tile=196;rows=2", launch<196, 2>},
                 {"tile=196;rows=1", launch<196, 1>},
                 {"tile=132;rows=2", launch<132, 2>},
                 {"tile=260;rows=2", launch<260, 2>}},
    .tunable = true,
}};

}  // namespace
