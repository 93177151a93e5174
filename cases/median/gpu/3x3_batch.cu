// Numbers the strips of all frames consecutively; each thread takes the strip with its number.
// Compared with gpu/3x3_clamped_middle, blocks no longer follow the grid of one frame. There, 1920 columns
// are 120 segments, so the last of four blocks in a row had only 24 for its 32 columns, and the lowest blocks
// of each frame were partly below it. With many frames, or small ones, only the very last block has threads
// without work. The cost is two divisions per thread, and a warp may span two strips.
#include <cstddef>
#include <limits>
#include <rungs/device.hpp>

#include "cases/median/case.hpp"
#include "cases/median/gpu/clamped_middle.hpp"
#include "cases/median/gpu/pixels.hpp"

namespace {

using Strip = median::ClampedStrip<4>;

constexpr unsigned threads = 128;

/// Consecutive threads take the segments of a row of strips, then those of the next row, then those of the
/// next frame.
template <bool aligned>
__global__ void __launch_bounds__(threads)
    batch(median::Frame first, unsigned segments, unsigned strips, unsigned count) {
  const unsigned number = blockIdx.x * threads + threadIdx.x;
  if (number >= count) return;
  const unsigned row = number / segments;
  const unsigned frame = row / strips;
  median::filter_strip<Strip, aligned>(first.later(frame), number - row * segments, row - frame * strips);
}

void launch(const median::Problem& p, const median::Views& v, rungs::Stream stream) {
  if (p.width < 3 || p.height < 3) return;
  const unsigned segments = median::segments_of(p.width);
  const unsigned strips = (p.height - 3) / Strip::rows + 1;
  const std::size_t count = std::size_t{segments} * strips * p.frames;
  if (count > std::numeric_limits<unsigned>::max() - threads)
    throw rungs::Unsupported("has more strips than 32 bits can number");
  const dim3 blocks(static_cast<unsigned>((count - 1) / threads + 1));
  rungs::launch({blocks, dim3(threads), stream},
                median::rows_are_aligned(p.width) ? batch<true> : batch<false>, median::first_frame(p, v),
                segments, strips, static_cast<unsigned>(count));
}

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_clamped_middle",
    .technique = {"grid"},
    .idea = "strips of all frames numbered consecutively",
    .result = median::Result::window3,
    .launch = launch,
}};

}  // namespace
