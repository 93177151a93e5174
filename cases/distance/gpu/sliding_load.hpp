// Loads a tile of the image and its surroundings to shared memory, as bits: for gpu/sliding_window. For R up
// to 15.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cases/distance/case.hpp"
#include "cases/distance/gpu/store.hpp"

namespace distance::sliding::inline RUNGS_BACKEND {

inline constexpr int longest_radius = 15;
inline constexpr int reach = longest_radius - 1;
inline constexpr int threads = 64;
inline constexpr int columns = threads * columns_per_thread;
inline constexpr int height = 68;  // of the tile itself
inline constexpr int rows = height + 2 * reach;
inline constexpr int words = columns / 32;

/// Two words of a row per word of the tile, and one more pair: the word before it in normal order, leftmost
/// pixel lowest (x), and the word itself mirrored, leftmost pixel highest (y). A pixel's surroundings are in
/// two adjacent pairs.
using Seam = uint2;
inline constexpr int bits_per_row = words + 1;
inline constexpr std::size_t shared_bytes = rows * bits_per_row * sizeof(Seam);

inline dim3 tiles(const Problem& p) {
  const dim3 grid = rungs::grid_for(p.width, p.height, dim3(columns, height));
  return dim3(grid.x * grid.y);
}

/// Throws Unsupported for a larger R, whose window does not fit in registers.
inline void require_short_radius(const Problem& p) {
  if (p.distance_max <= longest_radius) return;
  throw rungs::Unsupported(
      "keeps a window for distance_max up to 15 in registers; gpu/nested_minima runs any");
}

/// 16-byte accesses need rows that begin at a multiple of 16.
inline bool in_vectors(const Problem& p) { return p.width % 16 == 0; }

/// The tile's own first pixel.
struct Place {
  int left, top;
};

__device__ __forceinline__ Place block_place(int width) {
  const unsigned across = (width + columns - 1U) / columns;
  return {static_cast<int>(blockIdx.x % across) * columns, static_cast<int>(blockIdx.x / across) * height};
}

/// An image as a source of pieces: 16 pixels from column x of row y on; pixels outside the image are black.
template <bool Vectors>
struct WholeImage {
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
template <class Source>
__device__ __forceinline__ void load_own_from(Seam* bits, const Source& source, Place place) {
  constexpr int pieces = columns / 16;
  constexpr int rows_at_once = threads / pieces;
  constexpr int loads = 6;
  static_assert(rows % (rows_at_once * loads) == 0);
  const int piece = static_cast<int>(threadIdx.x) % pieces;
  const int x = place.left + 16 * piece;
  for (int row = static_cast<int>(threadIdx.x) / pieces; row < rows; row += rows_at_once * loads) {
    decltype(source.piece(0, 0)) pixels[loads];
#pragma unroll
    for (int i = 0; i < loads; ++i) {
      const int y = place.top - reach + row + i * rows_at_once;
      pixels[i] = source.piece(x, y);
    }
#pragma unroll
    for (int i = 0; i < loads; ++i) {
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
template <class Source>
__device__ __forceinline__ void load_sides_from(Seam* bits, const Source& source, Place place) {
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

/// Both for a whole image of bytes.
template <bool Vectors>
__device__ __forceinline__ void load_own(Seam* bits, const std::uint8_t* image, Place place, int width,
                                         int image_height) {
  load_own_from(bits, WholeImage<Vectors>{image, width, image_height}, place);
}
template <bool Vectors>
__device__ __forceinline__ void load_sides(Seam* bits, const std::uint8_t* image, Place place, int width,
                                           int image_height) {
  load_sides_from(bits, WholeImage<Vectors>{image, width, image_height}, place);
}

}  // namespace distance::sliding::inline RUNGS_BACKEND
