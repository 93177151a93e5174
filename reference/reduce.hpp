// The sum and the maximum of many words, or of many floats.
#pragma once

#include <cstdint>
#include <span>

namespace reference {

/// The sum of `words` modulo 2^32; 0 if there are none. At most `threads` threads, 0 for one per core; the
/// result does not depend on it.
[[nodiscard]] std::uint32_t sum_of(std::span<const std::uint32_t> words, unsigned threads = 0);

/// The largest of `words`, as unsigned numbers; 0 if there are none. `threads` as above.
[[nodiscard]] std::uint32_t maximum_of(std::span<const std::uint32_t> words, unsigned threads = 0);

/// The sum of floats, and the magnitude that the error of a float sum is relative to.
struct FloatSum {
  double sum = 0;        ///< summed in double
  double magnitude = 0;  ///< of their absolute values

  /// The largest error of a float sum in which no value passes through more than 1024 additions. An addition
  /// multiplies its exact result by 1 + e, |e| <= u = 2^-24, so after k of them a value's part in the sum is
  /// off by at most ((1 + u)^k - 1) times the value. That is k * u times the value, plus terms in u^2; 2^-12
  /// of slack covers those and the rounding here. In one chain of additions, k is the number of values. A
  /// GPU's threads divide the values among them, so their chains are that much shorter; a tree then folds the
  /// results. Valid as long as nothing overflows.
  [[nodiscard]] double bound() const { return 1024 * 0x1p-24 * (1 + 0x1p-12) * magnitude; }
};

/// The sum of `values`, none of which is a NaN or infinite. `threads` as above; the result does not depend on
/// it.
[[nodiscard]] FloatSum float_sum_of(std::span<const float> values, unsigned threads = 0);

/// The largest of `values`, none of which is a NaN; minus infinity if there are none. `threads` as above.
[[nodiscard]] float float_maximum_of(std::span<const float> values, unsigned threads = 0);

}  // namespace reference
