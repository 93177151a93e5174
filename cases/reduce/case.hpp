// reduce: the sum, or the maximum, of a matrix of words or of floats.
#pragma once

#include <rungs/case.hpp>
#include <rungs/random.hpp>
#include "reference/reduce.hpp"

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

inline void generate(Values values, std::span<float> floats, std::uint64_t seed) {
  const auto value_at = [&](std::size_t i) {
    switch (values) {
      case Values::zero:
        return 0.0F;
      case Values::largest:
        return 0x1p100F;
      case Values::equal:
        return -1.5F;
      case Values::whole:
        return static_cast<float>(rungs::random_below(seed, i, 1023)) - 511.0F;
      case Values::first_peaks:
      case Values::last_peaks:
        return static_cast<float>(rungs::random_bits(seed, i) >> 40U) * 0x1p-24F - 2.0F;
      case Values::random:
        break;
    }
    return rungs::wide_float(rungs::random_bits(seed, i));
  };
  rungs::set_each(floats, value_at);
  if (values == Values::first_peaks) floats.front() = -0.5F;
  if (values == Values::last_peaks) floats.back() = -0.5F;
}

inline void generate(Values values, std::span<std::uint32_t> words, std::uint64_t seed) {
  if (values == Values::zero || values == Values::largest || values == Values::equal) {
    const std::uint32_t everywhere = values == Values::zero ? 0 : values == Values::largest ? 0xFFFFFFFFU : 0x89ABCDEFU;
    for (std::uint32_t& word : words) word = everywhere;
    return;
  }
  if (values == Values::random || values == Values::whole) {
    // The largest of many words below 2^32 would be near it under every seed.
    const std::uint64_t limit = (std::uint64_t{1} << 31U) + (rungs::random_bits(~seed, 0) >> 33U);
    rungs::set_each(words,
                    [=](std::size_t i) { return static_cast<std::uint32_t>(rungs::random_below(seed, i, limit)); });
    return;
  }
  rungs::random_words(words, seed);
  for (std::uint32_t& word : words) word &= 0x7FFFFFFFU;
  (values == Values::first_peaks ? words.front() : words.back()) |= 0x80000000U;
}

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

  static std::vector<Problem> edge_cases() {
    // One word; one row, one column; at and next to the edge of a warp, of 32x32 (a block), of 64 and 128
    // rows (what a block of the 2x and 4x variants loads), of 1024 and 4096 words (the same in one
    // dimension); two passes and the first size with three; primes, also more words than 16 bits count; enough for
    // persistent blocks to take several turns.
    static constexpr rungs::Size shapes[] = {
        {1, 1},    {1, 31},   {32, 1},   {33, 1},   {1, 257},  {1021, 1}, {1, 1025},
        {64, 64},  {241, 17}, {31, 33},  {32, 32},  {33, 31},  {32, 64},  {32, 65},
        {33, 127}, {64, 128}, {65, 129}, {97, 101}, {1024, 7}, {1025, 3}, {263, 257},
    };
    std::vector<Problem> problems;
    for (const rungs::Size shape : shapes) {
      problems.push_back({shape, Op::sum, Values::whole});  // the sum shows if any value is missing
      problems.push_back({shape, Op::max, Values::random});
    }
    for (const rungs::Size shape : {rungs::Size{1, 1}, rungs::Size{33, 65}}) {
      for (const Values values : {Values::zero, Values::largest, Values::equal, Values::random})
        problems.push_back({shape, Op::sum, values});
      for (const Values values :
           {Values::equal, Values::zero, Values::largest, Values::first_peaks, Values::last_peaks})
        problems.push_back({shape, Op::max, values});
    }
    return problems;
  }

  static std::vector<rungs::Buffer<Views>> buffers(const Problem& p) {
    return {rungs::input("source", &Views::source, p.area(),
                         [values = p.values](std::span<std::uint32_t> words, std::uint64_t seed) {
                           generate(values, words, seed);
                         }),
            rungs::output("result", &Views::result, 1),
            rungs::input(
                "floats", &Views::floats, p.area(),
                [values = p.values](std::span<float> floats, std::uint64_t seed) { generate(values, floats, seed); }),
            rungs::output("float_result", &Views::float_result, 1)};
  }

  static void reference(const Problem& p, const Views& v, Result kind) {
    const std::span<const std::uint32_t> words(v.source, p.area());
    const std::span<const float> floats(v.floats, p.area());
    if (kind == Result::words) {
      *v.result = p.op == Op::sum ? reference::sum_of(words) : reference::maximum_of(words);
    } else {
      *v.float_result = p.op == Op::sum ? static_cast<float>(reference::float_sum_of(floats).sum)
                                        : reference::float_maximum_of(floats);
    }
  }

  /// Exact, except the sum of floats, whose error must stay within reference::FloatSum's bound.
  static rungs::Comparison compare(const Problem& p, const Views& expected, const Views& actual, Result kind) {
    if (kind == Result::words) return rungs::compare_plane<std::uint32_t>({expected.result, 1}, {actual.result, 1}, 1);
    if (p.op == Op::max || p.values == Values::whole)
      return rungs::compare_plane<float>({expected.float_result, 1}, {actual.float_result, 1}, 1);
    const auto sum = reference::float_sum_of(std::span<const float>(expected.floats, p.area()));
    const double got = *actual.float_result;
    return rungs::compare_plane<double>({&sum.sum, 1}, {&got, 1}, 1, {.absolute = sum.bound()});
  }
};

}  // namespace reduce
