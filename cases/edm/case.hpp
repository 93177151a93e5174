// edm: the Euclidean distance matrix of n points in the plane.
#pragma once

#include <cstddef>
#include <cstdint>
#include <rungs/case.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

  // In case_checks.hpp, which a reader of a kernel does not need.
  static inline std::vector<Problem> edge_cases();
  static inline std::vector<rungs::Buffer<Views>> buffers(const Problem& p);
  static inline rungs::Comparison check_block(const Problem& p, const Views& inputs, std::size_t first,
                                              std::span<const std::byte> block, Result kind);
};

}  // namespace edm
