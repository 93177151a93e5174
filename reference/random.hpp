// Seeded inputs that are the same on every machine: a value
// depends on the seed and its own index, on nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace reference {

/// 64 well-mixed bits for (seed, index). Counter-based (SplitMix64's finaliser), so that any element can be
/// computed alone and a buffer can be filled by any number of threads.
[[nodiscard]] constexpr std::uint64_t random_bits(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t z = seed * 0xD1342543DE82EF95U + (index + 1) * 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

/// A whole number from 0 to `bound` - 1, without the bias or the cost of a modulo. `bound` is 1 to 2^32.
[[nodiscard]] constexpr std::uint64_t random_below(std::uint64_t seed, std::uint64_t index,
                                                   std::uint64_t bound) {
  return ((random_bits(seed, index) >> 32U) * bound) >> 32U;
}

/// Fills a plane of `width` columns, row-major, with whole numbers from 1 to 2^24 (exact in float). Any two
/// neighbours in a row or a column differ, so that a result shifted by one pixel is a wrong result.
void random_whole_numbers(std::span<float> plane, std::size_t width, std::uint64_t seed);

/// Fills with words of 32 random bits.
void random_words(std::span<std::uint32_t> words, std::uint64_t seed);

}  // namespace reference
