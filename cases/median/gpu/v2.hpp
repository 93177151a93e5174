// The kernel of gpu/3x3_v2, for any launch bounds.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <rungs/device.hpp>

#include "cases/median/case.hpp"
#include "cases/median/gpu/network_walk.hpp"

namespace median::inline RUNGS_BACKEND {

inline constexpr unsigned v2_threads = 128;
inline constexpr unsigned v2_strips = 4;

/// Threads that a multiprocessor can hold (CUDA C++ Programming Guide, technical specifications); the least
/// of current GPUs where the architecture is not known.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
inline constexpr unsigned threads_of_sm = 1024;
#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ != 800 && __CUDA_ARCH__ != 900 && __CUDA_ARCH__ != 1000
inline constexpr unsigned threads_of_sm = 1536;
#else
inline constexpr unsigned threads_of_sm = 2048;
#endif

/// Filters four strips of `rows` rows of windows. At most `most_threads` threads per block; with `fill` the
/// compiler must leave registers for as many blocks of that size as a multiprocessor has threads for.
template <unsigned most_threads, bool fill>
__global__ void __launch_bounds__(most_threads, fill ? threads_of_sm / most_threads : 0)
    filter_strips_apart(std::uint8_t* filtered, const std::uint8_t* image, unsigned width, unsigned height,
                        unsigned rows) {
  const unsigned x = blockIdx.x * v2_threads + threadIdx.x;
  if (x >= width - 2) return;
  image += blockIdx.z * rungs::at(0, height, width);
  filtered += blockIdx.z * rungs::at(0, height, width);
  for (unsigned y = blockIdx.y; y < rows; y += gridDim.y) {
    unsigned values[9] = {};
#pragma unroll
    for (unsigned strip = 0; strip < v2_strips; ++strip) {
      // The last strips may be shorter: missing windows are read from the last one, and not written.
      const unsigned top = min(strip * rows + y, height - 3);
#pragma unroll
      for (unsigned i = 0; i < 9; ++i) {
        values[i] |= unsigned{__ldg(image + rungs::at(x + i % 3, top + i / 3, width))} << (8 * strip);
      }
    }
    const unsigned medians = median_of<3>(values, OrderBytes{});
#pragma unroll
    for (unsigned strip = 0; strip < v2_strips; ++strip) {
      const unsigned top = strip * rows + y;
      if (top > height - 3) break;
      filtered[rungs::at(x + 1, top + 1, width)] = static_cast<std::uint8_t>(medians >> (8 * strip));
    }
  }
}

/// Blocks of 128x1 threads, whatever the launch bounds.
template <unsigned most_threads, bool fill>
inline void launch_strips_apart(const Problem& p, const Views& v, rungs::Stream stream) {
  if (p.width < 3 || p.height < 3) return;
  const unsigned rows = (p.height - 2 + v2_strips - 1) / v2_strips;
  const dim3 grid((p.width - 2 + v2_threads - 1) / v2_threads, std::min(rows, 65535U), p.frames);
  rungs::launch({grid, dim3(v2_threads), stream}, filter_strips_apart<most_threads, fill>, v.filtered,
                v.image, p.width, p.height, rows);
}

}  // namespace median::inline RUNGS_BACKEND
