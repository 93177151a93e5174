// A histogram per thread, which slides down a column: each step adds a row of pixels and removes one.
// Compared with gpu/sort, a step costs 2 * window updates instead of work on window^2 values, and the median
// is found from the last one, which is near (Huang's algorithm). The 256 bins are bytes in shared memory, or
// 16 bits for windows larger than 15x15, each thread's in its own bank. Of 16-bit pixels the histogram has
// the high bytes; the low bytes of the pixels of the median's bin are counted in a second histogram, for each
// pixel anew. That pass reads the whole window. Updates of the first are atomics without a result, eight
// pixels of a row at a time, so that a thread waits neither for a count nor for one pixel after another. The cost: 256
// to 1024 bytes of shared memory per thread, so few threads.
#include <algorithm>
#include <rungs/device.hpp>
#include "cases/median_window/case.hpp"

namespace {

constexpr unsigned bins = 256;
constexpr unsigned at_once = 8;  // pixels, whose loads are all under way before the first is counted

/// Counts of bytes, as many as a window has. Two or four share a word, and words of neighbouring threads are
/// neighbours, so that no two threads of a warp use one bank.
template <class Count, unsigned block_columns> class Histogram {
 public:
  static constexpr unsigned in_word = sizeof(unsigned) / sizeof(Count);

  __device__ __forceinline__ explicit Histogram(unsigned* of_block)
      : first_(reinterpret_cast<Count*>(of_block + threadIdx.x)) {}

  __device__ __forceinline__ Count& operator[](unsigned bin) const {
    return first_[bin / in_word * (in_word * block_columns) + bin % in_word];
  }
  /// The sum of the word that begins with a bin.
  [[nodiscard]] __device__ __forceinline__ unsigned sum(unsigned bin) const {
    if constexpr (in_word == 4) return __dp4a(word(bin), 0x01010101U, 0U);
    return (word(bin) & 0xFFFFU) + (word(bin) >> 16U);
  }
  /// Adds `by` to a bin, which stays at least 0.
  __device__ __forceinline__ void add(unsigned bin, int by) const {
    atomicAdd(&word(bin - bin % in_word), static_cast<unsigned>(by) << (8 * sizeof(Count) * (bin % in_word)));
  }
  __device__ __forceinline__ void clear() const {
#pragma unroll 8
    for (unsigned bin = 0; bin < bins; bin += in_word) word(bin) = 0;
  }

 private:
  [[nodiscard]] __device__ __forceinline__ unsigned& word(unsigned bin) const {
    return *reinterpret_cast<unsigned*>(&(*this)[bin]);
  }

  Count* first_;
};

/// The high byte of a pixel, which is all of it if it has 8 bits.
template <class Pixel> __device__ __forceinline__ unsigned high_byte(Pixel pixel) {
  return unsigned{pixel} >> (8 * (sizeof(Pixel) - 1));
}

/// The bin of the value that has `rank` values before it, and how many values are in the bins before that.
struct Found {
  unsigned bin;
  unsigned before;

  template <class Counts> __device__ __forceinline__ void search(const Counts& counts, unsigned rank) {
    while (before > rank) before -= counts[--bin];
    while (before + counts[bin] <= rank) before += counts[bin++];
  }
};

/// The low byte of the pixel of the window that has `rank` pixels of the high byte `bin` before it.
template <class Counts, class Pixel>
__device__ unsigned low_byte(const Counts& counts, const Pixel* top_left, unsigned width, unsigned window, unsigned bin,
                             unsigned rank) {
  counts.clear();
  for (unsigned row = 0; row < window; ++row) {
    for (unsigned column = 0; column < window; ++column) {
      const Pixel pixel = top_left[rungs::at(column, row, width)];
      if (high_byte(pixel) == bin) ++counts[pixel & 0xFFU];
    }
  }
  Found found{0, 0};
  while (true) {  // a word of bins at a time
    const unsigned sum = counts.sum(found.bin);
    if (found.before + sum > rank) break;
    found.before += sum;
    found.bin += Counts::in_word;
  }
  found.search(counts, rank);
  return found.bin;
}

template <class Count, unsigned block_columns, class Pixel>
__global__ void __launch_bounds__(block_columns)
    histogram(Pixel* filtered, const Pixel* image, unsigned width, unsigned height, unsigned window, unsigned strip,
              unsigned blocks_per_row) {
  using Counts = Histogram<Count, block_columns>;
  __shared__ unsigned of_block[sizeof(Pixel)][bins / Counts::in_word * block_columns];
  const unsigned x = blockIdx.x % blocks_per_row * block_columns + threadIdx.x;
  unsigned y = blockIdx.x / blocks_per_row * strip;
  if (x + window > width) return;
  const Counts counts(of_block[0]);
  counts.clear();
  const unsigned rank = window * window / 2;
  const unsigned end = min(height - window + 1, y + strip);
  Found found{0, 0};
  const auto update = [&](unsigned row, int by) {
    const Pixel* from = image + rungs::at(x, row, width);
    for (unsigned column = 0; column < window; column += at_once, from += at_once) {
      unsigned bins_of[at_once];
#pragma unroll
      for (unsigned i = 0; i < at_once; ++i) bins_of[i] = column + i < window ? high_byte(from[i]) : 0U;
#pragma unroll
      for (unsigned i = 0; i < at_once; ++i) {
        if (column + i >= window) break;
        counts.add(bins_of[i], by);
        if (bins_of[i] < found.bin) found.before += by;
      }
    }
  };
  for (unsigned row = y; row < y + window - 1; ++row) update(row, 1);
  for (; y < end; ++y) {
    update(y + window - 1, 1);
    found.search(counts, rank);
    unsigned median = found.bin;
    if constexpr (sizeof(Pixel) == 2) {
      median = median << 8U | low_byte(Counts(of_block[1]), image + rungs::at(x, y, width), width, window, found.bin,
                                       rank - found.before);
    }
    filtered[rungs::at(x + window / 2, y + window / 2, width)] = static_cast<Pixel>(median);
    update(y, -1);
  }
}

template <class Count, unsigned block_columns>
void launch_with(const median_window::Problem& p, const median_window::Views& v, rungs::Stream stream) {
  // A strip's first window is counted as a whole, which costs more the larger the window is. So strips have 64 rows,
  // which makes many blocks; for large windows a tall image is cut into about 32 taller ones.
  const bool tall = p.window > (p.bits == median_window::Bits::eight ? 11U : 15U);
  const unsigned strip = tall ? std::max(64U, p.height / 32) : 64U;
  const dim3 blocks = rungs::grid_for(p.width - p.window + 1, p.height - p.window + 1, dim3(block_columns, strip));
  median_window::with_pixel(p, [&]<class Pixel>(Pixel) {
    rungs::launch({rungs::linear_grid(std::size_t{blocks.x} * blocks.y), dim3(block_columns), stream},
                  histogram<Count, block_columns, Pixel>, median_window::filtered_of<Pixel>(v),
                  median_window::image_of<Pixel>(v), p.width, p.height, p.window, strip, blocks.x);
  });
}

void launch(const median_window::Problem& p, const median_window::Views& v, rungs::Stream stream) {
  if (!p.has_windows()) return;
  if (p.window <= 15) {
    launch_with<std::uint8_t, 64>(p, v, stream);
  } else {
    launch_with<std::uint16_t, 32>(p, v, stream);
  }
}

const rungs::Variant<median_window::Case> variant{{
    .improves = "gpu/sort",
    .technique = {"window"},
    .idea = "a histogram per thread that slides down a column",
    .launch = launch,
}};

}  // namespace
