// Four pixels per word, one from each of four horizontal strips of the image.
// Compared with gpu/3x3_v1, one exchange orders four pairs of bytes, so a thread sorts four pixels in one
// pass through the network. The speedup depends on the GPU's instructions: where packed byte minima take
// several instructions, it is small. The four pixels are a quarter of the image apart and share nothing: 36
// loads per thread for four pixels, nine each as before. Blocks are 128x1, so that a warp loads along a row,
// through the read-only cache. The launch bounds name the block alone; the document's are steps of their own.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <rungs/device.hpp>

#include "cases/median/case.hpp"
#include "cases/median/gpu/four_rows.hpp"

namespace {

constexpr unsigned threads = 128;
constexpr unsigned strips = 4;

/// Filters four strips of `rows` rows of windows.
__global__ void __launch_bounds__(threads)
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
    .improves = "gpu/3x3_v1",
    .idea = "four pixels per word, from four strips",
    .result = median::Result::window3,
    .launch = launch,
}};

}  // namespace
