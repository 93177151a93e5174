#include "reference/random.hpp"

#include "reference/parallel.hpp"

namespace reference {
namespace {

/// Below this many elements a thread costs more than it saves.
constexpr std::size_t worth_a_thread = std::size_t{1} << 18U;

}  // namespace

void random_whole_numbers(std::span<float> plane, std::size_t width, std::uint64_t seed) {
  const std::size_t rows = (plane.size() + width - 1) / width;
  for_bands(rows, 1 + worth_a_thread / width, 0, [&](std::size_t first_row, std::size_t last_row) {
    for (std::size_t y = first_row; y < last_row; ++y) {
      for (std::size_t x = 0; x < width && y * width + x < plane.size(); ++x) {
        // The colour of (x, y) on a chessboard is the lowest bit: neighbours never share it.
        const std::uint64_t even = random_below(seed, y * width + x, std::uint64_t{1} << 23U) * 2;
        plane[y * width + x] = static_cast<float>(even + 1 + ((x + y) & 1U));
      }
    }
  });
}

void random_words(std::span<std::uint32_t> words, std::uint64_t seed) {
  for_bands(words.size(), worth_a_thread, 0, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i)
      words[i] = static_cast<std::uint32_t>(random_bits(seed, i) >> 32U);
  });
}

}  // namespace reference
