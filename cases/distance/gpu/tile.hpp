// Shared by the fused variants: one image tile per block, with its surroundings in shared memory, first as
// bits, then as squared row distances, two columns per word.
#pragma once

#include "cases/distance/gpu/bit_rows.hpp"
#include "cases/distance/gpu/store.hpp"

namespace distance::inline RUNGS_BACKEND {

inline constexpr int tile_height = 64;
inline constexpr int thread_rows = 8;  // per block

/// Columns per tile. A large R needs tall surroundings; a narrower tile keeps them small.
inline unsigned tile_width(const Problem& p) { return p.distance_max <= 64 ? 128 : 64; }
inline dim3 tile_threads(const Problem& p) { return dim3(tile_width(p) / columns_per_thread, thread_rows); }
/// In one dimension, one row of tiles after the other.
inline dim3 tiles(const Problem& p) {
  const dim3 grid = rungs::grid_for(p.width, p.height, dim3(tile_width(p), tile_height));
  return dim3(grid.x * grid.y);
}

/// A block's tile, with its surroundings: `reach` rows up and down, at least radius - 1, and to either side
/// as many full words as radius - 1 pixels need.
struct Tile {
  int left, top;      ///< of its own pixels
  int columns;        ///< of its own pixels
  int reach, rows;    ///< rows above and below, and in total
  int margin, words;  ///< words on either side, and in total
};

__device__ __forceinline__ Tile block_tile(int width, int radius, int reach) {
  const int columns = static_cast<int>(blockDim.x) * columns_per_thread;
  const unsigned across = (width + columns - 1U) / columns;
  const int margin = margin_words(radius);
  return {.left = static_cast<int>(blockIdx.x % across) * columns,
          .top = static_cast<int>(blockIdx.x / across) * tile_height,
          .columns = columns,
          .reach = reach,
          .rows = tile_height + 2 * reach,
          .margin = margin,
          .words = columns / 32 + 2 * margin};
}

/// Shared memory for a tile with `reach` rows above and below, at least distance_max - 1.
inline std::size_t tile_bytes(const Problem& p, unsigned reach) {
  const std::size_t rows = tile_height + 2 * reach;
  const std::size_t words = tile_width(p) / 32 + 2 * margin_words(static_cast<int>(p.distance_max));
  return rows * (words * sizeof(Bits) + tile_width(p) * sizeof(std::uint16_t));
}

/// Shared memory of a tile, row by row: `bits`, tile.words per row; after them `squared`, tile.columns / 2 per row.
__device__ __forceinline__ Bits* tile_bits() { return rungs::dynamic_shared<Bits>(); }
__device__ __forceinline__ unsigned* tile_squared(const Tile& tile) {
  return reinterpret_cast<unsigned*>(tile_bits() + tile.rows * tile.words);
}

/// The tile and its surroundings as bits, one warp per row. `row_of(y)`: the image's row y, see gather_row.
template <class RowOf> __device__ __forceinline__ void load_bits_of(const Tile& tile, const RowOf& row_of) {
  const int warps = static_cast<int>(blockDim.x * blockDim.y) / 32;
  const int warp = static_cast<int>(threadIdx.x + threadIdx.y * blockDim.x) / 32;
  for (int row = warp; row < tile.rows; row += warps) {
    gather_row(tile_bits() + row * tile.words, tile.words, row_of(tile.top - tile.reach + row),
               tile.left - 32 * tile.margin);
  }
}

/// The same for a whole image. Pixels outside it are black.
__device__ __forceinline__ void load_bits(const Tile& tile, const std::uint8_t* image, int width, int height) {
  load_bits_of(tile, [=](int y) { return ImageRow(image, y, width, height); });
}

/// Computes the squared distances along the rows from the bits, for the tile's columns.
__device__ __forceinline__ void square_rows(const Tile& tile, int radius) {
  const int threads = static_cast<int>(blockDim.x * blockDim.y);
  const int thread = static_cast<int>(threadIdx.x + threadIdx.y * blockDim.x);
  const int pairs = tile.columns / 2;
  const int x = thread % pairs;
  const Bits* const column = tile_bits() + tile.margin + x / 16;
  for (int row = thread / pairs; row < tile.rows; row += threads / pairs) {
    const int even = bit_distance(column + row * tile.words, x % 16 * 2, radius);
    const int odd = bit_distance(column + row * tile.words, x % 16 * 2 + 1, radius);
    tile_squared(tile)[row * pairs + x] = even * even | odd * odd << 16;
  }
}

enum class Kind { mixed, white, far_from_white };

/// What the bits tell about the tile: all its own pixels are white, or none is in reach of them, or neither.
/// Waits for the whole block, twice.
__device__ __forceinline__ Kind tile_kind(const Tile& tile, int width, int height) {
  const int threads = static_cast<int>(blockDim.x * blockDim.y);
  bool white = false;
  for (int i = static_cast<int>(threadIdx.x + threadIdx.y * blockDim.x); i < tile.rows * tile.words; i += threads) {
    white |= tile_bits()[i].x != 0;
  }
  // There are as many words of the tile's own as threads: eight threads, of four columns each, make up a word.
  constexpr int threads_per_word = 32 / columns_per_thread;
  static_assert(tile_height == threads_per_word * thread_rows);
  const int word = static_cast<int>(threadIdx.x) / threads_per_word;
  const int y = static_cast<int>(threadIdx.y) * threads_per_word + static_cast<int>(threadIdx.x) % threads_per_word;
  const int pixels = min(32, width - tile.left - 32 * word);
  bool black = false;
  if (tile.top + y < height && pixels > 0) {
    const unsigned bits = tile_bits()[(tile.reach + y) * tile.words + tile.margin + word].x;
    black = (~bits & 0xFFFFFFFFU >> (32 - pixels)) != 0;
  }
  const bool any_white = __syncthreads_or(white) != 0;
  const bool any_black = __syncthreads_or(black) != 0;
  return !any_white ? Kind::far_from_white : any_black ? Kind::mixed : Kind::white;
}

/// The thread's columns, row by row: tile.columns / 4 apart.
__device__ __forceinline__ const Packed* thread_columns(const Tile& tile) {
  return reinterpret_cast<const Packed*>(tile_squared(tile)) + threadIdx.x;
}

/// The second pass for four columns of one row, which `centre` points at; rows are `stride` apart. `Carries`:
/// R is so large that a row's square must be limited before another is added to it.
template <bool Carries> __device__ __forceinline__ Packed row_nearest(const Packed* centre, int stride, int radius) {
  Packed nearest = *centre;
  for (int dy = 1 - radius; dy < radius; ++dy) {
    Packed offered = centre[dy * stride];
    if (Carries) {
      const unsigned most = (radius * radius - dy * dy) * 0x10001U;
      offered = make_uint2(__vminu2(offered.x, most), __vminu2(offered.y, most));
    }
    nearest.x = __viaddmin_u16x2(offered.x, dy * dy * 0x10001U, nearest.x);
    nearest.y = __viaddmin_u16x2(offered.y, dy * dy * 0x10001U, nearest.y);
  }
  return nearest;
}

/// Writes the result of one squared distance to the whole tile.
template <class T, class Value>
__device__ __forceinline__ void store_tile(T* out, const Tile& tile, unsigned squared, int width, int height,
                                           const Value& value_of) {
  const int x = tile.left + static_cast<int>(threadIdx.x) * columns_per_thread;
  const unsigned both = squared * 0x10001U;
  for (int y = threadIdx.y; y < tile_height; y += thread_rows) {
    store_four(out, make_uint2(both, both), x, tile.top + y, width, height, value_of);
  }
}

/// Results of gpu/fused_tile and later variants, from finished squared rows: rows threadIdx.y, threadIdx.y +
/// 8 and so on, one by one.
template <bool Carries>
__device__ __forceinline__ void store_rows(std::uint32_t* out, const Tile& tile, int width, int height, int radius) {
  const int x = tile.left + static_cast<int>(threadIdx.x) * columns_per_thread;
  const int stride = tile.columns / columns_per_thread;
  const Packed* const rows = thread_columns(tile) + tile.reach * stride;
  for (int y = threadIdx.y; y < tile_height && tile.top + y < height; y += thread_rows) {
    store_four(out, row_nearest<Carries>(rows + y * stride, stride, radius), x, tile.top + y, width, height, Squared{});
  }
}

}  // namespace distance::inline RUNGS_BACKEND
