// Computes the pixels of a plane one by one, 16 adjacent ones per thread; and the nodes that are computed so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <rungs/device.hpp>
#include <tuple>
#include "cases/pipeline/tree/trees.hpp"

namespace pipeline::inline RUNGS_BACKEND {

/// Pixels of a row that one thread computes. Planes begin so that these pieces are aligned, see OnGpu.
inline constexpr int piece_pixels = 16;

/// The largest multiple of a piece that is at most `x`.
[[nodiscard]] __host__ __device__ inline std::int32_t piece_begin(std::int32_t x) {
  return x - (x % piece_pixels + piece_pixels) % piece_pixels;
}

/// Writes those of a piece's pixels that are in [first, last) of its columns; `to` points at the piece.
template <class Pixel>
__device__ __forceinline__ void store_piece(Pixel* to, const Pixel (&pixels)[piece_pixels], int first, int last) {
  constexpr std::size_t bytes = piece_pixels * sizeof(Pixel);
  if (last - first == piece_pixels && reinterpret_cast<std::size_t>(to) % sizeof(uint4) == 0) {
    uint4 words[bytes / sizeof(uint4)];
    memcpy(words, pixels, bytes);
#pragma unroll
    for (std::size_t i = 0; i < bytes / sizeof(uint4); ++i) reinterpret_cast<uint4*>(to)[i] = words[i];
    return;
  }
#pragma unroll
  for (int i = 0; i < piece_pixels; ++i) {
    if (i >= first && i < last) to[i] = pixels[i];
  }
}

/// `rows(x, y)`: a function of the column, for columns of the piece that holds (x, y).
template <class Pixel, class Rows> __global__ void map_pixels(Plane<Pixel> out, Rows rows, unsigned across) {
  const auto row = blockIdx.x / across * blockDim.y + threadIdx.y;
  const auto piece = blockIdx.x % across * blockDim.x + threadIdx.x;
  const std::int64_t begin = piece_begin(out.window.x) + std::int64_t{piece} * piece_pixels;
  if (row >= out.window.height || begin >= out.window.right()) return;
  const auto x = static_cast<std::int32_t>(begin);
  const auto y = out.window.y + static_cast<std::int32_t>(row);
  const int first = max(out.window.x - x, 0);
  const int last = static_cast<int>(min(out.window.right() - begin, std::int64_t{piece_pixels}));
  const auto value = rows(x + first, y);
  Pixel pixels[piece_pixels];
#pragma unroll
  for (int i = 0; i < piece_pixels; ++i) {
    pixels[i] = i >= first && i < last ? value(x + i) : Pixel{0};
  }
  store_piece(out.at(out.window.x, y) + (x - out.window.x), pixels, first, last);
}

/// Computes all pixels of a plane.
template <class Pixel, class Rows> void map(rungs::Stream stream, const Plane<Pixel>& out, const Rows& rows) {
  if (out.window.empty()) return;
  const dim3 block(32, 8);
  const std::int64_t columns = out.window.right() - piece_begin(out.window.x);
  const dim3 blocks =
      rungs::grid_for(static_cast<unsigned>((columns + piece_pixels - 1) / piece_pixels), out.window.height, block);
  rungs::launch({rungs::linear_grid(std::size_t{blocks.x} * blocks.y), block, stream}, map_pixels<Pixel, Rows>, out,
                rows, blocks.x);
}

/// The same value everywhere.
template <class Pixel> struct Constant {
  Pixel value;
  __device__ auto operator()(std::int32_t, std::int32_t) const {
    return [value = value](std::int32_t) { return value; };
  }
};

/// The pixels of another plane, whose coordinates are (x, y) less.
template <class Pixel> struct Copied {
  Plane<const Pixel> from;
  std::int32_t x = 0;
  std::int32_t y = 0;
  __device__ auto operator()(std::int32_t, std::int32_t row) const {
    const Pixel* const at = from.at(-x, row - y);
    return [at](std::int32_t column) { return at[column]; };
  }
};

// The reductions that compute each pixel by itself: those that the two trees need. `compute_on` is overloaded
// for every type of node; what a pixel is comes from the node's own functions.

struct FormulaPixels {
  Frame frame;
  std::uint32_t seed;
  __device__ auto operator()(std::int32_t, std::int32_t y) const {
    return [y, frame = frame, seed = seed](std::int32_t x) { return Math2D::value(x, y, frame, seed); };
  }
};

inline void compute_on(rungs::Stream stream, const Math2D& node, const Plane<Gray>& out) {
  map(stream, out, FormulaPixels{node.frame, node.seed});
}

/// A piece of 16 columns is in one cell of the blobs.
struct BlobPixels {
  std::uint32_t seed;
  static_assert(Blob::cell % piece_pixels == 0);
  __device__ auto operator()(std::int32_t x, std::int32_t y) const {
    const Blob blob = blob_at(x, y, seed);
    return [blob, y](std::int32_t column) { return blob.covers(column, y) ? Gray{255} : Gray{0}; };
  }
};

/// By the formula; OnGpu uploads the pixels of a file.
inline void compute_on(rungs::Stream stream, const Shape& node, const Plane<Gray>& out) {
  map(stream, out, BlobPixels{node.seed});
}

/// A pattern repeated, see Stitching.
struct RepeatedPixels {
  Plane<const Gray> pattern;
  Frame size;
  std::int32_t x, y;  ///< of the pattern's first pixel
  std::uint32_t shift;

