// reduce: the sum, or the maximum, of a matrix.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/registry/variant.hpp"
#include "reference/random.hpp"
#include "reference/reduce.hpp"

namespace reduce {

/// What the words are folded with. Both operations are associative and commutative, so that any order gives
/// the same word, and both have 0 as their neutral element.
enum class Op { sum, max };

/// What the matrix holds. Only the awkward problems leave the first.
enum class Values {
  random,       ///< 32 random bits a word
  zero,         ///< nothing but 0
  largest,      ///< nothing but 2^32 - 1: every sum overflows, every maximum ties
  equal,        ///< one value everywhere: a word too many or too few shows in the sum
  first_peaks,  ///< random words below 2^31, and above it the first one
  last_peaks,   ///< the same with the last one
};

struct Problem : rungs::Size {
  Op op = Op::sum;
  Values values = Values::random;
};

/// `source`: width x height words, row-major. `result`: one word,
/// their sum modulo 2^32 or the largest of them.
struct Views {
  const std::uint32_t* source;
  std::uint32_t* result;
};

struct Case {
  using Problem = reduce::Problem;
  using Views = reduce::Views;

  static constexpr std::string_view name = "reduce";
  static constexpr std::string_view title = "the sum or the maximum of a matrix";
  static constexpr rungs::Size default_size{4000, 4000};
  static constexpr rungs::Size simulator_size{400, 300};

  static std::vector<rungs::Parameter<Problem>> parameters() {
    return {rungs::one_of("op", &Problem::op, {"sum", "max"}, "what the words are folded with")};
  }

  static std::vector<Problem> awkward_problems() {
    // One word; one row, one column; beside and on the edge of a warp, of 32x32 (a block), of 64 and 128 rows
    // (what a block of the 2x and 4x variants loads), of 1024 and 4096 words (the same in one dimension); two
    // passes and the first size with three; primes.
    static constexpr rungs::Size shapes[] = {
        {1, 1},    {1, 31},   {32, 1},   {33, 1},   {1, 257},  {1021, 1}, {1, 1025},
        {4096, 1}, {4097, 1}, {31, 33},  {32, 32},  {33, 31},  {32, 64},  {32, 65},
        {33, 127}, {64, 128}, {65, 129}, {97, 101}, {1024, 7}, {1025, 3},
    };
    std::vector<Problem> problems;
    for (const rungs::Size shape : shapes) {
      for (const Op op : {Op::sum, Op::max}) problems.push_back({shape, op, Values::random});
    }
    for (const rungs::Size shape : {rungs::Size{1, 1}, rungs::Size{33, 65}, rungs::Size{129, 131}}) {
      problems.push_back({shape, Op::sum, Values::zero});
      problems.push_back({shape, Op::sum, Values::largest});
      problems.push_back({shape, Op::sum, Values::equal});
      problems.push_back({shape, Op::max, Values::zero});
      problems.push_back({shape, Op::max, Values::largest});
      problems.push_back({shape, Op::max, Values::first_peaks});
      problems.push_back({shape, Op::max, Values::last_peaks});
    }
    return problems;
  }

  static std::vector<rungs::Buffer<Views>> buffers(const Problem& p) {
    return {rungs::input("source", &Views::source, p.area(),
                         [values = p.values](std::span<std::uint32_t> words, std::uint64_t seed) {
                           generate(values, words, seed);
                         }),
            rungs::output("result", &Views::result, 1)};
  }

  static rungs::Work work(const Problem& p) {
    return {.bytes_read = p.area() * sizeof(std::uint32_t), .bytes_written = sizeof(std::uint32_t)};
  }

  static void reference(const Problem& p, const Views& v) {
    const std::span<const std::uint32_t> words(v.source, p.area());
    *v.result = p.op == Op::sum ? reference::sum_of(words) : reference::maximum_of(words);
  }

  static rungs::Comparison compare(const Problem& p, const Views& expected, const Views& actual) {
    rungs::Comparison result;
    const std::uint32_t want = *expected.result;
    const std::uint32_t got = *actual.result;
    if (want == got) return result;
    result.add(static_cast<double>(want > got ? want - got : got - want), [&] {
      return std::string(p.op == Op::sum ? "the sum" : "the maximum") + " of " + name_of(p.values) +
             ": expected " + std::to_string(want) + ", got " + std::to_string(got);
    });
    return result;
  }

 private:
  static void generate(Values values, std::span<std::uint32_t> words, std::uint64_t seed) {
    if (values == Values::zero || values == Values::largest || values == Values::equal) {
      const std::uint32_t everywhere = values == Values::zero      ? 0
                                       : values == Values::largest ? 0xFFFFFFFFU
                                                                   : 0x89ABCDEFU;
      for (std::uint32_t& word : words) word = everywhere;
      return;
    }
    reference::random_words(words, seed);
    if (values == Values::random) return;
    for (std::uint32_t& word : words) word &= 0x7FFFFFFFU;
    (values == Values::first_peaks ? words.front() : words.back()) |= 0x80000000U;
  }

  static std::string name_of(Values values) {
    static constexpr const char* names[] = {"random words",
                                            "words that are all 0",
                                            "words that are all 2^32 - 1",
                                            "equal words",
                                            "words whose first is the largest",
                                            "words whose last is the largest"};
    return names[static_cast<std::size_t>(values)];
  }
};

}  // namespace reduce
