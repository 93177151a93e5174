// The reductions that compute each pixel from the pixels of the children at one place: the output, children
// on top of each other, and a repeated pattern.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include "cases/pipeline/tree/node.hpp"
#include "cases/uv/lattice.hpp"

namespace pipeline {

/// The output: 8-bit gray. Of wider pixels the top 8 bits go out.
template <class DataEdge> struct Root {
  static_assert(DataEdge::trait == Trait::data, "expected data as the edge of the Root");
  using Pixel = std::uint8_t;
  using Wide = typename DataEdge::Pixel;
  static constexpr unsigned surplus_bits = 8 * (sizeof(Wide) - 1);

  Frame frame;
  std::tuple<DataEdge> children;

  [[nodiscard]] static constexpr std::uint32_t halo(Trait) { return 0; }

  void fill(const Plane<Pixel>& out, const Plane<const Wide>& data) const {
    const auto& place = std::get<0>(children);
    for_rows(out, [&](std::int32_t y, Pixel* to) {
      const Wide* const from = data.at(out.window.x - place.x, y - place.y);
      for (std::uint32_t i = 0; i < out.window.width; ++i) to[i] = static_cast<Pixel>(from[i] >> surplus_bits);
    });
  }
};

/// All children on top of each other: the deepest gray value counts.
template <class... Edges> struct Union {
  static_assert(sizeof...(Edges) >= 1, "expected at least one edge of a Union");
  static_assert(all_are<Trait::data, Edges...>, "expected edges of a Union that are all data");
  using Pixel = std::common_type_t<typename Edges::Pixel...>;
  static_assert((std::is_same_v<Pixel, typename Edges::Pixel> && ...),
                "expected edges of a Union that have the same type of pixels");

  Frame frame;
  std::tuple<Edges...> children;

  [[nodiscard]] static constexpr std::uint32_t halo(Trait) { return 0; }

  void fill(const Plane<Pixel>& out, const Plane<const typename Edges::Pixel>&... planes) const {
    for_rows(out, [&](std::int32_t y, Pixel* to) {
      const auto rows = [&](const auto&... edge) {
        return std::array{planes.at(out.window.x - edge.x, y - edge.y)...};
      };
      const std::array from = std::apply(rows, children);
      const std::uint32_t count = out.window.width;  // a variable of its own: `to` cannot change it
      for (std::uint32_t i = 0; i < count; ++i) {
        Pixel deepest = from[0][i];
        for (std::size_t child = 1; child < from.size(); ++child) deepest = std::max(deepest, from[child][i]);
        to[i] = deepest;
      }
    });
  }
};

/// The remainder that is never negative.
[[nodiscard]] PIPELINE_BOTH inline std::uint32_t wrapped(std::int64_t value, std::uint32_t side) {
  const auto rest = value % static_cast<std::int64_t>(side);
  return static_cast<std::uint32_t>(rest < 0 ? rest + side : rest);
}

/// A pattern repeated over the whole frame: along both sides (plain), or with a shift from one row of
/// repetitions to the next (an oblique lattice).
template <class PatternEdge> struct Stitching {
  static_assert(PatternEdge::trait == Trait::pattern, "expected a pattern as the edge of a Stitching");
  using Pixel = typename PatternEdge::Pixel;

  Frame frame;
  std::tuple<PatternEdge> children;
  /// Columns by which each row of repetitions begins further to the right than the one above.
  std::uint32_t shift = 0;

  [[nodiscard]] static constexpr std::uint32_t halo(Trait) { return 0; }

  /// Where in the pattern pixel (x, y) of this node lies; the edge's place moves the pattern.
  [[nodiscard]] PIPELINE_BOTH static std::uint32_t column_of(std::int64_t x, std::int64_t y, Frame pattern,
                                                             std::uint32_t shift) {
    const std::int64_t above = (y - wrapped(y, pattern.height)) / static_cast<std::int64_t>(pattern.height);
    return wrapped(x - above * static_cast<std::int64_t>(shift), pattern.width);
  }

  /// Copies pieces of the pattern's rows.
  void fill(const Plane<Pixel>& out, const Plane<const Pixel>& pattern) const {
    const auto& place = std::get<0>(children);
    const Frame size = place.child->frame;
    for_rows(out, [&](std::int32_t y, Pixel* to) {
      const std::int64_t row = std::int64_t{y} - place.y;
      const Pixel* const from = pattern.at(0, static_cast<std::int32_t>(wrapped(row, size.height)));
      std::uint32_t column = column_of(std::int64_t{out.window.x} - place.x, row, size, shift);
      for (std::uint32_t done = 0; done < out.window.width; column = 0) {
        const std::uint32_t count = std::min(size.width - column, out.window.width - done);
        std::copy_n(from + column, count, to + done);
        done += count;
      }
    });
  }
};

/// The cell of an oblique lattice: its pattern is placed at every point of the lattice, and where repetitions
/// overlap, the mean of their non-zero values counts. The result repeats, so one cell is blended, and a
/// Stitching with the cell's shift writes the rest (cases/uv has the variants of this).
template <class PatternEdge> struct Blend {
  static_assert(PatternEdge::trait == Trait::pattern, "expected a pattern as the edge of a Blend");
  using Pixel = typename PatternEdge::Pixel;

  std::tuple<PatternEdge> children;
  uv::Cell cell{};
  Frame frame{cell.period, cell.rows};

  [[nodiscard]] static constexpr std::uint32_t halo(Trait) { return 0; }

  void fill(const Plane<Pixel>& out, const Plane<const Pixel>& pattern) const {
    const Frame size = std::get<0>(children).child->frame;
    for_pixels(out,
               [&](std::int32_t x, std::int32_t y) { return mean(x, y, pattern.pixels, pattern.pitch, size, cell); });
  }

  /// The mean at (x, y), rounded to the nearest, halves up; 0 if nothing covers the pixel. Lattice points lie
  /// `cell.period` apart in every `cell.rows`-th row.
  [[nodiscard]] PIPELINE_BOTH static Pixel mean(std::int32_t x, std::int32_t y, const Pixel* pattern, std::size_t pitch,
                                                Frame size, uv::Cell cell) {
    std::uint64_t sum = 0;
    std::uint32_t count = 0;
    const std::int64_t last_row = (y - wrapped(y, cell.rows)) / static_cast<std::int64_t>(cell.rows);
    for (std::int64_t row = last_row; y - row * cell.rows < size.height; --row) {
      const Pixel* const from = pattern + static_cast<std::size_t>(y - row * cell.rows) * pitch;
      for (std::uint32_t in = wrapped(x - row * cell.shift, cell.period); in < size.width; in += cell.period) {
        sum += from[in];
        count += from[in] != 0 ? 1U : 0U;
      }
    }
    return count == 0 ? Pixel{0} : static_cast<Pixel>((sum + count / 2) / count);
  }
};

}  // namespace pipeline
