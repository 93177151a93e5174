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

/// The medians of one row of windows. `top_left` is the first window's first pixel.
///
/// The median is the largest value that at least half of the window's values, rounded up, reach. It is found
/// bit by bit from the highest, for the whole row at once: no sorting, no network, and loops over pixels
/// that a compiler vectorises. `Count` is as large as a window.
template <class Count, class Pixel>
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
    for (std::size_t x = 0; x < count; ++x) medians[x] = at_least[x] >= half ? candidate[x] : medians[x];
  }
}

/// All pixels of a window x window square.
Offsets square(std::size_t width, unsigned window) {
  Offsets offsets(std::size_t{window} * window);
  for (std::size_t i = 0; i < offsets.size(); ++i) offsets[i] = i / window * width + i % window;
  return offsets;
}

/// The medians of the pixels at `offsets` of every window x window square.
template <class Count, class Pixel>
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

}  // namespace

void median(std::span<const std::uint8_t> image, unsigned width, unsigned height, unsigned window,
            std::span<std::uint8_t> output, unsigned threads) {
  // Counts of a byte let a vector have more pixels.
  if (window <= 15) {
    filter<std::uint8_t>(image, width, height, window, square(width, window), output, threads);
  } else {
    filter<std::uint16_t>(image, width, height, window, square(width, window), output, threads);
  }
}

void median(std::span<const std::uint16_t> image, unsigned width, unsigned height, unsigned window,
            std::span<std::uint16_t> output, unsigned threads) {
  filter<std::uint16_t>(image, width, height, window, square(width, window), output, threads);
}

void median_of_cross(std::span<const std::uint8_t> image, unsigned width, unsigned height,
                     std::span<std::uint8_t> output, unsigned threads) {
  const std::size_t row = width;
  filter<std::uint8_t>(image, width, height, 3, {1, row, row + 1, row + 2, 2 * row + 1}, output, threads);
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
