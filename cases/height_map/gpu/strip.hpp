// How the map is divided into strips of 128 columns, one per warp, and how a row of a strip is loaded.
#pragma once

#include "cases/height_map/gpu/terms.hpp"

namespace height_map::strip::inline RUNGS_BACKEND {

inline constexpr unsigned columns_per_thread = 4;  // a 16-byte load
inline constexpr unsigned columns = lanes * columns_per_thread;
/// Rows that are loaded before the first of them is used.
inline constexpr unsigned rows_at_once = 4;
/// The row after a strip is loaded by its own warp and by the next one below.
inline constexpr unsigned rows = 32;
inline constexpr unsigned threads = 256;

/// Four heights of a row, and the one after them.
struct Piece {
  float height[columns_per_thread + 1];
};

/// Four heights from column x on; those outside the image are 0. `Vectors`: rows begin at a multiple of 16
/// bytes, and a piece is in the image as a whole or not at all.
template <bool Vectors> __device__ __forceinline__ Piece load(const float* row, unsigned x, unsigned width) {
  Piece piece{};
  if constexpr (Vectors) {
    if (x < width) {
      const float4 four = __ldg(reinterpret_cast<const float4*>(row + x));
      piece = {{four.x, four.y, four.z, four.w, 0.0F}};
    }
  } else {
#pragma unroll
    for (unsigned i = 0; i < columns_per_thread; ++i) {
      if (x + i < width) piece.height[i] = __ldg(row + x + i);
    }
  }
  // The last lane's neighbour belongs to the next strip.
  const unsigned after = x + columns_per_thread;
  if (threadIdx.x % lanes == lanes - 1 && after < width) piece.height[columns_per_thread] = __ldg(row + after);
  return piece;
}

/// Takes the height after a piece from the next lane, which all lanes must call.
__device__ __forceinline__ void complete(Piece& piece) {
  const float next = __shfl_down_sync(0xFFFFFFFFU, piece.height[0], 1);
  if (threadIdx.x % lanes != lanes - 1) piece.height[columns_per_thread] = next;
}

/// Where a thread's columns and its strip begin. A strip per warp.
struct Place {
  unsigned x, top;
};

__device__ __forceinline__ Place place_of(unsigned width) {
  const unsigned across = (width + columns - 1) / columns;
  const unsigned strip = blockIdx.x * (threads / lanes) + threadIdx.x / lanes;
  return {strip % across * columns + threadIdx.x % lanes * columns_per_thread, strip / across * rows};
}

/// `TwiceTriangle{}(beside_one, difference)`: twice the area of a triangle, from beside_one() of one leg's
/// difference and the difference of the other. Twice the area of the triangles between two pieces, for the
/// first `cells` columns, added to `sums`.
template <class TwiceTriangle>
__device__ void add_cells(float (&sums)[columns_per_thread], const Piece& upper, const Piece& lower, unsigned cells) {
#pragma unroll
  for (unsigned i = 0; i < columns_per_thread; ++i) {
    if (i >= cells) continue;
    const float above = height_map::beside_one(upper.height[i + 1] - upper.height[i]);
    const float below = height_map::beside_one(lower.height[i + 1] - lower.height[i]);
    sums[i] += TwiceTriangle{}(above, lower.height[i] - upper.height[i]);
    sums[i] += TwiceTriangle{}(below, lower.height[i + 1] - upper.height[i + 1]);
  }
}

/// This thread's part of the surface: the cells below rows `top` to `top` + rows - 1.
template <class TwiceTriangle, bool Vectors>
__device__ float surface(const float* heights, unsigned x, unsigned top, unsigned width, unsigned height) {
  const unsigned end = min(top + rows, height - 1);
  const unsigned cells = x + 1 < width ? min(width - 1 - x, columns_per_thread) : 0;
  float sums[columns_per_thread] = {};
  Piece upper = load<Vectors>(heights + rungs::at(0, top, width), x, width);
  complete(upper);
  for (unsigned y = top; y < end; y += rows_at_once) {
    Piece lower[rows_at_once];
#pragma unroll
    for (unsigned i = 0; i < rows_at_once; ++i) {
      lower[i] = load<Vectors>(heights + rungs::at(0, min(y + 1 + i, height - 1), width), x, width);
    }
#pragma unroll
    for (unsigned i = 0; i < rows_at_once; ++i) {
      complete(lower[i]);
      if (y + i < end) add_cells<TwiceTriangle>(sums, upper, lower[i], cells);
      upper = lower[i];
    }
  }
  return 0.5F * ((sums[0] + sums[1]) + (sums[2] + sums[3]));
}

inline std::size_t blocks_for(const Problem& p) {
  const std::size_t strips = std::size_t{(p.width + columns - 1) / columns} * ((p.height + rows - 1) / rows);
  return (strips + threads / lanes - 1) / (threads / lanes);
}

inline std::size_t workspace_bytes(const Problem& p) { return blocks_for(p) * sizeof(float); }

/// Launches `kernel(result, of_blocks, heights, width, height)`.
template <class Kernel> inline void launch(Kernel kernel, const rungs::Call<Case>& call) {
  const Problem& p = call.problem;
  rungs::launch({rungs::linear_grid(blocks_for(p)), dim3(threads), call.stream}, kernel, call.views.result,
                reinterpret_cast<float*>(call.workspace), call.views.heights, p.width, p.height);
}

}  // namespace height_map::strip::inline RUNGS_BACKEND
