// Seeded inputs that are the same on every machine: a value depends only on the seed and its index.
#pragma once

#include <bit>
#include <cstdint>
#include <rungs/parallel.hpp>
#include <span>

#ifdef __CUDACC__
#define RUNGS_ON_BOTH __host__ __device__
#else
#define RUNGS_ON_BOTH
#endif

namespace rungs {

/// Returns 64 well-mixed bits for (seed, index). Counter-based (SplitMix64's finaliser), so each element can
/// be computed alone, and any number of threads can fill a buffer.
[[nodiscard]] RUNGS_ON_BOTH constexpr std::uint64_t random_bits(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t z = seed * 0xD1342543DE82EF95U + (index + 1) * 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

/// An integer from 0 to `bound` - 1, without the bias or the cost of a modulo. `bound` is 1 to 2^32.
[[nodiscard]] constexpr std::uint64_t random_below(std::uint64_t seed, std::uint64_t index, std::uint64_t bound) {
  return ((random_bits(seed, index) >> 32U) * bound) >> 32U;
}

/// A float from 64 random bits: one in 2^(k + 1) is from 2^k to 2^(k + 1), k up to 40. Each of these ranges
/// has the same part in a sum, and the last ones have few values. So neither a constant nor the sum of some
/// values, scaled up, is near the sum of all.
[[nodiscard]] inline float wide_float(std::uint64_t bits) {
  const auto exponent = static_cast<std::uint32_t>(std::countr_zero(bits | std::uint64_t{1} << 40U));
  return std::bit_cast<float>((127 + exponent) << 23U | static_cast<std::uint32_t>(bits >> 41U));
}

namespace detail {
/// Below this many elements a thread costs more than it saves.
inline constexpr std::size_t least_per_thread = std::size_t{1} << 18U;
}  // namespace detail

/// Sets each element to `value(i)`, i its index, on all cores. `value` must not throw.
template <class T, class Value> void set_each(std::span<T> elements, const Value& value) {
  for_bands(elements.size(), detail::least_per_thread, 0, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) elements[i] = value(i);
  });
}

/// Fills a row-major plane of `width` columns with integers from 1 to 2^24 (exact in float). Any two
/// neighbours in a row or a column differ, so a result that is shifted by one pixel is wrong.
inline void random_integers(std::span<float> plane, std::size_t width, std::uint64_t seed) {
  const std::size_t rows = (plane.size() + width - 1) / width;
  for_bands(rows, 1 + detail::least_per_thread / width, 0, [&](std::size_t first_row, std::size_t last_row) {
    for (std::size_t y = first_row; y < last_row; ++y) {
      for (std::size_t x = 0; x < width && y * width + x < plane.size(); ++x) {
        // The lowest bit is the chessboard colour of (x, y), so neighbours never have the same value.
        const std::uint64_t even = random_below(seed, y * width + x, std::uint64_t{1} << 23U) * 2;
        plane[y * width + x] = static_cast<float>(even + 1 + ((x + y) & 1U));
      }
    }
  });
}

/// Fills with words of 32 random bits.
inline void random_words(std::span<std::uint32_t> words, std::uint64_t seed) {
  set_each(words, [=](std::size_t i) { return static_cast<std::uint32_t>(random_bits(seed, i) >> 32U); });
}

}  // namespace rungs

#undef RUNGS_ON_BOTH
