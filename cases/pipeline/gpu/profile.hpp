// The profile on a GPU, by the kernels of the case distance: gpu/sliding_window for distances up to 15,
// gpu/nested_minima for longer ones. The distances themselves are not stored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <rungs/device.hpp>
#include <tuple>
#include "cases/distance/gpu/nested.hpp"
#include "cases/distance/gpu/sliding.hpp"
#include "cases/pipeline/gpu/map.hpp"

namespace pipeline::inline RUNGS_BACKEND {

/// The mask's pixels in the coordinates of the profile; 0 where its plane has none.
struct MaskPixels {
  Plane<const std::uint8_t> mask;
  std::int32_t x, y;  ///< of the mask's first pixel

  /// 16 of them, for columns that are a multiple of 16.
  __device__ __forceinline__ uint4 piece(int column, int row) const {
    const int from_x = column - x;
    const int from_y = row - y;
    const bool inside = from_y >= mask.window.y && from_y < mask.window.bottom() &&
                        from_x + piece_pixels > mask.window.x && from_x < mask.window.right();
    if (!inside) return make_uint4(0, 0, 0, 0);
    const std::uint8_t* const from = mask.at(from_x, from_y);
    // Memory outside the window was never written: only a piece within the window is read at once.
    const bool whole = from_x >= mask.window.x && from_x + piece_pixels <= mask.window.right();
    if (whole && from_x % piece_pixels == 0) return __ldg(reinterpret_cast<const uint4*>(from));
    unsigned words[4] = {};
#pragma unroll
    for (int i = 0; i < piece_pixels; ++i) {
      const bool held = from_x + i >= mask.window.x && from_x + i < mask.window.right();
      if (held) words[i / 4] |= unsigned{__ldg(from + i)} << (8 * (i % 4));
    }
    return make_uint4(words[0], words[1], words[2], words[3]);
  }

  [[nodiscard]] __device__ __forceinline__ bool is_white(int column, int row) const {
    const int from_x = column - x;
    const int from_y = row - y;
    const bool held = from_y >= mask.window.y && from_y < mask.window.bottom() && from_x >= mask.window.x &&
                      from_x < mask.window.right();
    return held && *mask.at(from_x, from_y) != 0;
  }
};

/// What is written for a part of the full depth: the part itself. Such a value has at(column, row), the state
/// of a thread that writes four columns from there on, row after row.
struct WholeDepth {
  struct Columns {
    __device__ __forceinline__ Wide operator()(int, Wide part) const { return part; }
    __device__ __forceinline__ void next_row() {}
  };
  __device__ __forceinline__ Columns at(int, int) const { return {}; }
};
/// Gray values at that part of their depth.
struct PartOfData {
  Plane<const Gray> data;
  std::int32_t x, y;

  struct Columns {
    const Gray* from;
    std::size_t pitch;
    __device__ __forceinline__ Gray operator()(int i, Gray part) const { return Bevel<Gray>::scaled(from[i], part); }
    __device__ __forceinline__ void next_row() { from += pitch; }
  };
  __device__ __forceinline__ Columns at(int column, int row) const {
    return {data.at(data.window.x, row - y) + (column - x - data.window.x), data.pitch};
  }
};

/// Writes four adjacent pixels of a row, those of them that are in the plane.
template <class Pixel>
__device__ __forceinline__ void store_four(const Plane<Pixel>& out, int column, int row, const Pixel (&value)[4]) {
  Pixel* const to = out.at(out.window.x, row) + (column - out.window.x);
  const bool whole = column >= out.window.x && column + 4 <= out.window.right();
  if (whole && reinterpret_cast<std::size_t>(to) % (4 * sizeof(Pixel)) == 0) {
    if constexpr (sizeof(Pixel) == 1) {
      *reinterpret_cast<unsigned*>(to) =
          unsigned{value[0]} | unsigned{value[1]} << 8U | unsigned{value[2]} << 16U | unsigned{value[3]} << 24U;
    } else {
      *reinterpret_cast<uint2*>(to) =
          make_uint2(unsigned{value[0]} | unsigned{value[1]} << 16U, unsigned{value[2]} | unsigned{value[3]} << 16U);
    }
    return;
  }
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    if (column + i >= out.window.x && column + i < out.window.right()) to[i] = value[i];
  }
}

/// Writes what `columns` makes of the depths of four squared distances; its next row follows.
template <class Pixel, class Columns, class Depth>
__device__ __forceinline__ void put_four(const Plane<Pixel>& out, int column, int row, distance::Packed nearest,
                                         Columns& columns, const Depth& depth) {
  const unsigned squared[4] = {nearest.x & 0xFFFFU, nearest.x >> 16U, nearest.y & 0xFFFFU, nearest.y >> 16U};
  Pixel pixels[4] = {};
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const bool held = column + i >= out.window.x && column + i < out.window.right();
    if (held) pixels[i] = columns(i, depth(squared[i]));
  }
  store_four(out, column, row, pixels);
  columns.next_row();
}

