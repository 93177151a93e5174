// gpu/two_passes_packed for large R: a column's search ends at the distance from which no row can be nearer.
// With R = 127 that search has 253 rows, but a pixel's nearest white pixel is mostly near: d rows away a sum is at
// least d^2, so the search ends where d^2 reaches the smallest sum so far. A warp goes on until its slowest column
// ends; it asks once in four rows. The first pass finds a row's distances from bits, 16 pixels per thread, and writes a
// byte for each. The second reads them with R rows above and below into shared memory, as squares, two columns per
// word. So the time grows little with R, as long as two squares fit in 16 bits, and the rows in shared memory (98 KB
// with R = 127).
#include <cstddef>
#include <cstdint>
#include "cases/distance/gpu/sliding.hpp"

namespace {

namespace sliding = distance::sliding;

constexpr unsigned longest_radius = 180;  // R^2 and the square of the last row asked, at most R + 2, fit in 16 bits
constexpr int piece = 16;                 // pixels per thread in the first pass
constexpr int row_threads = 256;
constexpr int pieces_beside = 12;  // R pixels on either side
constexpr int pairs = 64;          // of columns, in the second pass
constexpr int groups = 8;          // of rows: a thread has each eighth
constexpr int columns = 2 * pairs;
constexpr int step = 4;  // rows between two questions whether to end

/// Bytes of a row of distances.
__host__ __device__ int pitch_of(int width) { return (width + piece - 1) / piece * piece; }

/// Distance to the nearest white pixel of the row for each pixel, at most R, as bytes in the image's order.
template <bool Vectors>
__global__ void __launch_bounds__(row_threads)
    along_rows(std::uint8_t* nearest, const std::uint8_t* image, int width, int height, int radius) {
  auto* const bits = rungs::dynamic_shared<std::uint16_t>();
  const int pitch = pitch_of(width);
  const int across = (pitch + row_threads * piece - 1) / (row_threads * piece);
  const int left = static_cast<int>(blockIdx.x) % across * row_threads * piece;
  const int y = static_cast<int>(blockIdx.x) / across;
  const sliding::WholeImage<Vectors> rows{image, width, height};
  for (int i = static_cast<int>(threadIdx.x); i < row_threads + 2 * pieces_beside; i += row_threads)
    bits[i] = static_cast<std::uint16_t>(sliding::white_bits(rows.piece(left + piece * (i - pieces_beside), y)));
  __syncthreads();
  const int x = left + piece * static_cast<int>(threadIdx.x);
  if (x >= pitch) return;
  const std::uint16_t* const own = bits + threadIdx.x + pieces_beside;
  // From the pixel before the piece to the left, and from the one behind it to the right.
  int before = radius;
  int after = radius;
  for (int i = 1; i <= pieces_beside && before == radius; ++i)
    if (own[-i] != 0) before = piece * (i - 1) + __clz(own[-i]) - (32 - piece);
  for (int i = 1; i <= pieces_beside && after == radius; ++i)
    if (own[i] != 0) after = piece * (i - 1) + __ffs(own[i]) - 1;
  const unsigned white = *own;
  int from_left[piece];
#pragma unroll
  for (int i = 0; i < piece; ++i) from_left[i] = before = (white >> i & 1U) != 0 ? 0 : before + 1;
  unsigned words[piece / 4] = {};
#pragma unroll
  for (int i = piece - 1; i >= 0; --i) {
    after = (white >> i & 1U) != 0 ? 0 : after + 1;
    words[i / 4] |= static_cast<unsigned>(min(min(from_left[i], after), radius)) << (8 * (i % 4));
  }
  *reinterpret_cast<uint4*>(nearest + rungs::at(x, y, pitch)) = make_uint4(words[0], words[1], words[2], words[3]);
}

/// Loads a tile's distances with `reach` rows above and below, as squares; whether any is below R.
__device__ __forceinline__ bool load_squares(unsigned* squares, const std::uint8_t* nearest, int left, int first_row,
                                             int rows, int pitch, int height, unsigned none) {
  bool any = false;
#pragma unroll 4
  for (int i = static_cast<int>(threadIdx.x); i < rows * (columns / 4); i += pairs * groups) {
    const int x = left + i % (columns / 4) * 4;
    const int y = first_row + i / (columns / 4);
    const bool inside = x < pitch && y >= 0 && y < height;
    const unsigned four = inside ? *reinterpret_cast<const unsigned*>(nearest + rungs::at(x, y, pitch)) : none;
    any |= four != none;
    const unsigned a = four & 0xFFU, b = four >> 8U & 0xFFU, c = four >> 16U & 0xFFU, d = four >> 24U;
    reinterpret_cast<uint2*>(squares)[i] = make_uint2(a * a | (b * b) << 16U, c * c | (d * d) << 16U);
  }
  return any;
}

/// The smallest sum of a row's square and the square of the distance to that row, for two columns.
__device__ __forceinline__ unsigned search(const unsigned* entry, int radius) {
  unsigned best = *entry;
  unsigned away = 0x10001U;  // the square of the distance, twice
  for (int d = 1; d < radius; d += step) {
    if (__vimax3_u16x2(best, away, away) == away) break;
#pragma unroll
    for (int i = 0; i < step; ++i) {
      best = __viaddmin_u16x2(entry[-(d + i) * pairs], away, best);
      best = __viaddmin_u16x2(entry[(d + i) * pairs], away, best);
      away += static_cast<unsigned>(2 * (d + i) + 1) * 0x10001U;
    }
  }
  return best;
}

template <int tall>
__global__ void __launch_bounds__(pairs* groups)
    along_columns(std::uint32_t* out, const std::uint8_t* nearest, int width, int height, int radius, int reach) {
  auto* const squares = rungs::dynamic_shared<unsigned>();
  const int across = (width + columns - 1) / columns;
  const int left = static_cast<int>(blockIdx.x) % across * columns;
  const int top = static_cast<int>(blockIdx.x) / across * tall;
  const bool any = load_squares(squares, nearest, left, top - reach, tall + 2 * reach, pitch_of(width), height,
                                static_cast<unsigned>(radius) * 0x01010101U);
  const bool searches = __syncthreads_or(any ? 1 : 0) != 0;
  const int pair = static_cast<int>(threadIdx.x) % pairs;
  const int x = left + 2 * pair;
  if (x >= width) return;
  for (int row = static_cast<int>(threadIdx.x) / pairs; row < tall && top + row < height; row += groups) {
    const unsigned* const entry = squares + (reach + row) * pairs + pair;
    const unsigned best = searches ? search(entry, radius) : *entry;
    std::uint32_t* const to = out + rungs::at(x, top + row, width);
    if (width % 2 == 0) {
      __stcs(reinterpret_cast<uint2*>(to), make_uint2(best & 0xFFFFU, best >> 16U));
    } else {
      to[0] = best & 0xFFFFU;
      if (x + 1 < width) to[1] = best >> 16U;
    }
  }
}

template <int tall> void launch(const rungs::Call<distance::Case>& call) {
  const distance::Problem& p = call.problem;
  if (p.distance_max > longest_radius)
    throw rungs::Unsupported("sums squares in 16 bits for distance_max up to 180; gpu/nested_minima runs any");
  auto* const nearest = reinterpret_cast<std::uint8_t*>(call.workspace);
  const dim3 segments = rungs::grid_for(p.width, p.height, dim3(row_threads * piece, 1));
  rungs::launch({dim3(segments.x * segments.y), dim3(row_threads), call.stream,
                 (row_threads + 2 * pieces_beside) * sizeof(std::uint16_t)},
                sliding::in_vectors(p) ? along_rows<true> : along_rows<false>, nearest, call.views.image, p.width,
                p.height, p.distance_max);
  const unsigned reach = (p.distance_max - 1 + step - 1) / step * step;
  const dim3 tiles = rungs::grid_for(p.width, p.height, dim3(columns, tall));
  rungs::launch({dim3(tiles.x * tiles.y), dim3(pairs * groups), call.stream,
                 std::size_t{tall + 2 * reach} * pairs * sizeof(unsigned)},
                along_columns<tall>, call.views.out, nearest, p.width, p.height, p.distance_max, reach);
}

std::size_t bytes(const distance::Problem& p) { return std::size_t(pitch_of(static_cast<int>(p.width))) * p.height; }

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/two_passes_packed",
    .technique = {"skip"},
    .idea = "a column's search ends where no row farther away can be nearer",
    .workspace_bytes = bytes,
    .versions = {{"tile=128", launch<128>}, {"tile=64", launch<64>}, {"tile=256", launch<256>}},
    .tunable = true,
}};

}  // namespace
