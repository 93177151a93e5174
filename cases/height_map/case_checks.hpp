// height_map: the inputs, the edge cases, and how results are checked.
#pragma once

#include <rungs/random.hpp>
#include <span>
#include "cases/height_map/case.hpp"

namespace height_map {

inline std::vector<Problem> Case::edge_cases() {
  // Maps without a cell and with one; one row or column of cells; at and next to the edge of a warp's 128
  // columns, of a block of 32x8 and of a strip of 32 rows; primes; several blocks in each direction.
  static constexpr rungs::Size shapes[] = {{1, 1},    {2, 1},  {1, 2},    {2, 2},    {5, 2},
                                           {2, 9},    {32, 8}, {33, 9},   {127, 3},  {128, 33},
                                           {129, 32}, {4, 65}, {132, 31}, {260, 34}, {97, 71}};
  std::vector<Problem> problems;
  for (const Measure measure : {Measure::volume, Measure::surface, Measure::projected}) {
    for (const rungs::Size shape : shapes) problems.push_back({shape, measure, Heights::rough});
    problems.push_back({{33, 31}, measure, Heights::relief});
    problems.push_back({{130, 35}, measure, Heights::flat});
    problems.push_back({{130, 35}, measure, Heights::plateau});
    problems.push_back({{36, 35}, measure, Heights::below});
    problems.push_back({{130, 35}, measure, Heights::first});
    problems.push_back({{130, 35}, measure, Heights::last});
  }
  return problems;
}

inline void generate(Heights kind, std::span<float> heights, std::uint64_t seed) {
  const auto height_at = [&](std::size_t i) {
    const std::uint64_t bits = rungs::random_bits(seed, i);
    const float fraction = (static_cast<float>(bits >> 40U) + 1.0F) * 0x1p-24F;  // above 0, at most 1
    switch (kind) {
      case Heights::relief: {
        const std::uint64_t ground =
            (rungs::random_bits(~seed, 0) >> 48U) + (rungs::random_bits(~seed, 1 + i / 4096) >> 48U);
        return rungs::random_below(bits, 0, std::uint64_t{1} << 17U) < ground ? 0.0F : rungs::wide_float(bits) / 4;
      }
      case Heights::rough:
        return (bits & 1U) != 0 ? 8 * fraction : -8 * fraction;
      case Heights::plateau:
        return 1.0F;
      case Heights::below:
        return -1.0F;
      case Heights::flat:
      case Heights::first:
      case Heights::last:
        break;
    }
    return 0.0F;
  };
  rungs::set_each(heights, height_at);
  if (kind == Heights::first) heights.front() = 1000;
  if (kind == Heights::last) heights.back() = 1000;
}

inline std::vector<rungs::Buffer<Views>> Case::buffers(const Problem& p) {
  return {
      rungs::input("heights", &Views::heights, p.area(),
                   [kind = p.heights](std::span<float> heights, std::uint64_t seed) { generate(kind, heights, seed); }),
      rungs::output("result", &Views::result, 1)};
}

inline reference::HeightMeasure measured(const Problem& p, const Views& v) {
  return reference::measure_heights({v.heights, p.area()}, p.width, p.measure);
}

inline void Case::reference(const Problem& p, const Views& v) { *v.result = static_cast<float>(measured(p, v).value); }

/// The error must stay within reference::HeightMeasure's bound.
inline rungs::Comparison Case::compare(const Problem& p, const Views& expected, const Views& actual) {
  const auto want = measured(p, expected);
  const double got = *actual.result;
  return rungs::compare_plane<double>({&want.value, 1}, {&got, 1}, 1, {.absolute = want.bound()});
}

}  // namespace height_map
