// A thread slides down its columns with the rows in reach in registers: shared by gpu/sliding_window and its
// profile variant.
#pragma once

#include "cases/distance/gpu/multiply_add.hpp"
#include "cases/distance/gpu/sliding_load.hpp"

namespace distance::sliding::inline RUNGS_BACKEND {

inline constexpr int window = 2 * reach + 1;
/// Rows that an iteration of the loop adds to the window, below it in the registers.
inline constexpr int turn = 8;
inline constexpr int held_rows = window - 1 + turn;

/// Squared distances along a row for four columns, the first of which is bit `bit` of its word. `limit`: bit
/// 31 - R, which ends every search.
__device__ __forceinline__ Packed squares(const Seam* entry, unsigned bit, unsigned limit) {
  const Seam before = entry[0];
  const Seam after = entry[1];
  // Bit 31 is the first column in one and the last in the other; further columns are shifts away, and bits
  // shifted out of the words are out of reach.
  const unsigned right = __funnelshift_l(after.y, before.y, bit);
  const unsigned left = __funnelshift_rc(before.x, after.x, bit + columns_per_thread);
  unsigned squared[columns_per_thread];
#pragma unroll
  for (int c = 0; c < columns_per_thread; ++c) {
    const unsigned near = right << c | left << (columns_per_thread - 1 - c) | limit;
    // The leading zeros. The compiler makes one instruction of this; __clz takes another for the word 0.
    const unsigned away = __ffs(static_cast<int>(__brev(near))) - 1;
    squared[c] = away * away;
  }
  return make_uint2(__byte_perm(squared[0], squared[1], 0x5410), __byte_perm(squared[2], squared[3], 0x5410));
}

/// The minimum over the window, nested as in nested.hpp. The window's last row is squared[newest].
__device__ __forceinline__ unsigned nearest(const unsigned (&squared)[held_rows], int newest, HiddenOne one) {
  const auto row = [&](int from_middle) { return squared[newest + from_middle - reach]; };
  unsigned least = __vminu2(row(-reach), row(reach));
#pragma unroll
  for (int d = reach - 1; d >= 1; --d) {
    least = __vimin3_u16x2(add_by_multiplier(least, (2 * d + 1) * 0x10001U, one), row(-d), row(d));
  }
  return __viaddmin_u16x2(least, 0x10001U, row(0));
}

/// Calls use(results) for the tile's rows 0 to `count` - 1 in turn, and the four columns that begin at the
/// tile's column `x`.
template <class Use>
__device__ __forceinline__ void slide(const Seam* bits, int x, int count, int radius, HiddenOne one,
                                      const Use& use) {
  const Seam* entry = bits + x / 32;
  const unsigned bit = x % 32;
  const unsigned limit = 0x80000000U >> radius;
  unsigned first_two[held_rows];
  unsigned last_two[held_rows];
#pragma unroll
  for (int row = 0; row < window - 1; ++row) {
    const Packed squared = squares(entry + row * bits_per_row, bit, limit);
    first_two[row] = squared.x;
    last_two[row] = squared.y;
  }
  for (; count > 0; count -= turn, entry += turn * bits_per_row) {
#pragma unroll
    for (int i = 0; i < turn; ++i) {
      if (i >= count) return;
      const int newest = window - 1 + i;
      const Packed squared = squares(entry + newest * bits_per_row, bit, limit);
      first_two[newest] = squared.x;
      last_two[newest] = squared.y;
      use(make_uint2(nearest(first_two, newest, one), nearest(last_two, newest, one)));
    }
#pragma unroll
    for (int row = 0; row < window - 1; ++row) {
      first_two[row] = first_two[row + turn];
      last_two[row] = last_two[row + turn];
    }
  }
}

/// Computes a tile with bits and sliding windows, for R up to 15. `bits`: shared memory for rows *
/// bits_per_row of them. Waits for the whole block. load_own and load_sides depend on the pixels' type.
template <bool Vectors, class T, class Pixel, class Value>
__device__ __forceinline__ void sliding_tile(Seam* bits, T* out, const Pixel* image, int width,
                                             int image_height, int radius, HiddenOne one,
                                             const Value& value_of) {
  const Place place = block_place(width);
  load_own<Vectors>(bits, image, place, width, image_height);
  load_sides<Vectors>(bits, image, place, width, image_height);
  __syncthreads();
  const int x = static_cast<int>(threadIdx.x) * columns_per_thread;
  const int columns_left = width - (place.left + x);
  if (columns_left <= 0) return;
  T* to = out + rungs::at(place.left + x, place.top, width);
  slide(bits, x, min(image_height - place.top, height), radius, one, [&](Packed nearest) {
    store_four<Vectors>(to, nearest, columns_left, value_of);
    to += width;
  });
}

}  // namespace distance::sliding::inline RUNGS_BACKEND
