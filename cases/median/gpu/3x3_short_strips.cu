// Strips of two rows, for low latency with a single frame.
// Compared with gpu/3x3_batch, a thread filters two rows instead of four. One frame of 1920x1080 has 65 000
// threads instead of 32 000, 500 per SM of an H100, and no thread runs much longer than the others. The cost:
// two rows are read for each row written, from the caches, and nothing is prefetched. With many frames it
// should be slower.
#include <cstddef>
#include <limits>
#include <rungs/device.hpp>

#include "cases/median/case.hpp"
#include "cases/median/gpu/pixels.hpp"

namespace {

constexpr unsigned threads = 128;

/// Three pixels, one above the other, in order. All words are two pixels, in 16-bit lanes.
struct Column {
  unsigned low;
  unsigned middle;
  unsigned high;
};

/// Sorts three values; `sum` is their sum. The middle one is what the smallest and the largest leave of it.
__device__ __forceinline__ Column sort_by_sum(unsigned a, unsigned b, unsigned c, unsigned sum) {
  const unsigned low = __vimin3_u16x2(a, b, c);
  const unsigned high = __vimax3_u16x2(a, b, c);
  return {low, sum - low - high, high};
}

/// The median of three columns: of the largest of their minima, the median of their middle values and the
/// smallest of their maxima. `smaller` and `larger` are the ordered middle values of two of them, `middle` is
/// that of the third; their median is max(smaller, min(larger, middle)). The median of three is one of them,
/// clamped to the range between the other two.
__device__ __forceinline__ unsigned median_of(const Column& a, const Column& b, const Column& c,
                                              unsigned smaller, unsigned larger, unsigned middle) {
  const unsigned low = __vimax3_u16x2(a.low, b.low, c.low);
  const unsigned high = __vimin3_u16x2(a.high, b.high, c.high);
  const unsigned floor = __vminu2(low, high);
  const unsigned ceiling = __vmaxu2(low, high);
  return __vminu2(ceiling, __vimax3_u16x2(floor, smaller, __vminu2(larger, middle)));
}

/// The medians of a row of windows. Two adjacent ones share the ordering of two middle values.
template <unsigned windows>
__device__ __forceinline__ void filter_row(const Column (&c)[windows + 2], unsigned (&medians)[windows]) {
#pragma unroll
  for (unsigned x = 0; x < windows; x += 2) {
    const unsigned smaller = __vminu2(c[x + 1].middle, c[x + 2].middle);
    const unsigned larger = __vmaxu2(c[x + 1].middle, c[x + 2].middle);
    medians[x] = median_of(c[x], c[x + 1], c[x + 2], smaller, larger, c[x].middle);
    medians[x + 1] = median_of(c[x + 1], c[x + 2], c[x + 3], smaller, larger, c[x + 3].middle);
  }
}

/// The medians of two rows of windows, from four rows of pixels. Vertically adjacent columns share a sum of
/// two.
template <unsigned windows>
__device__ __forceinline__ void filter_two_rows(const unsigned (&row)[4][windows + 2],
                                                unsigned (&upper)[windows], unsigned (&lower)[windows]) {
  Column above[windows + 2];
  Column below[windows + 2];
#pragma unroll
  for (unsigned x = 0; x < windows + 2; ++x) {
    const unsigned shared = row[1][x] + row[2][x];
    above[x] = sort_by_sum(row[0][x], row[1][x], row[2][x], shared + row[0][x]);
    below[x] = sort_by_sum(row[1][x], row[2][x], row[3][x], shared + row[3][x]);
  }
  filter_row(above, upper);
  filter_row(below, lower);
}

/// Two rows are loaded ahead of the two that are filtered; each is loaded and spread over words once.
struct Strip {
  static constexpr unsigned border = 1;
  static constexpr unsigned rows = 2;

  template <bool aligned>
  static __device__ __forceinline__ void filter(const median::Frame& frame, unsigned x, unsigned top) {
    const unsigned bottom = frame.height - 1;  // rows below are read as this one
    const auto load = [&](unsigned y) { return median::load_segment<aligned>(frame, x, min(y, bottom)); };
    unsigned row[4][10];
    median::spread<1>(load(top - 1), row[0]);
    median::spread<1>(load(top), row[1]);
    median::Segment next[2] = {load(top + 1), load(top + 2)};
#pragma unroll
    for (unsigned done = 0; done < rows; done += 2) {
      const unsigned y = top + done;
      if (y >= bottom) return;
      median::spread<1>(next[0], row[2]);
      median::spread<1>(next[1], row[3]);
      if (done + 2 < rows) {
        next[0] = load(y + 3);
        next[1] = load(y + 4);
      }
      unsigned upper[8];
      unsigned lower[8];
      filter_two_rows(row, upper, lower);
      median::store_segment<aligned, 1>(frame, x, y, median::gather(upper));
      if (y + 1 < bottom) median::store_segment<aligned, 1>(frame, x, y + 1, median::gather(lower));
#pragma unroll
      for (unsigned i = 0; i < 10; ++i) {
        row[0][i] = row[2][i];
        row[1][i] = row[3][i];
      }
    }
  }
};

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
