// The kernel of gpu/shared_rows, which cases/pipeline calls too: a thread filters a strip of rows, four
// pixels wide, as two words of two 16-bit lanes. Pixel x shares a word with pixel x + 2, so that a word and
// the next hold two adjacent pixels twice.
#pragma once

#include <cstddef>
#include "cases/median_window/gpu/selection.hpp"

namespace median_window::inline RUNGS_BACKEND {

inline constexpr unsigned segment_pixels = 4;

/// Minima and maxima of two 16-bit lanes: an instruction on GPUs that have it (sm_90), a few on others.
struct OfLanes {
  static __device__ __forceinline__ unsigned min(unsigned a, unsigned b) { return __vminu2(a, b); }
  static __device__ __forceinline__ unsigned max(unsigned a, unsigned b) { return __vmaxu2(a, b); }
};

/// Twelve pixels of a row, the segment and four on either side.
template <class Pixel> struct Twelve;

template <> struct Twelve<std::uint16_t> {
  uint2 four[3];

  /// Pixels i and i + 2 in the two lanes.
  template <unsigned i> [[nodiscard]] __device__ __forceinline__ unsigned pair() const {
    const unsigned word[6] = {four[0].x, four[0].y, four[1].x, four[1].y, four[2].x, four[2].y};
    return __byte_perm(word[i / 2], word[i / 2 + 1], i % 2 == 0 ? 0x5410 : 0x7632);
  }
};

template <> struct Twelve<std::uint8_t> {
  unsigned four[3];

  template <unsigned i> [[nodiscard]] __device__ __forceinline__ unsigned pair() const {
    constexpr unsigned low = i % 4;
    if constexpr (low < 2) {
      return __byte_perm(four[i / 4], 0, 0x4040U | (low + 2) << 8U | low);
    } else {
      return __byte_perm(four[i / 4], four[i / 4 + 1], (low + 2) << 8U | low) & 0x00FF00FFU;
    }
  }
};

__device__ __forceinline__ uint2 load_four(const std::uint16_t* from) {
  return __ldg(reinterpret_cast<const uint2*>(from));
}
__device__ __forceinline__ unsigned load_four(const std::uint8_t* from) {
  return __ldg(reinterpret_cast<const unsigned*>(from));
}

/// Moves a pixel in at the end of four; the first is lost.
__device__ __forceinline__ void push(uint2& four, std::uint16_t pixel) {
  four = make_uint2(four.x >> 16U | four.y << 16U, four.y >> 16U | unsigned{pixel} << 16U);
}
__device__ __forceinline__ void push(unsigned& four, std::uint8_t pixel) { four = four >> 8U | unsigned{pixel} << 24U; }

/// The pixels from column x - 4 to x + 7. Those outside the row are undefined. Rows are aligned if their
/// width is a multiple of four pixels: these are three loads, otherwise twelve, in a loop that is not
/// unrolled so that it needs few registers.
template <class Pixel>
__device__ __forceinline__ Twelve<Pixel> load_twelve(const Pixel* row, unsigned x, unsigned width, bool is_aligned) {
  Twelve<Pixel> pixels{};
  if (is_aligned) {
    if (x != 0) pixels.four[0] = load_four(row + x - 4);
    pixels.four[1] = load_four(row + x);
    if (x + 4 != width) pixels.four[2] = load_four(row + x + 4);
  } else {
#pragma unroll 1
    for (unsigned k = 0; k < 4; ++k) {
#pragma unroll
      for (unsigned i = 0; i < 3; ++i) {
        const unsigned column = max(x + 4 * i + k, 4U) - 4;
        push(pixels.four[i], __ldg(row + min(column, width - 1)));
      }
    }
  }
  return pixels;
}

/// Words of pixels x - border + i and x - border + i + 2, for i from 0 to 2 * border + 1: what the windows of
/// the first two pixels contain, and of the last two.
template <unsigned border, class Pixel, unsigned... i>
__device__ __forceinline__ void unpack(const Twelve<Pixel>& pixels, unsigned (&words)[2 * border + 2],
                                       std::integer_sequence<unsigned, i...>) {
  ((words[i] = pixels.template pair<4 - border + i>()), ...);
}

/// Medians of 2x2 windows at a time. Four adjacent windows of side w share (w - 1)^2 pixels. A tile has
/// those, sorted, and what each window has as well: a column to the left or right, a row above or below, and
/// a corner. Each is joined as late as possible, so that every join but the last serves two or four windows.
///
/// Rows of pixels as wide as two adjacent windows, from top to bottom; four rows are added at a time, and
/// give four rows of medians of two windows each. Of each row, the pixels that both windows contain are
/// sorted. Rows 1 and 2, 3 and 4, ... are joined to pairs, which serve several rows of windows.
template <class Ops, class Value, unsigned window> struct FourWindows {
  static constexpr unsigned common = window - 1;  ///< rows, and columns, that adjacent windows share
  static constexpr unsigned pairs = common / 2;
  static constexpr unsigned step = 4;  ///< rows of medians
  static constexpr unsigned rows = common + step;

  Part<Value, window, common> middle[rows];  ///< the columns that both windows contain
  Value left[rows];                          ///< the left window's first column
  Value right[rows];                         ///< the right window's last column
  Part<Value, window, 2 * common> pair[pairs + 1];

  /// Sets a row from `common` + 2 pixels.
  template <unsigned row> __device__ __forceinline__ void set(const Value (&pixels)[window + 1]) {
    left[row] = pixels[0];
    middle[row] = sort<Ops, window, common, 1>(pixels);
    right[row] = pixels[window];
  }

  /// Joins rows 2 * i + 1 and 2 * i + 2.
  template <unsigned i> __device__ __forceinline__ void join_pair() {
    pair[i] = join<Ops>(middle[2 * i + 1], middle[2 * i + 2]);
  }

  using Column = Part<Value, window, common>;

  /// The pixels of a column next to the core, sorted: for the first two rows of windows and for the last two.
  struct Columns {
    Column upper;
    Column lower;
  };

  static __device__ __forceinline__ Columns columns(const Value (&pixels)[rows]) {
    const auto first = sort<Ops, window, 2, 1>(pixels);
    const auto last = sort<Ops, window, 2, common + 1>(pixels);
    if constexpr (common == 2) {
      return {first, last};
    } else {
      const auto both = sort<Ops, window, common - 2, 3>(pixels);
      return {join<Ops>(both, first), join<Ops>(both, last)};
    }
  }

  /// The medians of the windows of row `top` and of the next whose shared pixels are `core` and `column`;
  /// `corners` is the column of their corners.
  template <unsigned top>
  __device__ __forceinline__ void two_medians(const Part<Value, window, common * common>& core, const Column& column,
                                              const Value (&corners)[rows], Value& upper, Value& lower) const {
    const auto both = join<Ops>(core, column);
    const auto with_row = [&](unsigned row) {
      const Part<Value, window, 1> corner{{corners[row]}};
      return join<Ops>(join<Ops>(both, middle[row]), corner).at[0];
    };
    upper = with_row(top);
    lower = with_row(top + common + 1);
  }

  /// Four rows of medians; all rows and the pairs but the last two are set.
  __device__ __forceinline__ void filter(Value (&medians)[step][2]) {
    join_pair<pairs - 1>();
    join_pair<pairs>();
    Part<Value, window, common * common> upper;
    Part<Value, window, common * common> lower;
    if constexpr (pairs == 1) {
      upper = pair[0];
      lower = pair[1];
    } else {
      const auto both = join_all<Ops, pairs - 1, 1>(pair);
      upper = join<Ops>(both, pair[0]);
      lower = join<Ops>(both, pair[pairs]);
    }
    const Columns before = columns(left);
    const Columns after = columns(right);
    two_medians<0>(upper, before.upper, left, medians[0][0], medians[1][0]);
    two_medians<0>(upper, after.upper, right, medians[0][1], medians[1][1]);
    two_medians<2>(lower, before.lower, left, medians[2][0], medians[3][0]);
    two_medians<2>(lower, after.lower, right, medians[2][1], medians[3][1]);
  }

  /// Forgets the first four rows.
  __device__ __forceinline__ void advance() {
#pragma unroll
    for (unsigned row = 0; row < common; ++row) {
      middle[row] = middle[row + step];
      left[row] = left[row + step];
      right[row] = right[row + step];
    }
#pragma unroll
    for (unsigned i = 0; i + 2 < pairs + 1; ++i) pair[i] = pair[i + 2];
  }
};

/// Sets rows `first`, `first` + 1, ... of the tile, which begins in row y of the image. All rows are loaded
/// before one is sorted.
template <unsigned first, class Tile, class Image, unsigned... i>
__device__ __forceinline__ void load_tile_rows(Tile& tile, const Image& image, unsigned x, unsigned y,
                                               std::integer_sequence<unsigned, i...>) {
  decltype(image.twelve(x, y)) pixels[sizeof...(i)];
#pragma unroll
  for (unsigned row = 0; row < sizeof...(i); ++row) pixels[row] = image.twelve(x, y + first + row);
  unsigned words[Tile::common + 2];
  ((unpack<Tile::common / 2>(pixels[i], words, std::make_integer_sequence<unsigned, Tile::common + 2>{}),
    tile.template set<first + i>(words)),
   ...);
}

template <class Tile, unsigned... i>
__device__ __forceinline__ void join_pairs(Tile& tile, std::integer_sequence<unsigned, i...>) {
  (tile.template join_pair<i>(), ...);
}

/// Filters the four columns from x on, and `strip` rows of windows from row y on, a multiple of four. There
/// are `windows` rows of them. `image` has
///   twelve(x, y)               pixels x - 4 to x + 7 of row y, of any row where y is below the image
///   store(x, y, even, odd)     writes the medians of the windows that begin in row y, of pixels x and
///                              x + 2 and of pixels x + 1 and x + 3
template <unsigned window, class Image>
__device__ __forceinline__ void filter_strip(const Image& image, unsigned x, unsigned y, unsigned strip,
                                             unsigned windows) {
  using Tile = FourWindows<OfLanes, unsigned, window>;
  Tile tile;
  load_tile_rows<0>(tile, image, x, y, std::make_integer_sequence<unsigned, Tile::common>{});
  join_pairs(tile, std::make_integer_sequence<unsigned, Tile::pairs - 1>{});
  const unsigned end = min(windows, y + strip);
#pragma unroll 1
  for (; y < end; y += Tile::step) {
    load_tile_rows<Tile::common>(tile, image, x, y, std::make_integer_sequence<unsigned, 2>{});
    load_tile_rows<Tile::common + 2>(tile, image, x, y, std::make_integer_sequence<unsigned, 2>{});
    unsigned medians[Tile::step][2];
    tile.filter(medians);
    tile.advance();
#pragma unroll
    for (unsigned row = 0; row < Tile::step; ++row) {
      if (y + row >= windows) break;
      image.store(x, y + row, medians[row][0], medians[row][1]);
    }
  }
}

}  // namespace median_window::inline RUNGS_BACKEND
