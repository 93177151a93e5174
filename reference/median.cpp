#include "reference/median.hpp"
#include <algorithm>
#include <cstddef>
#include <rungs/parallel.hpp>
#include <utility>
#include <vector>

namespace reference {
namespace {

/// The pixels of a window, as offsets from the first pixel of the square around it.
using Offsets = std::vector<std::size_t>;

using Count = std::uint8_t;

/// The medians of one row of windows. `top_left` is the first window's first pixel.
///
/// The median is the largest value that at least half of the window's values, rounded up, reach. It is found
/// bit by bit from the highest, for the whole row at once: no sorting, no network, and loops over pixels
/// that a compiler vectorises. `Count` is a byte, which lets a vector have more pixels: of windows of up to 255 pixels.
template <class Pixel>
void median_row(const Pixel* top_left, const Offsets& offsets, Pixel* medians, std::size_t count,
                std::vector<Pixel>& candidates, std::vector<Count>& reached) {
  const auto half = static_cast<Count>(offsets.size() / 2 + 1);
  Pixel* const candidate = candidates.data();
  Count* const at_least = reached.data();
  for (std::size_t x = 0; x < count; ++x) medians[x] = 0;
  for (unsigned bit = 1U << (8 * sizeof(Pixel) - 1); bit != 0; bit >>= 1U) {
    for (std::size_t x = 0; x < count; ++x) {
      candidate[x] = static_cast<Pixel>(medians[x] | bit);
      at_least[x] = 0;
    }
    for (const std::size_t offset : offsets) {
      const Pixel* const pixels = top_left + offset;
      for (std::size_t x = 0; x < count; ++x) {
        at_least[x] = static_cast<Count>(at_least[x] + (pixels[x] >= candidate[x] ? 1 : 0));
      }
    }
    // No choice between two loads, which a compiler would not vectorise.
    for (std::size_t x = 0; x < count; ++x)
      medians[x] = static_cast<Pixel>(medians[x] | (at_least[x] >= half ? bit : 0));
  }
}

/// All pixels of a window x window square.
Offsets square(std::size_t width, unsigned window) {
  Offsets offsets(std::size_t{window} * window);
  for (std::size_t i = 0; i < offsets.size(); ++i) offsets[i] = i / window * width + i % window;
  return offsets;
}

/// The medians of the pixels at `offsets` of every window x window square.
template <class Pixel>
void filter(std::span<const Pixel> image, unsigned width, unsigned height, unsigned window, const Offsets& offsets,
            std::span<Pixel> output, unsigned threads) {
  if (width < window || height < window) return;
  const std::size_t columns = width;
  const std::size_t count = columns - window + 1;
  const std::size_t border = window / 2;
  rungs::for_bands(
      height - window + 1, 1 + (std::size_t{1} << 16U) / columns, threads, [&](std::size_t first, std::size_t last) {
        // One strip at a time, so that the counts stay in the L1 cache.
        constexpr std::size_t strip = 2048;
        std::vector<Pixel> candidates(std::min(strip, count));
        std::vector<Count> reached(candidates.size());
        for (std::size_t y = first; y < last; ++y) {
          for (std::size_t x = 0; x < count; x += strip) {
            median_row(image.data() + y * columns + x, offsets, output.data() + (y + border) * columns + border + x,
                       std::min(strip, count - x), candidates, reached);
          }
        }
      });
}

/// How often each value is in a window, and each value of the higher half of the bits, which leads to the median.
template <class Pixel> class Histogram {
 public:
  void add(Pixel value) {
    ++fine_[value];
    ++coarse_[value >> shift];
    if (value >> shift < bin_) ++before_;
  }
  void remove(Pixel value) {
    --fine_[value];
    --coarse_[value >> shift];
    if (value >> shift < bin_) --before_;
  }
  /// The value that has `rank` others before it in order.
  Pixel at_rank(unsigned rank) {
    while (before_ > rank) before_ -= coarse_[--bin_];
    while (before_ + coarse_[bin_] <= rank) before_ += coarse_[bin_++];
    unsigned value = bin_ << shift;
    for (unsigned before = before_ + fine_[value]; before <= rank; before += fine_[value]) ++value;
    return static_cast<Pixel>(value);
  }

 private:
  static constexpr unsigned shift = 4 * sizeof(Pixel);

  std::vector<std::uint16_t> fine_ = std::vector<std::uint16_t>(std::size_t{1} << (2 * shift));
  std::vector<std::uint16_t> coarse_ = std::vector<std::uint16_t>(std::size_t{1} << shift);
  unsigned bin_ = 0;     // of coarse_, where the last median was
  unsigned before_ = 0;  // values in the bins before it
};

/// As `filter` for all pixels of the squares, by a histogram that slides along each row (Huang, Yang and Tang, 1979):
/// its work grows with the window's side and not with its area.
template <class Pixel>
void filter_by_histogram(std::span<const Pixel> image, unsigned width, unsigned height, unsigned window,
                         std::span<Pixel> output, unsigned threads) {
  if (width < window || height < window) return;
  const std::size_t columns = width;
  const std::size_t border = window / 2;
  rungs::for_bands(height - window + 1, 1 + (std::size_t{1} << 16U) / columns, threads,
                   [&](std::size_t first, std::size_t last) {
                     Histogram<Pixel> counts;
                     for (std::size_t y = first; y < last; ++y) {
                       const auto column = [&](std::size_t x, auto change) {
                         for (std::size_t row = y; row < y + window; ++row) change(image[row * columns + x]);
                       };
                       const auto add = [&](Pixel value) { counts.add(value); };
                       const auto remove = [&](Pixel value) { counts.remove(value); };
                       for (std::size_t x = 0; x < columns; ++x) {
                         column(x, add);
                         if (x + 1 < window) continue;
                         output[(y + border) * columns + x - border] = counts.at_rank(window * window / 2);
                         column(x + 1 - window, remove);
                       }
                       for (std::size_t x = columns + 1 - window; x < columns; ++x) column(x, remove);
                     }
                   });
}

template <class Pixel>
void filter_square(std::span<const Pixel> image, unsigned width, unsigned height, unsigned window,
                   std::span<Pixel> output, unsigned threads) {
  constexpr unsigned largest_by_bits = 9;  // larger windows take less time by a histogram
  if (window <= largest_by_bits) {
    filter(image, width, height, window, square(width, window), output, threads);
  } else {
    filter_by_histogram(image, width, height, window, output, threads);
  }
}

}  // namespace

void median(std::span<const std::uint8_t> image, unsigned width, unsigned height, unsigned window,
            std::span<std::uint8_t> output, unsigned threads) {
  filter_square(image, width, height, window, output, threads);
}

void median(std::span<const std::uint16_t> image, unsigned width, unsigned height, unsigned window,
            std::span<std::uint16_t> output, unsigned threads) {
  filter_square(image, width, height, window, output, threads);
}

void median_of_cross(std::span<const std::uint8_t> image, unsigned width, unsigned height,
                     std::span<std::uint8_t> output, unsigned threads) {
  const std::size_t row = width;
  filter(image, width, height, 3, {1, row, row + 1, row + 2, 2 * row + 1}, output, threads);
}

void median_repeated(std::span<const std::uint8_t> image, unsigned width, unsigned height, unsigned window,
                     unsigned passes, std::span<std::uint8_t> output, unsigned threads) {
  std::vector<std::uint8_t> from(image.begin(), image.end());
  std::vector<std::uint8_t> to = from;  // its border is never written
  for (unsigned pass = 1; pass < passes; ++pass) {
    median(std::span<const std::uint8_t>(from), width, height, window, to, threads);
    std::swap(from, to);
  }
  median(std::span<const std::uint8_t>(from), width, height, window, output, threads);
}

}  // namespace reference
