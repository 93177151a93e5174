#include "reference/reduce.hpp"

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <numeric>

#include "reference/parallel.hpp"

namespace reference {
namespace {

/// Below this many words a thread costs more than it saves.
constexpr std::size_t worth_a_thread = std::size_t{1} << 18U;

/// Folds bands of `words` on threads of their own, and what they give into 0. `combine` must be associative
/// and commutative, with 0 as its neutral element.
template <class Combine>
std::uint32_t fold(std::span<const std::uint32_t> words, unsigned threads, Combine combine) {
  std::uint32_t result = 0;
  std::mutex one_at_a_time;
  for_bands(words.size(), worth_a_thread, threads, [&](std::size_t first, std::size_t last) {
    const auto band = words.subspan(first, last - first);
    const std::uint32_t of_band = std::accumulate(band.begin(), band.end(), std::uint32_t{0}, combine);
    const std::lock_guard lock(one_at_a_time);
    result = combine(result, of_band);
  });
  return result;
}

}  // namespace

std::uint32_t sum_of(std::span<const std::uint32_t> words, unsigned threads) {
  return fold(words, threads, [](std::uint32_t a, std::uint32_t b) { return a + b; });
}

std::uint32_t maximum_of(std::span<const std::uint32_t> words, unsigned threads) {
  return fold(words, threads, [](std::uint32_t a, std::uint32_t b) { return std::max(a, b); });
}

}  // namespace reference
