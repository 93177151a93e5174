// The median of 16-bit pixels on a GPU, by the kernel of median_window's gpu/shared_rows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <rungs/device.hpp>
#include <tuple>
#include "cases/median_window/gpu/shared_rows.hpp"
#include "cases/pipeline/gpu/map.hpp"

namespace pipeline::inline RUNGS_BACKEND {

/// A plane with its surroundings as an image whose windows give the plane of medians: columns are counted
/// from the first of the memory, rows from the first of the surroundings. Of medians wider than the results,
/// the upper bits are written.
template <class Result> struct MedianImage {
  const Wide* from;
  std::size_t pitch;
  unsigned height;
  Result* to;  ///< the first row of medians, in the same columns
  std::size_t to_pitch;
  unsigned first, last;  ///< columns that have a median

  __device__ __forceinline__ median_window::Twelve<Wide> twelve(unsigned x, unsigned y) const {
    return median_window::load_twelve(from + min(y, height - 1) * pitch, x, static_cast<unsigned>(pitch), true);
  }
  /// Pixels x and x + 2 are in the lanes of `even`, the two others in `odd`.
  __device__ __forceinline__ void store(unsigned x, unsigned y, unsigned even, unsigned odd) const {
    constexpr unsigned surplus_bits = 8 * (sizeof(Wide) - sizeof(Result));
    Result* const row = to + static_cast<std::ptrdiff_t>(y * to_pitch);
#pragma unroll
    for (unsigned i = 0; i < median_window::segment_pixels; ++i) {
      const unsigned word = i % 2 == 0 ? even : odd;
      const unsigned value = (i < 2 ? word & 0xFFFFU : word >> 16U) >> surplus_bits;
      if (x + i >= first && x + i < last) row[static_cast<int>(x + i)] = static_cast<Result>(value);
    }
  }
};

inline constexpr unsigned median_block_columns = 32;  // segments of four pixels
inline constexpr unsigned median_block_strips = 4;
inline constexpr unsigned median_strip = 32;  // rows per thread

template <unsigned window, class Result>
__global__ void __launch_bounds__(median_block_columns* median_block_strips, window == 7 ? 4 : 0)
    plane_medians(MedianImage<Result> image, unsigned across, unsigned rows) {
  const unsigned segment = blockIdx.x % across * median_block_columns + threadIdx.x;
  const unsigned x = segment * median_window::segment_pixels;
  const unsigned y = (blockIdx.x / across * median_block_strips + threadIdx.y) * median_strip;
  if (x >= image.last || y >= rows) return;
  median_window::filter_strip<window>(image, x, y, median_strip, rows);
}

/// All medians of `out`, from a plane of its window grown by the radius.
template <unsigned radius, class Result>
void launch_medians(rungs::Stream stream, const Plane<Result>& out, const Plane<const Wide>& data) {
  const std::int32_t begin = piece_begin(data.window.x);
  MedianImage<Result> image;
  image.from = data.pixels - (data.window.x - begin);
  image.pitch = data.pitch;
  image.height = data.window.height;
  image.first = static_cast<unsigned>(data.window.x - begin) + radius;
  image.last = image.first + out.window.width;
  image.to = out.pixels - image.first;
  image.to_pitch = out.pitch;
  const dim3 block(median_block_columns, median_block_strips);
  const unsigned segments = (image.last - 1) / median_window::segment_pixels + 1;
  const dim3 blocks = rungs::grid_for(segments, (out.window.height - 1) / median_strip + 1, block);
  rungs::launch({rungs::linear_grid(std::size_t{blocks.x} * blocks.y), block, stream},
                plane_medians<2 * radius + 1, Result>, image, blocks.x, out.window.height);
}

template <class Result>
void launch_medians(rungs::Stream stream, const Plane<Result>& out, const Plane<const Wide>& data,
                    std::uint32_t radius) {
  if (radius == 1) launch_medians<1>(stream, out, data);
  if (radius == 2) launch_medians<2>(stream, out, data);
  if (radius == 3) launch_medians<3>(stream, out, data);
}

/// Pixels whose square is not inside the frame keep their value, `data(x, y)`.
template <class Pixel, class Data>
void keep_frame(rungs::Stream stream, const Plane<Pixel>& out, const Data& data, Frame frame, std::uint32_t radius) {
  const auto keep = [&](Window part) {
    const Window held = common(part, out.window);
    if (!held.empty()) map(stream, out.of(held), data);
  };
  const std::uint32_t deep = std::min(radius, frame.height);
  const std::uint32_t wide = std::min(radius, frame.width);
  keep({0, 0, frame.width, deep});
  keep({0, static_cast<std::int32_t>(frame.height - deep), frame.width, deep});
  keep({0, 0, wide, frame.height});
  keep({static_cast<std::int32_t>(frame.width - wide), 0, wide, frame.height});
}

inline void compute_on(rungs::Stream stream, const WideMedian& node, const Plane<Wide>& out,
                       const Plane<const Wide>& data) {
  const auto& place = std::get<0>(node.children);
  launch_medians(stream, out, data, node.radius);
  keep_frame(stream, out, Copied<Wide>{data, place.x, place.y}, node.frame, node.radius);
}

}  // namespace pipeline::inline RUNGS_BACKEND
