// Ten medians, one after the other: ten launches of gpu/3x3_clamped_middle.
#pragma once

#include "cases/median/gpu/clamped_middle.hpp"

namespace median::inline RUNGS_BACKEND {

inline constexpr unsigned passes = 10;

/// Copies the outermost pixels of a frame to two planes; grid.y is the number of frames.
static __global__ void copy_border(std::uint8_t* first, std::uint8_t* second, const std::uint8_t* image, unsigned width,
                                   unsigned height) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t rows = 2 * std::size_t{width};
  const std::size_t area = rungs::at(0, height, width);
  std::size_t place = i < width ? i : area - rows + i;  // the first row, then the last
  if (i >= rows) place = (i - rows) / 2 * width + (i % 2 == 0 ? 0 : width - 1);
  if (i >= rows + 2 * std::size_t{height}) return;
  place += blockIdx.y * area;
  first[place] = image[place];
  second[place] = image[place];
}

/// Filters `frames` frames ten times; `from.filtered` has the last result. The nine before it are in the
/// planes, which hold as many frames, with the image's border. The second plane may be `from.filtered`.
inline void filter_ten_times(const Frame& from, std::uint8_t* const (&planes)[2], unsigned frames,
                             rungs::Stream stream) {
  if (from.width < 3 || from.height < 3) return;
  const std::size_t border = 2 * (std::size_t{from.width} + from.height);
  rungs::launch({dim3(static_cast<unsigned>((border - 1) / 128 + 1), frames), dim3(128), stream}, copy_border,
                planes[0], planes[1], from.image, from.width, from.height);
  Frame at = from;
  for (unsigned pass = 0; pass < passes; ++pass) {
    at.filtered = pass + 1 < passes ? planes[pass % 2] : from.filtered;
    filter_frames<ClampedStrip<4>>(at, frames, stream);
    at.image = at.filtered;
    at.last_word = last_word_of(at.image, frames * rungs::at(0, from.height, from.width));
  }
}

}  // namespace median::inline RUNGS_BACKEND
