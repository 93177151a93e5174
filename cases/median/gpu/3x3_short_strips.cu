// Strips of two rows, for low latency with a single frame.
// Compared with gpu/3x3_batch, a thread filters two rows instead of four. One frame of 1920x1080 has 65 000
// threads instead of 32 000, 500 per SM of an H100, and no thread runs much longer than the others. The cost:
// two rows are read for each row written, from the caches, and nothing is prefetched. With many frames it
// should be slower.
#include <cstddef>
#include <limits>
#include <rungs/device.hpp>

#include "cases/median/case.hpp"
#include "cases/median/gpu/clamped_middle.hpp"
#include "cases/median/gpu/pixels.hpp"

namespace {

constexpr unsigned threads = 128;

using Strip = median::ClampedStrip<2>;

/// Consecutive threads take the segments of a row of strips, then those of the next row, then those of the
/// next frame.
template <bool aligned>
__global__ void __launch_bounds__(threads)
    short_strips(median::Frame first, unsigned segments, unsigned strips, unsigned count) {
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
                median::rows_are_aligned(p.width) ? short_strips<true> : short_strips<false>,
                median::first_frame(p, v), segments, strips, static_cast<unsigned>(count));
}

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_batch",
    .technique = {"grid"},
    .idea = "strips of two rows, so that one frame fills a GPU",
    .result = median::Result::window3,
    .launch = launch,
}};

}  // namespace
