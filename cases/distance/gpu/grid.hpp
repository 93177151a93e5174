// The grid of variants with one thread per pixel, and of those with one for two pixels; the search of a window.
#pragma once

#include <algorithm>
#include <rungs/device.hpp>
#include <string>
#include <utility>
#include "cases/distance/case.hpp"

namespace distance::inline RUNGS_BACKEND {

/// A warp is a piece of a row. At most 256 threads, because the work is uneven: a block keeps its place until
/// its last warp is done, and a block of 1024 threads leaves half of an SM empty as soon as a thread needs
/// more than 32 registers.
inline const dim3 block(32, 8);

/// The deck gives no block shape for this case, so its kernels run with each of these; the first is the default.
template <class Launch> std::vector<std::pair<std::string, rungs::LaunchOf<Case>>> in_blocks(Launch launch) {
  std::vector<std::pair<std::string, rungs::LaunchOf<Case>>> versions;
  for (const dim3 shape : {block, dim3(16, 16), dim3(32, 32), dim3(128, 1)}) {
    versions.emplace_back(
        "block=" + std::to_string(shape.x) + "x" + std::to_string(shape.y),
        [launch, shape](const Problem& p, const Views& v, rungs::Stream stream) { launch(p, v, stream, shape); });
  }
  return versions;
}

/// The versions of a variant that launches `kernel(image, width, height, out, distance_max)`.
template <class Kernel> auto searching(Kernel kernel) {
  return in_blocks([kernel](const Problem& p, const Views& v, rungs::Stream stream, dim3 shape) {
    rungs::launch({rungs::grid_for(p.width, p.height, shape), shape, stream}, kernel, v.image, p.width, p.height, v.out,
                  p.distance_max);
  });
}

/// Blocks that cover the image. If it has more rows than a grid can have, the threads loop.
inline dim3 blocks_for(const Problem& p) {
  dim3 blocks = rungs::grid_for(p.width, p.height, block);
  blocks.y = std::min(blocks.y, 65535U);
  return blocks;
}

/// Words per row of a plane of squared row distances in 16 bits: one for two columns. An odd row's last word
/// has an unused upper half.
inline unsigned packed_width(const Problem& p) { return (p.width + 1) / 2; }

/// Bytes of the whole plane.
inline std::size_t packed_bytes(const Problem& p) { return std::size_t{packed_width(p)} * p.height * sizeof(unsigned); }

/// One thread per word.
inline dim3 packed_blocks(const Problem& p) {
  dim3 blocks = rungs::grid_for(packed_width(p), p.height, block);
  blocks.y = std::min(blocks.y, 65535U);
  return blocks;
}

/// The largest R at which every sum of two squares below the limit fits in 16 bits: 181^2 + 180^2 < 2^16.
inline constexpr int longest_without_carry = 181;

/// Squared distance from pixel (x, y) to the nearest white one, at most radius * radius, by a search of its window,
/// which is cut at the image's borders once. White is not 0.
inline __device__ unsigned nearest_white(const std::uint8_t* image, int x, int y, int width, int height, int radius) {
  if (image[rungs::at(x, y, width)] != 0) return 0;
  int nearest = radius * radius;
  for (int dy = max(-radius, -y); dy < min(radius, height - y); ++dy) {
    const std::uint8_t* const row = image + rungs::at(x, y + dy, width);
    for (int dx = max(-radius, -x); dx < min(radius, width - x); ++dx) {
      if (row[dx] != 0) nearest = min(nearest, dx * dx + dy * dy);
    }
  }
  return static_cast<unsigned>(nearest);
}

}  // namespace distance::inline RUNGS_BACKEND
