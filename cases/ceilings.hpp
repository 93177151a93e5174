// What the cases fill, copy and read have in common: a plane of words, and no parameter.
#pragma once

#include <rungs/case.hpp>

namespace rungs::ceilings {

template <class Plane> struct PlaneCase {
  using Problem = Plane;

  static constexpr rungs::Size default_size{10240, 10240};
  static constexpr rungs::Size simulator_size{256, 192};

  static std::vector<rungs::Parameter<Problem>> parameters() { return {}; }

  /// Around a 16-byte vector, around what one block of the gpu variants handles, and primes.
  static std::vector<Problem> edge_cases() {
    return {{{1, 1}},    {{3, 1}},   {{4, 1}},    {{1, 5}},     {{31, 33}},  {{64, 16}},
            {{1023, 1}}, {{41, 25}}, {{4096, 4}}, {{16387, 1}}, {{257, 263}}};
  }
};

}  // namespace rungs::ceilings
