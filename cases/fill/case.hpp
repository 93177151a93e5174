// fill: set a plane to one value. Its rate is the ceiling for every case that mostly writes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "harness/registry/variant.hpp"

namespace fill {

/// One byte repeated, so that a memset can write it too; not the byte that outputs hold before a launch.
inline constexpr unsigned char byte = 0x5A;
inline constexpr std::uint32_t value = 0x5A5A5A5A;

struct Problem : rungs::Size {};

/// `target`: width x height words, row-major.
struct Views {
  std::uint32_t* target;
};

struct Case {
  using Problem = fill::Problem;
  using Views = fill::Views;

  static constexpr std::string_view name = "fill";
  static constexpr std::string_view title = "set a plane to one value: the ceiling of writes";
  static constexpr rungs::Ceiling ceiling = rungs::Ceiling::fill;
  static constexpr rungs::Size default_size{10240, 10240};
  static constexpr rungs::Size simulator_size{256, 192};

  static std::vector<rungs::Parameter<Problem>> parameters() { return {}; }

  /// Around a 16-byte vector, around what one block of the gpu variants handles, and primes.
  static std::vector<Problem> awkward_problems() {
    return {{{1, 1}},    {{3, 1}},   {{4, 1}},    {{1, 5}},     {{31, 33}},  {{64, 16}},
            {{1023, 1}}, {{41, 25}}, {{4096, 4}}, {{16387, 1}}, {{257, 263}}};
  }

  static std::vector<rungs::Buffer<Views>> buffers(const Problem& p) {
    return {rungs::output("target", &Views::target, p.area())};
  }

  static rungs::Work work(const Problem& p) { return {.bytes_written = p.area() * sizeof(std::uint32_t)}; }

  static void reference(const Problem& p, const Views& v) { std::fill_n(v.target, p.area(), value); }

  static rungs::Comparison compare(const Problem& p, const Views& expected, const Views& actual) {
    return rungs::compare_plane<std::uint32_t>({expected.target, p.area()}, {actual.target, p.area()},
                                               p.width);
  }
};

}  // namespace fill
