// Element-by-element comparison of a result with the reference.
#pragma once

#include <cmath>
#include <cstring>
#include <map>
#include <mutex>
#include <rungs/core/numbers.hpp>
#include <rungs/parallel.hpp>
#include <span>
#include <string>
#include <utility>

namespace rungs {

/// Result of a comparison. `first` describes the first mismatch: position, expected value, actual value.
struct Comparison {
  std::uint64_t mismatches = 0;
  double max_error = 0;  ///< largest |expected - actual|; infinite if a NaN replaces a number
  std::string first;

  [[nodiscard]] bool equal() const { return mismatches == 0; }
  /// Counts one mismatch and stores the first. `what` is only called for the first one.
  template <class Describe> void add(double error, Describe what) {
    if (mismatches++ == 0) first = what();
    if (!(error <= max_error)) max_error = std::isnan(error) ? INFINITY : error;
  }
  /// Adds the result of another part of the same comparison.
  void merge(const Comparison& other) {
    if (mismatches == 0) first = other.first;
    mismatches += other.mismatches;
    max_error = std::fmax(max_error, other.max_error);
  }
  bool operator==(const Comparison&) const = default;
};

/// How far a result may be from the expected value e: |difference| <= absolute + relative * |e|, or at most
/// `ulp` numbers of the type apart. All zero: exactly equal.
struct Tolerance {
  double absolute = 0;
  double relative = 0;
  double ulp = 0;  ///< in units of the last place of e, for floating-point types
};

namespace detail {

/// Distance from |value| to the next larger number of type T.
template <class T> [[nodiscard]] double unit_in_last_place(double value) {
  if constexpr (!is_floating<T>) {
    return 1;
  } else {
    constexpr bool is_half = std::is_same_v<T, half>;
    constexpr bool is_bfloat16 = std::is_same_v<T, bfloat16>;
    constexpr int digits = is_half ? 11 : is_bfloat16 ? 8 : std::is_same_v<T, double> ? 53 : 24;
    constexpr int least_exponent = is_half ? -13 : std::is_same_v<T, double> ? -1021 : -125;
    int exponent = least_exponent;
    if (value != 0 && std::isfinite(value)) std::frexp(value, &exponent);
    return std::ldexp(1.0, std::max(exponent, least_exponent) - digits);
  }
}

template <class T> [[nodiscard]] bool within(double want, double got, const Tolerance& tolerance) {
  if (!std::isfinite(want) || !std::isfinite(got)) return false;
  const double error = std::fabs(want - got);
  if (error <= tolerance.absolute + tolerance.relative * std::fabs(want)) return true;
  return tolerance.ulp > 0 && error <= tolerance.ulp * unit_in_last_place<T>(want);
}

}  // namespace detail

/// Compares `count` elements in parts, on all cores: `part(first, last)` compares elements [first, last) and
/// must not throw. The first mismatch is that of the lowest element.
template <class Part> [[nodiscard]] Comparison compare_in_parts(std::size_t count, const Part& part) {
  constexpr std::size_t least = std::size_t{1} << 18U;  // fewer are not worth a thread
  std::mutex adding;
  std::map<std::size_t, Comparison> parts;
  for_bands(count, least, 0, [&](std::size_t first, std::size_t last) {
    Comparison one = part(first, last);
    const std::lock_guard lock(adding);
    parts.emplace(first, std::move(one));
  });
  Comparison all;
  for (const auto& [first, one] : parts) all.merge(one);
  return all;
}

/// Compares two row-major planes of `width` columns. Two elements agree if they are within `tolerance`, or if
/// both are NaN; a NaN never agrees with a number. `name`, if given, starts the message: in a case with
/// several outputs, pass the output's name.
template <class T>
[[nodiscard]] Comparison compare_plane(std::span<const T> expected, std::span<const T> actual, std::size_t width,
                                       const Tolerance& tolerance = {}, const std::string& name = "") {
  const auto position = [&](std::size_t i) {
    return (name.empty() ? "" : name + " ") + "at (" + std::to_string(i % width) + ", " + std::to_string(i / width) +
           ")";
  };
  const auto text = [](T value) {
    if constexpr (std::is_arithmetic_v<T>) return std::to_string(value);
    if constexpr (!std::is_arithmetic_v<T>) return std::to_string(static_cast<float>(value));
  };
  const bool is_tolerant = tolerance.absolute > 0 || tolerance.relative > 0 || tolerance.ulp > 0;
  return compare_in_parts(expected.size(), [&](std::size_t first, std::size_t last) {
    Comparison result;
    // The usual case, and far faster than element by element; equal bytes are equal elements, also for NaN.
    const void* const bytes = actual.data() + first;
    if (std::memcmp(expected.data() + first, bytes, (last - first) * sizeof(T)) == 0) return result;
    for (std::size_t i = first; i < last; ++i) {
      const double want = to_double(expected[i]);
      const double got = to_double(actual[i]);
      if constexpr (std::is_integral_v<T>) {
        if (expected[i] == actual[i]) continue;  // 64-bit integers do not fit in a double
      }
      if ((is_floating<T> && want == got) || (std::isnan(want) && std::isnan(got))) continue;
      const double error = std::fabs(want - got);
      if (is_tolerant && detail::within<T>(want, got, tolerance)) {
        result.max_error = std::fmax(result.max_error, error);
        continue;
      }
      result.add(error, [&] { return position(i) + ": expected " + text(expected[i]) + ", got " + text(actual[i]); });
    }
    return result;
  });
}

}  // namespace rungs
