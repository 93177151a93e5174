// copy: one plane to another. Its rate is the ceiling for every case that reads about as much as it writes.
#pragma once

#include <cstring>
#include <rungs/random.hpp>
#include "cases/ceilings.hpp"

namespace rungs::ceilings::copy {

struct Problem : rungs::Size {};

/// Both planes are width x height words, row-major.
struct Views {
  const std::uint32_t* source;
  std::uint32_t* target;
};

struct Case : PlaneCase<Problem> {
  using Views = copy::Views;

  static constexpr std::string_view name = "copy";
  static constexpr std::string_view title = "copy a plane: the ceiling of reads and writes in equal parts";
  static constexpr rungs::Ceiling ceiling = rungs::Ceiling::copy;

  static std::vector<rungs::Buffer<Views>> buffers(const Problem& p) {
    return {rungs::input("source", &Views::source, p.area(), rungs::random_words),
            rungs::output("target", &Views::target, p.area())};
  }

  static rungs::Work work(const Problem& p) {
    const auto bytes = p.area() * sizeof(std::uint32_t);
    return {.bytes_read = bytes, .bytes_written = bytes};
  }

  static void reference(const Problem& p, const Views& v) {
    std::memcpy(v.target, v.source, p.area() * sizeof(std::uint32_t));
  }

  static rungs::Comparison compare(const Problem& p, const Views& expected, const Views& actual) {
    return rungs::compare_plane<std::uint32_t>({expected.target, p.area()}, {actual.target, p.area()}, p.width);
  }
};

}  // namespace rungs::ceilings::copy
