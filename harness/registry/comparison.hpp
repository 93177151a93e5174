// Element-by-element comparison of a result with what the reference says.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

namespace rungs {

/// What a comparison found. `first` names the first mismatch: where, what was expected, what was there.
struct Comparison {
  std::uint64_t mismatches = 0;
  double max_error = 0;  ///< largest |expected - actual|; infinite where a NaN stands in for a number
  std::string first;

  [[nodiscard]] bool equal() const { return mismatches == 0; }
  /// Counts one mismatch; remembers the first. `what` is only called for the first one.
  template <class Describe>
  void add(double error, Describe what) {
    if (mismatches++ == 0) first = what();
    if (!(error <= max_error)) max_error = std::isnan(error) ? INFINITY : error;
  }
  /// Takes in what another part of the same comparison found.
  void merge(const Comparison& other) {
    if (mismatches == 0) first = other.first;
    mismatches += other.mismatches;
    max_error = std::fmax(max_error, other.max_error);
  }
};

/// Compares two planes of `width` columns, row-major. Two elements agree if they differ by at most
/// `tolerance` (0: exactly), or if both are NaN; a NaN never agrees with a number.
template <class T>
[[nodiscard]] Comparison compare_plane(std::span<const T> expected, std::span<const T> actual,
                                       std::size_t width, double tolerance = 0) {
  Comparison result;
  // Mostly so, and far faster than element by element; equal bytes are equal elements, NaNs too.
  const void* const bytes = actual.data();
  if (std::memcmp(expected.data(), bytes, expected.size_bytes()) == 0) return result;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const T want = expected[i];
    const T got = actual[i];
    if (want == got || (want != want && got != got)) continue;
    const double error = std::fabs(static_cast<double>(want) - static_cast<double>(got));
    if (error <= tolerance) {
      result.max_error = std::fmax(result.max_error, error);
      continue;
    }
    result.add(error, [&] {
      return "at (" + std::to_string(i % width) + ", " + std::to_string(i / width) + "): expected " +
             std::to_string(want) + ", got " + std::to_string(got);
    });
  }
  return result;
}

}  // namespace rungs
