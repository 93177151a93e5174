// stitch: the parameter, the inputs, the edge cases, and how results are checked.
#pragma once

#include <initializer_list>
#include <rungs/random.hpp>
#include <span>
#include "cases/stitch/sides.hpp"
#include "reference/stitch.hpp"

namespace stitch {

inline std::vector<rungs::Parameter<Problem>> Case::parameters() {
  return {sides("repeater", &Problem::repeater, 16384, {16, 32, 45, 64, 97, 100, 101, 128}, "the pattern in pixels")};
}

inline std::vector<Problem> Case::edge_cases() {
  std::vector<Problem> problems;
  const auto add = [&](std::initializer_list<Problem> some) { problems.insert(problems.end(), some); };
  // One pixel, one column, one row.
  add({{{1, 1}, {1, 1}}, {{1, 1}, {100, 100}}, {{1, 331}, {7, 7}}, {{331, 1}, {7, 7}}});
  // At and next to the edge of a 32x32 block.
  add({{{31, 31}, {10, 10}}, {{33, 33}, {10, 10}}, {{33, 31}, {32, 32}}, {{32, 64}, {32, 32}}});
  // Primes (with more pixels than 16 bits count), and a repeater of one pixel.
  add({{{97, 101}, {13, 13}}, {{263, 257}, {97, 97}}, {{150, 90}, {1, 1}}});
  // A repeater equal to the target, one pixel smaller than one of its sides, and larger than the target.
  add({{{64, 64}, {64, 64}}, {{63, 65}, {64, 64}}, {{64, 48}, {100, 100}}, {{101, 99}, {300, 300}}});
  // Rows of several blocks and pieces (5120 pixels are the longest), of odd and even widths.
  add({{{5203, 3}, {97, 97}}, {{10244, 2}, {300, 300}}});
  // Small and large powers of two, and a block whose threads are half idle.
  add({{{61, 43}, {16, 16}}, {{150, 140}, {128, 128}}, {{131, 127}, {45, 45}}});
  // Wider than high, and higher than wide.
  add({{{1, 1}, {100, 64}},
       {{211, 223}, {100, 64}},
       {{223, 211}, {64, 100}},
       {{97, 101}, {7, 3}},
       {{64, 96}, {32, 8}}});
  // One column, one row.
  add({{{133, 70}, {1, 50}}, {{70, 133}, {50, 1}}});
  // Wider or higher than the target.
  add({{{101, 99}, {300, 7}}, {{99, 101}, {7, 300}}, {{5203, 3}, {6000, 2}}, {{3, 5203}, {2, 6000}}});
  return problems;
}

inline std::vector<rungs::Buffer<Views>> Case::buffers(const Problem& p) {
  return {rungs::input("repeater", &Views::repeater, p.repeater_area(),
                       [width = p.repeater.width](std::span<float> pixels, std::uint64_t seed) {
                         rungs::random_integers(pixels, width, seed);
                       }),
          rungs::output("target", &Views::target, p.area())};
}

inline void Case::reference(const Problem& p, const Views& v) {
  reference::stitch({v.repeater, p.repeater_area()}, p.repeater.width, p.repeater.height, {v.target, p.area()}, p.width,
                    p.height);
}

inline rungs::Comparison Case::compare(const Problem& p, const Views& expected, const Views& actual) {
  return rungs::compare_plane<float>({expected.target, p.area()}, {actual.target, p.area()}, p.width);
}

}  // namespace stitch
