// The second pass of a tile by nested minima, eight rows per thread, and its kernel.
#pragma once

#include "cases/distance/gpu/tile.hpp"

namespace distance::inline RUNGS_BACKEND {

/// Rows per thread; a power of two.
inline constexpr int nested_rows = tile_height / thread_rows;

/// Rows above and below that the nested minima read: one less than the smallest multiple of nested_rows that
/// is at least radius. A row further away than radius - 1 never gives less than radius^2.
inline unsigned nested_reach(const Problem& p) {
  return (p.distance_max + nested_rows - 1) / nested_rows * nested_rows - 1;
}

/// Since d^2 = 1 + 3 + ... + (2d - 1), the minimum over d of s(y - d), s(y + d) plus d^2 is
///   min(s(y), 1 + min(s(y -+ 1), 3 + min(s(y -+ 2), 5 + ...)))
/// Computed from the inside, it takes one addition and one minimum of three for two rows. No sum exceeds R^2
/// + 2R - 1 <= 65534. `first`: the thread's columns in the first of its rows.
__device__ __forceinline__ void nested_nearest(Packed (&nearest)[nested_rows], const Packed* first, int stride,
                                               int reach, HiddenOne one) {
  // The rows d above and d below each of the thread's own: row r, counted from the first, is in place r
  // modulo nested_rows, so that a step of d replaces one of each.
  Packed above[nested_rows];
  Packed below[nested_rows];
  const unsigned infinite = (0xFFFFU - (2 * reach + 1)) * 0x10001U;  // also after the first addition
#pragma unroll
  for (int k = 0; k < nested_rows; ++k) nearest[k] = make_uint2(infinite, infinite);
#pragma unroll
  for (int k = 0; k < nested_rows - 1; ++k) {
    above[(k + 1) % nested_rows] = first[(k - reach) * stride];
    below[k] = first[(k + 1 + reach) * stride];
  }
  for (int nearer = reach + 1 - nested_rows; nearer >= 0; nearer -= nested_rows) {
#pragma unroll
    for (int u = nested_rows - 1; u >= 0; --u) {
      const int d = nearer + u;
      above[nested_rows - 1 - u] = first[(nested_rows - 1 - d) * stride];
      below[u] = first[d * stride];
      const unsigned added = (2 * d + 1) * 0x10001U;
#pragma unroll
      for (int k = 0; k < nested_rows; ++k) {
        const Packed up = above[(k - u + nested_rows) % nested_rows];
        const Packed down = below[(k + u) % nested_rows];
        nearest[k].x = __vimin3_u16x2(add_by_multiplier(nearest[k].x, added, one), up.x, down.x);
        nearest[k].y = __vimin3_u16x2(add_by_multiplier(nearest[k].y, added, one), up.y, down.y);
      }
    }
  }
}

/// Computes a tile with bits, squared rows and nested minima.
template <class T, class Value>
__device__ __forceinline__ void nested_tile(T* out, const std::uint8_t* image, int width, int height, int radius,
                                            int reach, HiddenOne one, const Value& value_of) {
  const Tile tile = block_tile(width, radius, reach);
  load_bits(tile, image, width, height);
  __syncthreads();
  const Kind kind = tile_kind(tile, width, height);
  if (kind != Kind::mixed) {
    store_tile(out, tile, kind == Kind::white ? 0 : radius * radius, width, height, value_of);
    return;
  }
  square_rows(tile, radius);
  __syncthreads();

  const int y = static_cast<int>(threadIdx.y) * nested_rows;
  const int stride = tile.columns / columns_per_thread;
  Packed nearest[nested_rows];
  nested_nearest(nearest, thread_columns(tile) + (tile.reach + y) * stride, stride, reach, one);
  const int x = tile.left + static_cast<int>(threadIdx.x) * columns_per_thread;
#pragma unroll
  for (int k = 0; k < nested_rows; ++k) store_four(out, nearest[k], x, tile.top + y + k, width, height, value_of);
}

}  // namespace distance::inline RUNGS_BACKEND
