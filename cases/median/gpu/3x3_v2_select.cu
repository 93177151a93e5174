// gpu/3x3_v2 without launch bounds, and with a selected row instead of a branch around each strip's loads.
// A reader of the article proposes it, and the author answers that a profiler should say. A strip's row that
// is not in the image is read as the last window's: no branch keeps the compiler from moving loads forward.
// 64-bit addresses and __ldg, as in all later variants.
#include <algorithm>
#include "cases/median/gpu/four_rows.hpp"

namespace {

constexpr unsigned threads = 128;
constexpr unsigned strips = 4;

/// Filters four strips of `rows` rows of windows.
__global__ void __launch_bounds__(threads)
    v2_select(std::uint8_t* filtered, const std::uint8_t* image, unsigned width, unsigned height, unsigned rows) {
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
  rungs::launch({grid, dim3(threads), stream}, v2_select, v.filtered, v.image, p.width, p.height, rows);
}

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_v2",
    .technique = {"in-flight"},
    .idea = "a selected row instead of a branch; no launch bounds",
    .result = median::Result::window3,
    .launch = launch,
}};

}  // namespace
