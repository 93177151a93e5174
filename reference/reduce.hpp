// The sum and the maximum of many words, or of many floats.
#pragma once

#include <cstdint>
#include <span>

namespace reference {

/// The sum of `words` modulo 2^32; 0 where there are none. `threads` is the most to use, 0 for one a core;
/// the result does not depend on it.
[[nodiscard]] std::uint32_t sum_of(std::span<const std::uint32_t> words, unsigned threads = 0);

/// The largest of `words`, as unsigned numbers; 0 where there are none. `threads` as above.
[[nodiscard]] std::uint32_t maximum_of(std::span<const std::uint32_t> words, unsigned threads = 0);

/// The sum of floats, and what the error of a sum in float is measured against.
struct FloatSum {
  double sum = 0;        ///< summed in double
  double magnitude = 0;  ///< of their absolute values

  /// The most by which a sum in float may be off where no value passes through more than 1024 additions. An
  /// addition multiplies its exact result by 1 + e, |e| <= u = 2^-24, so after k of them a value's part in
  /// the sum is off by at most ((1 + u)^k - 1) times the value: k * u times it, but for terms in u^2, which
  /// 2^-12 of slack covers, as it does what is rounded here. In one chain of additions k is the number of
  /// values; a GPU's threads have chains that are as much shorter as there are threads, and then fold in a
  /// tree. As long as nothing overflows.
  [[nodiscard]] double bound() const { return 1024 * 0x1p-24 * (1 + 0x1p-12) * magnitude; }
};

/// Of `values`, none of which is a NaN or infinite. `threads` as above; the result does not depend on it.
[[nodiscard]] FloatSum float_sum_of(std::span<const float> values, unsigned threads = 0);

/// The largest of `values`, none of which is a NaN; minus infinity where there are none. `threads` as above.
[[nodiscard]] float float_maximum_of(std::span<const float> values, unsigned threads = 0);

}  // namespace reference
