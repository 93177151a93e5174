// The reductions that compute each pixel by itself, on a GPU: those that the two trees need. `compute_on` is
// overloaded for every type of node; what a pixel is comes from the node's own functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <rungs/device.hpp>
#include <tuple>

#include "cases/pipeline/gpu/map.hpp"
#include "cases/pipeline/tree/trees.hpp"

namespace pipeline::inline RUNGS_BACKEND {

struct FormulaPixels {
  Frame frame;
  std::uint32_t seed;
  __device__ auto operator()(std::int32_t, std::int32_t y) const {
    return [y, frame = frame, seed = seed](std::int32_t x) { return Math2D::value(x, y, frame, seed); };
  }
};

inline void compute_on(rungs::Stream stream, const Math2D& node, const Plane<std::uint8_t>& out) {
  map(stream, out, FormulaPixels{node.frame, node.seed});
}

/// A piece of 16 columns is in one cell of the blobs.
struct BlobPixels {
  std::uint32_t seed;
  static_assert(Blob::cell % piece_pixels == 0);
  __device__ auto operator()(std::int32_t x, std::int32_t y) const {
    const Blob blob = blob_at(x, y, seed);
    return [blob, y](std::int32_t column) {
      return blob.covers(column, y) ? std::uint8_t{255} : std::uint8_t{0};
    };
  }
};

/// By the formula; OnGpu uploads the pixels of a file.
inline void compute_on(rungs::Stream stream, const Shape& node, const Plane<std::uint8_t>& out) {
  map(stream, out, BlobPixels{node.seed});
}

/// A pattern repeated, see Stitching.
template <class Pixel>
struct RepeatedPixels {
  Plane<const Pixel> pattern;
  Frame size;
  std::int32_t x, y;  ///< of the pattern's first pixel
  std::uint32_t shift;

  __device__ auto operator()(std::int32_t first, std::int32_t line) const {
    const std::int64_t row = std::int64_t{line} - y;
    const Pixel* const from = pattern.at(0, static_cast<std::int32_t>(wrapped(row, size.height)));
    const std::uint32_t begin =
        Stitching<Pattern<Math2D>>::column_of(std::int64_t{first} - x, row, size, shift);
    return [from, begin, first, width = size.width](std::int32_t column) {
      std::uint32_t at = begin + static_cast<std::uint32_t>(column - first);
      if (at >= width) at -= width;
      if (at >= width) at %= width;  // a pattern narrower than a piece
      return from[at];
    };
  }
};

template <class PatternEdge>
RepeatedPixels<typename PatternEdge::Pixel> repeated(
    const Stitching<PatternEdge>& node, const Plane<const typename PatternEdge::Pixel>& pattern) {
  const auto& place = std::get<0>(node.children);
  return {pattern, place.child->frame, place.x, place.y, node.shift};
}

template <class PatternEdge>
void compute_on(rungs::Stream stream, const Stitching<PatternEdge>& node,
                const Plane<typename PatternEdge::Pixel>& out,
                const Plane<const typename PatternEdge::Pixel>& pattern) {
  map(stream, out, repeated(node, pattern));
}

/// The mean of a lattice's repetitions, see Blend.
template <class Node>
struct BlendedPixels {
  Plane<const typename Node::Pixel> pattern;
  Frame size;
  uv::Cell cell;
  __device__ auto operator()(std::int32_t, std::int32_t y) const {
    return [y, pattern = pattern, size = size, cell = cell](std::int32_t x) {
      return Node::mean(x, y, pattern.pixels, pattern.pitch, size, cell);
    };
  }
};

template <class PatternEdge>
void compute_on(rungs::Stream stream, const Blend<PatternEdge>& node,
                const Plane<typename PatternEdge::Pixel>& out,
                const Plane<const typename PatternEdge::Pixel>& pattern) {
  map(stream, out,
      BlendedPixels<Blend<PatternEdge>>{pattern, std::get<0>(node.children).child->frame, node.cell});
}

/// The larger value of two planes.
template <class Pixel>
struct LargerPixels {
  Copied<Pixel> first, second;
  __device__ auto operator()(std::int32_t x, std::int32_t y) const {
    return [one = first(x, y), other = second(x, y)](std::int32_t column) {
      const Pixel a = one(column);
      const Pixel b = other(column);
      return a < b ? b : a;
    };
  }
};

template <class Pixel>
void compute_on(rungs::Stream stream, const Union<Data<Pixel>, Data<Pixel>>& node, const Plane<Pixel>& out,
                const Plane<const Pixel>& first, const Plane<const Pixel>& second) {
  const auto& [one, other] = node.children;
  map(stream, out, LargerPixels<Pixel>{{first, one.x, one.y}, {second, other.x, other.y}});
}

/// The upper 8 bits.
template <class Wide, unsigned surplus_bits>
struct UpperBits {
  Copied<Wide> data;
  __device__ auto operator()(std::int32_t x, std::int32_t y) const {
    return [wide = data(x, y)](std::int32_t column) {
      return static_cast<std::uint8_t>(wide(column) >> surplus_bits);
    };
  }
};

template <class DataEdge>
void compute_on(rungs::Stream stream, const Root<DataEdge>& node, const Plane<std::uint8_t>& out,
                const Plane<const typename DataEdge::Pixel>& data) {
  const auto& place = std::get<0>(node.children);
  map(stream, out,
      UpperBits<typename DataEdge::Pixel, Root<DataEdge>::surplus_bits>{{data, place.x, place.y}});
}

}  // namespace pipeline::inline RUNGS_BACKEND
