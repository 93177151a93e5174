// reduce: the sum, or the maximum, of a matrix of words or of floats.
#pragma once

#include <cstddef>
#include <cstdint>
#include <rungs/case.hpp>
#include <string_view>
#include <vector>

namespace reduce {

/// The operation. On words both are associative and commutative, so every order gives the same word, and both
/// have 0 as their neutral element. The maximum of floats is the same, with minus infinity. A sum of floats
/// depends on the order; see reference::FloatSum for the allowed error.
enum class Op { sum, max };

/// The contents of the matrix. Only the edge cases use anything but the first.
enum class Values {
  random,       ///< words below a limit of the seed's own, 2^31 to 2^32; floats of wide_float, from 1
  zero,         ///< all 0
  largest,      ///< all 2^32 - 1: every sum overflows, every maximum ties; floats of 2^100
  equal,        ///< one value everywhere: an extra or missing word shows in the sum; floats of -1.5
  first_peaks,  ///< random words below 2^31, but the first one above it; floats from -2 to -1, and -0.5
  last_peaks,   ///< the same for the last one
  whole,        ///< random words; floats that are integers from -511 to 511, so that any sum is exact
};

/// `words`: the variant folds `source` into `result`. `floats`: it folds `floats` into `float_result`.
enum class Result { words, floats };

struct Problem : rungs::Size {
  Op op = Op::sum;
  Values values = Values::random;
};

/// `source`: width x height words, row-major. `result`: one word, their sum modulo 2^32 or the largest of
/// them. `floats` and `float_result`: the same for floats. A variant uses one pair or the other.
struct Views {
  const std::uint32_t* source;
  std::uint32_t* result;
  const float* floats;
  float* float_result;
};

struct Case {
  using Problem = reduce::Problem;
  using Views = reduce::Views;
  using Result = reduce::Result;

  static constexpr std::string_view name = "reduce";
  static constexpr std::string_view title = "the sum or the maximum of a matrix";
  static constexpr rungs::Size default_size{4000, 4000};
  static constexpr rungs::Size simulator_size{400, 300};

  static std::vector<rungs::Parameter<Problem>> parameters() {
    return {rungs::choice("op", &Problem::op, {"sum", "max"}, "what the values are folded with")};
  }

  /// The same for both kinds of result: four bytes per value.
  static rungs::Work work(const Problem& p) {
    return {.bytes_read = p.area() * sizeof(std::uint32_t), .bytes_written = sizeof(std::uint32_t)};
  }

  // In case_checks.hpp, which a reader of a kernel does not need.
  static inline std::vector<Problem> edge_cases();
  static inline std::vector<rungs::Buffer<Views>> buffers(const Problem& p);
  static inline void reference(const Problem& p, const Views& v, Result kind);
  static inline rungs::Comparison compare(const Problem& p, const Views& expected, const Views& actual, Result kind);
};

}  // namespace reduce