/// A tile of 256 x 68 pixels per block. `mask`: a source of pieces, see distance::sliding::load_own_from.
template <class Pixel, class Mask, class Value>
__global__ void __launch_bounds__(distance::sliding::threads)
    profile_by_sliding_window(Plane<Pixel> out, Mask mask, Value value, Bevel<Pixel> bevel, unsigned across,
                              distance::HiddenOne one) {
  namespace sliding = distance::sliding;
  auto* const bits = rungs::dynamic_shared<sliding::Seam>();
  auto* const table = reinterpret_cast<Pixel*>(bits + sliding::rows * sliding::bits_per_row);
  for (unsigned squared = threadIdx.x; squared <= bevel.limit(); squared += sliding::threads) {
    table[squared] = bevel(squared);
  }
  const sliding::Place place{piece_begin(out.window.x) + static_cast<int>(blockIdx.x % across) * sliding::columns,
                             out.window.y + static_cast<int>(blockIdx.x / across) * sliding::height};
  sliding::load_own_from(bits, mask, place);
  sliding::load_sides_from(bits, mask, place);
  __syncthreads();
  const int in_tile = static_cast<int>(threadIdx.x) * distance::columns_per_thread;
  const int column = place.left + in_tile;
  if (column >= out.window.right()) return;
  int row = place.top;
  const int count = min(static_cast<int>(out.window.bottom()) - place.top, sliding::height);
  const auto radius = static_cast<int>(bevel.distance_max);
  auto columns = value.at(column, row);
  sliding::slide(bits, in_tile, count, radius, one, [&](distance::Packed nearest) {
    put_four(out, column, row, nearest, columns, [&](unsigned squared) { return table[squared]; });
    ++row;
  });
}

/// A row of a mask as distance::gather_row reads it.
template <class Mask> struct MaskRow {
  const Mask& mask;
  int row;
  __device__ __forceinline__ std::uint8_t operator()(int column, bool wanted) const {
    return wanted && mask.is_white(column, row) ? std::uint8_t{255} : std::uint8_t{0};
  }
};

/// A tile of 128 or 64 x 64 pixels per block, see distance::nested_tile. `mask`: has is_white(column, row).
template <class Pixel, class Mask, class Value>
__global__ void profile_by_nested_minima(Plane<Pixel> out, Mask mask, Value value, Bevel<Pixel> bevel, unsigned across,
                                         int reach, distance::HiddenOne one) {
  const auto radius = static_cast<int>(bevel.distance_max);
  const int width = static_cast<int>(across * blockDim.x) * distance::columns_per_thread;
  distance::Tile tile = distance::block_tile(width, radius, reach);
  tile.left += piece_begin(out.window.x);
  tile.top += out.window.y;
  distance::load_bits_of(tile, [&](int row) { return MaskRow<Mask>{mask, row}; });
  __syncthreads();
  distance::square_rows(tile, radius);
  __syncthreads();
  const int first = static_cast<int>(threadIdx.y) * distance::nested_rows;
  const int stride = tile.columns / distance::columns_per_thread;
  distance::Packed nearest[distance::nested_rows];
  distance::nested_nearest(nearest, distance::thread_columns(tile) + (tile.reach + first) * stride, stride, reach, one);
  const int column = tile.left + static_cast<int>(threadIdx.x) * distance::columns_per_thread;
  auto columns = value.at(column, tile.top + first);
#pragma unroll
  for (int k = 0; k < distance::nested_rows; ++k) {
    const int row = tile.top + first + k;
    if (row >= out.window.bottom()) break;
    put_four(out, column, row, nearest[k], columns, [&](unsigned squared) { return bevel(squared); });
  }
}

/// The profile of a mask over a plane, by the kernel for this distance.
template <class Pixel, class Mask, class Value>
void launch_profile(rungs::Stream stream, const Plane<Pixel>& out, const Mask& mask, const Value& value,
                    std::uint32_t distance_max) {
  namespace sliding = distance::sliding;
  const Bevel<Pixel> bevel{distance_max};
  const auto width = static_cast<unsigned>(out.window.right() - piece_begin(out.window.x));
  if (distance_max <= sliding::longest_radius) {
    const dim3 tiles = rungs::grid_for(width, out.window.height, dim3(sliding::columns, sliding::height));
    const std::size_t bytes = sliding::shared_bytes + (bevel.limit() + 1) * sizeof(Pixel);
    rungs::launch({rungs::linear_grid(std::size_t{tiles.x} * tiles.y), dim3(sliding::threads), stream, bytes},
                  profile_by_sliding_window<Pixel, Mask, Value>, out, mask, value, bevel, tiles.x,
                  distance::HiddenOne{});
    return;
  }
  distance::Problem p;
  p.width = width;
  p.height = out.window.height;
  p.distance_max = distance_max;
  const unsigned reach = distance::nested_reach(p);
  const unsigned across = (p.width - 1) / distance::tile_width(p) + 1;
  rungs::launch({distance::tiles(p), distance::tile_threads(p), stream, distance::tile_bytes(p, reach)},
                profile_by_nested_minima<Pixel, Mask, Value>, out, mask, value, bevel, across, reach,
                distance::HiddenOne{});
}

inline void compute_on(rungs::Stream stream, const WideProfile& node, const Plane<Wide>& out,
                       const Plane<const Gray>& mask) {
  const auto& place = std::get<0>(node.children);
  launch_profile(stream, out, MaskPixels{mask, place.x, place.y}, WholeDepth{}, node.distance_max);
}

inline void compute_on(rungs::Stream stream, const GrayProfile& node, const Plane<Gray>& out,
                       const Plane<const Gray>& mask, const Plane<const Gray>& data) {
  const auto& [mask_place, data_place] = node.children;
  launch_profile(stream, out, MaskPixels{mask, mask_place.x, mask_place.y},
                 PartOfData{data, data_place.x, data_place.y}, node.distance_max);
}

}  // namespace pipeline::inline RUNGS_BACKEND
