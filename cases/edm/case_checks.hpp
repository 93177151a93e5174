// edm: the edge cases, and how results are checked.
#pragma once

#include <cstdio>
#include <initializer_list>
#include <rungs/random.hpp>
#include "cases/edm/case.hpp"
#include "reference/edm.hpp"
#include "reference/half.hpp"

namespace edm {

inline std::vector<Problem> Case::edge_cases() {
  const auto square = [](unsigned n, unsigned batch, Pattern points, unsigned rows = 256, Sets sets = Sets::one) {
    return Problem{{n, n}, batch, points, rows, sets};
  };
  std::vector<Problem> problems;
  const auto add = [&](std::initializer_list<Problem> some) { problems.insert(problems.end(), some); };
  // The smallest matrices, with batches as small.
  add({square(1, 256, Pattern::uniform), square(1, 1, Pattern::grid), square(2, 256, Pattern::uniform),
       square(3, 1, Pattern::far), square(7, 2, Pattern::uniform)});
  // Rows of several blocks and pieces (2048 columns are the longest).
  add({square(2053, 256, Pattern::uniform), square(521, 256, Pattern::uniform, 16)});
  // At and next to the edge of a block's rows and of a warp.
  add({square(15, 256, Pattern::grid, 16), square(16, 16, Pattern::uniform, 16), square(17, 256, Pattern::far, 16),
       square(31, 32, Pattern::uniform, 32), square(33, 31, Pattern::uniform, 31), square(65, 64, Pattern::uniform, 1),
       square(130, 64, Pattern::far, 7)});
  // At and next to the edge of a block's threads; one point left over for the last batch.
  add({square(255, 256, Pattern::uniform), square(256, 256, Pattern::uniform), square(257, 256, Pattern::uniform),
       square(257, 64, Pattern::far)});
  // Primes, and batches that divide nothing evenly or hold more than all points.
  add({square(97, 13, Pattern::uniform), square(131, 130, Pattern::grid), square(211, 211, Pattern::far),
       square(199, 1024, Pattern::uniform), square(101, 2048, Pattern::uniform)});
  // Points that coincide.
  add({square(1, 256, Pattern::coincident), square(130, 64, Pattern::coincident)});
  // Two sets: one distance, several batches and blocks, rows of each alignment, zeros.
  add({square(1, 256, Pattern::uniform, 256, Sets::two), square(130, 64, Pattern::coincident, 7, Sets::two),
       square(256, 64, Pattern::grid, 16, Sets::two), square(257, 64, Pattern::far, 256, Sets::two),
       square(518, 256, Pattern::uniform, 16, Sets::two), square(2053, 256, Pattern::uniform, 256, Sets::two)});
  return problems;
}

/// One coordinate, from 64 random bits. Coordinates that differ are at least 2^-24 apart, so that no square
/// comes near float's smallest number.
inline float coordinate(Pattern pattern, std::uint64_t bits) {
  const auto fraction = static_cast<float>(bits >> 40U) * 0x1p-24F;
  switch (pattern) {
    case Pattern::grid:
      return static_cast<float>(bits >> 54U);
    case Pattern::far:
      return fraction * ((bits & 1U) != 0 ? 0x1p20F : 1.0F) * ((bits & 2U) != 0 ? -1.0F : 1.0F);
    case Pattern::uniform:
    case Pattern::coincident:
      break;
  }
  return fraction;
}

inline std::vector<rungs::Buffer<Views>> Case::buffers(const Problem& p) {
  const auto place = [pattern = p.points](std::span<float> coordinates, std::uint64_t seed) {
    const bool coincide = pattern == Pattern::coincident;
    for (std::size_t i = 0; i < coordinates.size(); ++i) {
      const std::uint64_t bits = coincide ? rungs::random_bits(0, i % 2) : rungs::random_bits(seed, i);
      coordinates[i] = coordinate(pattern, bits);
    }
  };
  const std::size_t second = p.sets == Sets::two ? std::size_t{2} * p.count() : 0;
  return {rungs::input("points", &Views::points, std::size_t{2} * p.count(), place),
          rungs::input("columns", &Views::columns, second, place),
          rungs::output("distances", &Views::distances, p.area()),
          rungs::output("half_distances", &Views::half_distances, p.area())};
}

template <class T> std::span<const T> elements(std::span<const std::byte> block) {
  return {reinterpret_cast<const T*>(block.data()), block.size() / sizeof(T)};
}

/// The result of a check, with a text about the matrix element `index` if it is wrong.
inline rungs::Comparison report(std::span<const float> points, std::span<const float> columns, std::size_t index,
                                const reference::EdmCheck& found, double got) {
  rungs::Comparison result{found.mismatches, found.max_error, {}};
  if (found.mismatches == 0) return result;
  const std::size_t row = index / (points.size() / 2);
  const std::size_t column = index % (points.size() / 2);
  char text[240];
  std::snprintf(text, sizeof text, "at (%zu, %zu): expected %.9g, got %.9g, from points (%.9g, %.9g) and (%.9g, %.9g)",
                column, row, reference::point_distance(points, row, columns, column), got, double{points[2 * row]},
                double{points[2 * row + 1]}, double{columns[2 * column]}, double{columns[2 * column + 1]});
  result.first = text;
  return result;
}

/// Floats: three roundings, relative to the distance, or only the root's if everything before it is exact
/// (see reference::check_edm). Halves: the rounding to a half (see reference::check_edm_half).
inline rungs::Comparison Case::check_block(const Problem& p, const Views& inputs, std::size_t first,
                                           std::span<const std::byte> block, Result kind) {
  const std::size_t n = p.count();
  const std::span points(inputs.points, 2 * n);
  const std::span columns(p.sets == Sets::two ? inputs.columns : inputs.points, 2 * n);
  if (kind == Result::halves) {
    const auto rows = elements<std::uint16_t>(block);
    const auto found = reference::check_edm_half(points, columns, first / n, rows);
    const double got = found.mismatches > 0 ? reference::half_value(rows[found.first]) : 0;
    return report(points, columns, first + found.first, found, got);
  }
  const auto rows = elements<float>(block);
  const bool exact = p.points == Pattern::grid || p.points == Pattern::coincident;
  const auto found = reference::check_edm(points, columns, first / n, rows, exact ? 1 : 3);
  return report(points, columns, first + found.first, found, found.mismatches > 0 ? rows[found.first] : 0);
}

}  // namespace edm
