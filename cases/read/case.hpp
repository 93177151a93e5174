// read: the sum of a plane. Its rate is the ceiling for every case that mostly reads.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <rungs/case.hpp>
#include <rungs/parallel.hpp>
#include <rungs/random.hpp>
#include <string_view>
#include <vector>

namespace rungs::ceilings::read {

struct Problem : rungs::Size {};

/// `source`: width x height words, row-major. `sum`: one word,
/// their sum modulo 2^32, so that no word can be skipped.
struct Views {
  const std::uint32_t* source;
  std::uint32_t* sum;
};

struct Case {
  using Problem = read::Problem;
  using Views = read::Views;

  static constexpr std::string_view name = "read";
  static constexpr std::string_view title = "sum a plane: the ceiling of reads";
  static constexpr rungs::Ceiling ceiling = rungs::Ceiling::read;
  static constexpr rungs::Size default_size{10240, 10240};
  static constexpr rungs::Size simulator_size{256, 192};

  static std::vector<rungs::Parameter<Problem>> parameters() { return {}; }

  /// Around a 16-byte vector, around what one block of the gpu variants handles, and primes.
  static std::vector<Problem> edge_cases() {
    return {{{1, 1}},    {{3, 1}},   {{4, 1}},    {{1, 5}},     {{31, 33}},  {{64, 16}},
            {{1023, 1}}, {{41, 25}}, {{4096, 4}}, {{16387, 1}}, {{257, 263}}};
  }

  static std::vector<rungs::Buffer<Views>> buffers(const Problem& p) {
    return {rungs::input("source", &Views::source, p.area(), rungs::random_words),
            rungs::output("sum", &Views::sum, 1)};
  }

  static rungs::Work work(const Problem& p) {
    return {.bytes_read = p.area() * sizeof(std::uint32_t), .bytes_written = sizeof(std::uint32_t)};
  }

  static void reference(const Problem& p, const Views& v) {
    std::atomic<std::uint32_t> sum = 0;
    rungs::for_bands(p.area(), rungs::detail::least_per_thread, 0, [&](std::size_t first, std::size_t last) {
      sum += std::accumulate(v.source + first, v.source + last, std::uint32_t{0});
    });
    *v.sum = sum;
  }

  static rungs::Comparison compare(const Problem&, const Views& expected, const Views& actual) {
    return rungs::compare_plane<std::uint32_t>({expected.sum, 1}, {actual.sum, 1}, 1);
  }
};

}  // namespace rungs::ceilings::read
