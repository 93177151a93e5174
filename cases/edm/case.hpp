// edm: the Euclidean distance matrix of n points in the plane.
#pragma once

#include <cstdio>
#include <initializer_list>
#include <rungs/case.hpp>
#include <rungs/random.hpp>
#include "reference/edm.hpp"
#include "reference/half.hpp"

namespace edm {

/// The positions of the points.
/// - `uniform`: in the unit square.
/// - `grid`: at integer coordinates from 0 to 1023, so that only the root is rounded; some points coincide.
/// - `coincident`: all at one place, the same for both sets, so that every distance is 0.
/// - `far`: random coordinates up to 2^20 or up to 1 from the origin, on either side; float has to round
///   their differences.
enum class Pattern { uniform, grid, coincident, far };

/// Whether the rows and the columns are distances from and to the same points, or n others.
enum class Sets { one, two };

/// The plane is the matrix: n points give n columns and n rows.
struct Problem : rungs::Size {
  unsigned batch = 256;
  Pattern points = Pattern::uniform;
  unsigned rows = 256;  ///< of the matrix per block, in gpu/k2 to gpu/k6
  Sets sets = Sets::one;

  [[nodiscard]] unsigned count() const { return width; }
};

/// The type of a stored distance: a float, or half precision (IEEE binary16, as its 16 bits).
enum class Result { floats, halves };

/// `points`: x and y of each point in turn, 8-byte aligned. Coordinates that differ are at least 2^-24 apart,
/// so that no square comes near float's smallest number. `columns`: the same for the points of the columns
/// with sets=two, otherwise nothing: `points` are those of the rows and of the columns. `distances` and
/// `half_distances`: n x n, row-major. A variant fills one of the two; the other is ignored.
struct Views {
  const float* points;
  const float* columns;
  float* distances;
  std::uint16_t* half_distances;
};

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

struct Case {
  using Problem = edm::Problem;
  using Views = edm::Views;
  using Result = edm::Result;

  static constexpr std::string_view name = "edm";
  static constexpr std::string_view title = "Euclidean distance matrix of points in the plane";
  static constexpr rungs::Size default_size{30336, 30336};
  static constexpr rungs::Size simulator_size{300, 300};

  static std::string refuse(const Problem& p) {
    return p.width == p.height ? "" : "edm takes square sizes: n points give an n x n matrix";
  }

  static std::vector<rungs::Parameter<Problem>> parameters() {
    // Two batches of 2048 points are 32 KiB of shared memory, which every GPU has.
    return {rungs::integer("batch", &Problem::batch, 1, 2048, {64, 128, 256, 512, 1024},
                           "points staged in shared memory at a time, from gpu/k3_shared on"),
            rungs::choice("points", &Problem::points, {"uniform", "grid", "coincident", "far"}, "where the points lie"),
            rungs::integer("rows", &Problem::rows, 1, 256, {16, 32, 64, 128, 256},
                           "rows of the matrix per block, gpu/k2_coalesced to gpu/k6_pipeline_registers"),
            rungs::choice("sets", &Problem::sets, {"one", "two"},
                          "distances of the points from each other, or from a second set of as many")};
  }

  /// Nine operations per distance, as the document counts them; the arithmetic itself has five and a root.
  static rungs::Work work(const Problem& p, Result kind) {
    const std::size_t points = p.sets == Sets::two ? std::size_t{2} * p.count() : p.count();
    return {.bytes_read = 2 * points * sizeof(float),
            .bytes_written = p.area() * (kind == Result::floats ? sizeof(float) : sizeof(std::uint16_t)),
            .operations = p.area() * 9};
  }

  /// Points in two places, under every seed.
  static bool has_constant_result(const Problem& p) { return p.points == Pattern::coincident; }

  static std::vector<Problem> edge_cases() {
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
         square(31, 32, Pattern::uniform, 32), square(33, 31, Pattern::uniform, 31),
         square(65, 64, Pattern::uniform, 1), square(130, 64, Pattern::far, 7)});
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

  static std::vector<rungs::Buffer<Views>> buffers(const Problem& p) {
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

  /// Floats: three roundings, relative to the distance, or only the root's if everything before it is exact
  /// (see reference::check_edm). Halves: the rounding to a half (see reference::check_edm_half).
  static rungs::Comparison check_block(const Problem& p, const Views& inputs, std::size_t first,
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
};

}  // namespace edm
