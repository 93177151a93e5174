// The sliding window, for R up to 15: a block loads a tile of the image and its surroundings to shared
// memory, as bits; a thread then slides down its columns with the rows in reach in registers.
// gpu/sliding_window and its variants use it, and the case pipeline.
#pragma once

#include "cases/distance/case.hpp"
#include "cases/distance/gpu/store.hpp"

namespace distance::sliding::inline RUNGS_BACKEND {

inline constexpr int longest_radius = 15;
inline constexpr int reach = longest_radius - 1;
inline constexpr int threads = 64;
inline constexpr int columns = threads * columns_per_thread;
inline constexpr int height = 68;  // of the tile itself; others, `tall`, are versions of gpu/sliding_window
inline constexpr int rows = height + 2 * reach;
inline constexpr int words = columns / 32;

/// Two words of a row per word of the tile, and one more pair: the word before it in normal order, leftmost
/// pixel lowest (x), and the word itself mirrored, leftmost pixel highest (y). A pixel's surroundings are in
/// two adjacent pairs.
using Seam = uint2;
inline constexpr int bits_per_row = words + 1;
inline constexpr std::size_t shared_bytes = rows * bits_per_row * sizeof(Seam);
inline constexpr std::size_t shared_bytes_of(int tall) { return shared_bytes / rows * (tall + 2 * reach); }

inline dim3 tiles(const Problem& p, unsigned tall = height) {
  const dim3 grid = rungs::grid_for(p.width, p.height, dim3(columns, tall));
  return dim3(grid.x * grid.y);
}

/// Throws Unsupported for a larger R, whose window does not fit in registers.
inline void require_short_radius(const Problem& p) {
  if (p.distance_max <= longest_radius) return;
  throw rungs::Unsupported("keeps a window for distance_max up to 15 in registers; gpu/nested_minima runs any");
}

/// 16-byte accesses need rows that begin at a multiple of 16.
inline bool in_vectors(const Problem& p) { return p.width % 16 == 0; }

/// The tile's own first pixel.
struct Place {
  int left, top;
};

__device__ __forceinline__ Place block_place(int width, int tall = height) {
  const unsigned across = (width + columns - 1U) / columns;
  return {static_cast<int>(blockIdx.x % across) * columns, static_cast<int>(blockIdx.x / across) * tall};
}

/// An image as a source of pieces: 16 pixels from column x of row y on; pixels outside the image are black.
template <bool Vectors> struct WholeImage {
  const std::uint8_t* image;
  int width, height;

  __device__ __forceinline__ uint4 piece(int x, int y) const {
    if (x < 0 || x >= width || y < 0 || y >= height) return make_uint4(0, 0, 0, 0);
    const std::uint8_t* const from = image + rungs::at(x, y, width);
    if constexpr (Vectors) {
      return __ldg(reinterpret_cast<const uint4*>(from));
    } else {
      unsigned word[4] = {};
#pragma unroll
      for (int i = 0; i < 16; ++i) {
        if (x + i < width) word[i / 4] |= unsigned{__ldg(from + i)} << (8 * (i % 4));
      }
      return make_uint4(word[0], word[1], word[2], word[3]);
    }
  }
};

/// Adds the weights of the bytes that are not zero, times 128.
__device__ __forceinline__ unsigned add_white(unsigned pixels, unsigned weights, unsigned sum) {
  const unsigned top_bits = (((pixels & 0x7F7F7F7FU) + 0x7F7F7F7FU) | pixels) & 0x80808080U;
  return __dp4a(top_bits, weights, sum);
}

/// 16 pixels as bits, leftmost lowest.
__device__ __forceinline__ unsigned white_bits(uint4 pixels) {
  const unsigned low = add_white(pixels.y, 0x80402010U, add_white(pixels.x, 0x08040201U, 0));
  const unsigned high = add_white(pixels.w, 0x80402010U, add_white(pixels.z, 0x08040201U, 0));
  return (low + (high << 8U)) >> 7U;
}

/// A piece that is bits already.
__device__ __forceinline__ unsigned white_bits(unsigned bits) { return bits; }

/// The tile's own columns as bits, half a word per thread and row. Several loads are in flight before the
/// first is used. `source` has piece(x, y), as WholeImage; of pixels as uint4, or of bits as unsigned.
template <int tall = height, class Source>
__device__ __forceinline__ void load_own_from(Seam* bits, const Source& source, Place place) {
  constexpr int rows = tall + 2 * reach;
  constexpr int pieces = columns / 16;
  constexpr int rows_at_once = threads / pieces;
  constexpr int loads = 6;
  constexpr bool even = rows % (rows_at_once * loads) == 0;
  const int piece = static_cast<int>(threadIdx.x) % pieces;
  const int x = place.left + 16 * piece;
  for (int row = static_cast<int>(threadIdx.x) / pieces; row < rows; row += rows_at_once * loads) {
    decltype(source.piece(0, 0)) pixels[loads];
#pragma unroll
    for (int i = 0; i < loads; ++i) {
      const int y = place.top - reach + row + i * rows_at_once;
      if (even || row + i * rows_at_once < rows) pixels[i] = source.piece(x, y);
    }
#pragma unroll
    for (int i = 0; i < loads; ++i) {
      if (!even && row + i * rows_at_once >= rows) break;
      const unsigned white = white_bits(pixels[i]);
      // Halves of words, two of x and two of y per entry; a word's y is in the entry before that of its x.
      Seam* const entry = bits + (row + i * rows_at_once) * bits_per_row + piece / 2;
      auto* const halves = reinterpret_cast<std::uint16_t*>(entry);
      halves[4 + piece % 2] = static_cast<std::uint16_t>(white);
      halves[3 - piece % 2] = static_cast<std::uint16_t>(__brev(white) >> 16U);
    }
  }
}

/// The 16 pixels before the tile and the 16 after it as bits, one thread per row and side.
template <int tall = height, class Source>
__device__ __forceinline__ void load_sides_from(Seam* bits, const Source& source, Place place) {
  constexpr int rows = tall + 2 * reach;
  constexpr int rows_at_once = threads / 2;
  constexpr int loads = (rows + rows_at_once - 1) / rows_at_once;
  const bool behind = threadIdx.x % 2 != 0;
  const int first = static_cast<int>(threadIdx.x) / 2;
  const int x = behind ? place.left + columns : place.left - 16;
  decltype(source.piece(0, 0)) pixels[loads];
#pragma unroll
  for (int i = 0; i < loads; ++i) {
    const int row = first + i * rows_at_once;
    if (row < rows) pixels[i] = source.piece(x, place.top - reach + row);
  }
#pragma unroll
  for (int i = 0; i < loads; ++i) {
    const int row = first + i * rows_at_once;
    if (row >= rows) break;
    const unsigned white = white_bits(pixels[i]);
    if (behind) {
      bits[row * bits_per_row + words].y = __brev(white);
    } else {
      bits[row * bits_per_row].x = white << 16U;
    }
  }
}

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

/// The minimum over the window, nested as in nested.hpp. The window's last row is squared[newest]; `held` is what the
/// window needs, less one, and a turn.
template <int held>
__device__ __forceinline__ unsigned nearest(const unsigned (&squared)[held], int newest, HiddenOne one) {
  constexpr int reach = (held - turn) / 2;
  const auto row = [&](int from_middle) { return squared[newest + from_middle - reach]; };
  unsigned least = __vminu2(row(-reach), row(reach));
#pragma unroll
  for (int d = reach - 1; d >= 1; --d) {
    least = __vimin3_u16x2(add_by_multiplier(least, (2 * d + 1) * 0x10001U, one), row(-d), row(d));
  }
  return __viaddmin_u16x2(least, 0x10001U, row(0));
}

/// Calls use(results) for the tile's rows 0 to `count` - 1 in turn, and the four columns that begin at the
/// tile's column `x`. Each minimum of a row waits for the one before, so `at_once` rows are done together: then
/// there is other work meanwhile. The tile's height is a multiple of it.
template <int at_once = 2, class Use>
__device__ __forceinline__ void slide(const Seam* bits, int x, int count, int radius, HiddenOne one, const Use& use) {
  static_assert(turn % at_once == 0);
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
    for (int i = 0; i < turn; i += at_once) {
      if (i >= count) return;
      const int newest = window - 1 + i;
      Packed found[at_once];
#pragma unroll
      for (int row = 0; row < at_once; ++row) {
        const Packed squared = squares(entry + (newest + row) * bits_per_row, bit, limit);
        first_two[newest + row] = squared.x;
        last_two[newest + row] = squared.y;
      }
#pragma unroll
      for (int row = 0; row < at_once; ++row)
        found[row] = make_uint2(nearest(first_two, newest + row, one), nearest(last_two, newest + row, one));
#pragma unroll
      for (int row = 0; row < at_once; ++row) {
        if (row == 0 || i + row < count) use(found[row]);
      }
    }
#pragma unroll
    for (int row = 0; row < window - 1; ++row) {
      first_two[row] = first_two[row + turn];
      last_two[row] = last_two[row + turn];
    }
  }
}

/// Writes what `result` makes of this thread's four columns of squared distances, for the tile's rows in the image.
template <bool Vectors, int tall, int at_once, class T, class Result>
__device__ __forceinline__ void write_columns(T* out, const Seam* bits, Place place, int width, int image_height,
                                              int radius, HiddenOne one, Result result) {
  static_assert(tall % at_once == 0);
  const int x = static_cast<int>(threadIdx.x) * columns_per_thread;
  const int columns_left = width - (place.left + x);
  if (columns_left <= 0) return;
  T* to = out + rungs::at(place.left + x, place.top, width);
  const int count = min(image_height - place.top, tall);
  slide<at_once>(bits, x, count, radius, one, [&](Packed nearest) {
    store_four<Vectors>(to, nearest, columns_left, result);
    to += width;
  });
}

}  // namespace distance::sliding::inline RUNGS_BACKEND