  __device__ auto operator()(std::int32_t first, std::int32_t line) const {
    const std::int64_t row = std::int64_t{line} - y;
    const Gray* const from = pattern.at(0, static_cast<std::int32_t>(wrapped(row, size.height)));
    const std::uint32_t begin = GrayStitching::column_of(std::int64_t{first} - x, row, size, shift);
    return [from, begin, first, width = size.width](std::int32_t column) {
      std::uint32_t at = begin + static_cast<std::uint32_t>(column - first);
      if (at >= width) at -= width;
      if (at >= width) at %= width;  // a pattern narrower than a piece
      return from[at];
    };
  }
};

inline RepeatedPixels repeated(const GrayStitching& node, const Plane<const Gray>& pattern) {
  const auto& place = std::get<0>(node.children);
  return {pattern, place.child->frame, place.x, place.y, node.shift};
}
inline void compute_on(rungs::Stream stream, const GrayStitching& node, const Plane<Gray>& out,
                       const Plane<const Gray>& pattern) {
  map(stream, out, repeated(node, pattern));
}

/// The mean of a lattice's repetitions, see Blend.
struct BlendedPixels {
  Plane<const Gray> pattern;
  Frame size;
  uv::Cell cell;
  __device__ auto operator()(std::int32_t, std::int32_t y) const {
    return [y, pattern = pattern, size = size, cell = cell](std::int32_t x) {
      return GrayBlend::mean(x, y, pattern.pixels, pattern.pitch, size, cell);
    };
  }
};

inline void compute_on(rungs::Stream stream, const GrayBlend& node, const Plane<Gray>& out,
                       const Plane<const Gray>& pattern) {
  map(stream, out, BlendedPixels{pattern, std::get<0>(node.children).child->frame, node.cell});
}

/// The larger value of two planes.
struct LargerPixels {
  Copied<Gray> first, second;
  __device__ auto operator()(std::int32_t x, std::int32_t y) const {
    return [one = first(x, y), other = second(x, y)](std::int32_t column) {
      const Gray a = one(column);
      const Gray b = other(column);
      return a < b ? b : a;
    };
  }
};

inline void compute_on(rungs::Stream stream, const GrayUnion& node, const Plane<Gray>& out,
                       const Plane<const Gray>& first, const Plane<const Gray>& second) {
  const auto& [one, other] = node.children;
  map(stream, out, LargerPixels{{first, one.x, one.y}, {second, other.x, other.y}});
}

/// The upper 8 bits.
template <class Pixel> struct UpperBits {
  Copied<Pixel> data;
  __device__ auto operator()(std::int32_t x, std::int32_t y) const {
    return [wide = data(x, y)](std::int32_t column) {
      return static_cast<Gray>(wide(column) >> Root<Data<Pixel>>::surplus_bits);
    };
  }
};

template <class Pixel>
void compute_on(rungs::Stream stream, const Root<Data<Pixel>>& node, const Plane<Gray>& out,
                const Plane<const Pixel>& data) {
  const auto& place = std::get<0>(node.children);
  map(stream, out, UpperBits<Pixel>{{data, place.x, place.y}});
}

}  // namespace pipeline::inline RUNGS_BACKEND
