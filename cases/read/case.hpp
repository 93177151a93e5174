// read: the sum of a plane. Its rate is the ceiling for every case that mostly reads.
#pragma once

#include <atomic>
#include <numeric>
#include <rungs/parallel.hpp>
#include <rungs/random.hpp>
#include "cases/ceilings.hpp"

namespace rungs::ceilings::read {

struct Problem : rungs::Size {};

/// `source`: width x height words, row-major. `sum`: one word,
/// their sum modulo 2^32, so that no word can be skipped.
struct Views {
  const std::uint32_t* source;
  std::uint32_t* sum;
};

struct Case : PlaneCase<Problem> {
  using Views = read::Views;

  static constexpr std::string_view name = "read";
  static constexpr std::string_view title = "sum a plane: the ceiling of reads";
  static constexpr rungs::Ceiling ceiling = rungs::Ceiling::read;

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
