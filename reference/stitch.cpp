#include "reference/stitch.hpp"
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <rungs/parallel.hpp>

namespace reference {
namespace {

/// Repeats `pattern` along a row: once from the pattern, then from what the row already holds, twice as much
/// each time.
void tile_row(const float* pattern, std::size_t pattern_width, float* row, std::size_t width) {
  std::size_t filled = std::min(pattern_width, width);
  std::memcpy(row, pattern, filled * sizeof(float));
  while (filled < width) {
    const std::size_t next = std::min(filled, width - filled);
    std::memcpy(row + filled, row, next * sizeof(float));
    filled += next;
  }
}

}  // namespace

void stitch(std::span<const float> repeater, unsigned repeater_width, unsigned repeater_height, std::span<float> target,
            unsigned width, unsigned height, unsigned threads) {
  const std::size_t columns = width;
  // A band writes at least a megabyte: below that, starting a thread takes longer than the copy.
  const std::size_t least = 1 + (std::size_t{1} << 18U) / columns;
  rungs::for_bands(height, least, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t y = first; y < last; ++y) {
      float* const row = target.data() + y * columns;
      if (y - first < repeater_height) {
        tile_row(repeater.data() + (y % repeater_height) * repeater_width, repeater_width, row, columns);
      } else {
        // This band already has the same row, one repeater higher.
        std::memcpy(row, row - repeater_height * columns, columns * sizeof(float));
      }
    }
  });
}

void stitch_masked(std::span<const float> repeater, unsigned repeater_width, unsigned repeater_height,
                   std::span<const std::uint8_t> mask, std::span<float> target, unsigned width, unsigned height,
                   unsigned threads) {
  const std::size_t columns = width;
  const std::size_t least = 1 + (std::size_t{1} << 18U) / columns;
  rungs::for_bands(height, least, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t y = first; y < last; ++y) {
      const float* const pattern = repeater.data() + y % repeater_height * repeater_width;
      std::size_t from = 0;
      for (std::size_t i = y * columns; i < (y + 1) * columns; ++i) {
        if (mask[i] != 0) target[i] = pattern[from];
        if (++from == repeater_width) from = 0;
      }
    }
  });
}

}  // namespace reference
