// gpu/3x3_v2 with the launch bounds of the document's code: 256 threads per block, eight blocks.
// That many threads fill a multiprocessor, so the compiler may give each at most 32 registers on a chip that
// holds 2048. More warps can hide more of a load's latency. But 36 addresses of 64 bits need more registers
// than that: some values are kept in local memory. Where a multiprocessor holds fewer threads, the bounds ask
// for as many blocks as fit.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <rungs/device.hpp>

#include "cases/median/case.hpp"
#include "cases/median/gpu/four_rows.hpp"

namespace {

constexpr unsigned threads = 128;
constexpr unsigned strips = 4;

/// Threads that a multiprocessor can hold (CUDA C++ Programming Guide, technical specifications); the least
/// of current GPUs where the architecture is not known.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
constexpr unsigned threads_of_sm = 1024;
#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ != 800 && __CUDA_ARCH__ != 900 && __CUDA_ARCH__ != 1000
constexpr unsigned threads_of_sm = 1536;
#else
constexpr unsigned threads_of_sm = 2048;
#endif

/// Filters four strips of `rows` rows of windows.
__global__ void __launch_bounds__(256, threads_of_sm / 256)
    v2(std::uint8_t* filtered, const std::uint8_t* image, unsigned width, unsigned height, unsigned rows) {
  const unsigned x = blockIdx.x * threads + threadIdx.x;
  if (x >= width - 2) return;
  image += blockIdx.z * rungs::at(0, height, width);
  filtered += blockIdx.z * rungs::at(0, height, width);
  for (unsigned y = blockIdx.y; y < rows; y += gridDim.y) {
    unsigned values[9] = {};
#pragma unroll
    for (unsigned strip = 0; strip < strips; ++strip) {
      // The last strips may be shorter: missing windows are read from the last one, and not written.
      const unsigned top = min(strip * rows + y, height - 3);
#pragma unroll
      for (unsigned i = 0; i < 9; ++i) {
        values[i] |= unsigned{__ldg(image + rungs::at(x + i % 3, top + i / 3, width))} << (8 * strip);
      }
    }
    const unsigned medians = median::median_of_bytes<3>(values);
#pragma unroll
    for (unsigned strip = 0; strip < strips; ++strip) {
      const unsigned top = strip * rows + y;
      if (top > height - 3) break;
      filtered[rungs::at(x + 1, top + 1, width)] = static_cast<std::uint8_t>(medians >> (8 * strip));
    }
  }
}

void launch(const median::Problem& p, const median::Views& v, rungs::Stream stream) {
  if (p.width < 3 || p.height < 3) return;
  const unsigned rows = (p.height - 2 + strips - 1) / strips;
  const dim3 grid((p.width - 2 + threads - 1) / threads, std::min(rows, 65535U), p.frames);
  rungs::launch({grid, dim3(threads), stream}, v2, v.filtered, v.image, p.width, p.height, rows);
}

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_v2",
    .idea = "launch bounds of 256 threads and 8 blocks",
    .spills = "a few registers, so that 2048 threads fit on an SM",
    .result = median::Result::window3,
    .launch = launch,
}};

}  // namespace
