#include "reference/reduce.hpp"
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <mutex>
#include <numeric>
#include <rungs/parallel.hpp>
#include <vector>

namespace reference {
namespace {

/// Below this many words a thread costs more than it saves.
constexpr std::size_t least_per_thread = std::size_t{1} << 18U;

/// Folds bands of `values` on separate threads, and then their results, starting from `neutral`. `combine`
/// must be associative and commutative.
template <class T, class Combine> T fold(std::span<const T> values, T neutral, unsigned threads, Combine combine) {
  T result = neutral;
  std::mutex one_at_a_time;
  rungs::for_bands(values.size(), least_per_thread, threads, [&](std::size_t first, std::size_t last) {
    const auto band = values.subspan(first, last - first);
    const T of_band = std::accumulate(band.begin(), band.end(), neutral, combine);
    const std::lock_guard lock(one_at_a_time);
    result = combine(result, of_band);
  });
  return result;
}

}  // namespace

std::uint32_t sum_of(std::span<const std::uint32_t> words, unsigned threads) {
  return fold(words, std::uint32_t{0}, threads, [](std::uint32_t a, std::uint32_t b) { return a + b; });
}

std::uint32_t maximum_of(std::span<const std::uint32_t> words, unsigned threads) {
  return fold(words, std::uint32_t{0}, threads, [](std::uint32_t a, std::uint32_t b) { return std::max(a, b); });
}

FloatSum float_sum_of(std::span<const float> values, unsigned threads) {
  // Pieces of a fixed size, added in order, so that the rounding does not depend on the threads.
  std::vector<FloatSum> pieces((values.size() + least_per_thread - 1) / least_per_thread);
  rungs::for_bands(pieces.size(), 1, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t piece = first; piece < last; ++piece) {
      const std::size_t start = piece * least_per_thread;
      for (const float value : values.subspan(start, std::min(least_per_thread, values.size() - start))) {
        pieces[piece].sum += value;
        pieces[piece].magnitude += std::fabs(value);
      }
    }
  });
  FloatSum result;
  for (const FloatSum& piece : pieces) {
    result.sum += piece.sum;
    result.magnitude += piece.magnitude;
  }
  return result;
}

float float_maximum_of(std::span<const float> values, unsigned threads) {
  return fold(values, -std::numeric_limits<float>::infinity(), threads,
              [](float a, float b) { return std::max(a, b); });
}

}  // namespace reference
