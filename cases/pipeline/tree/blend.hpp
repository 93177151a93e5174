// The cell of an oblique lattice: its pattern is placed at every point of the lattice, and where repetitions
// overlap, the mean of their non-zero values counts. The result repeats, so one cell is blended, and a
// Stitching with the cell's shift writes the rest (cases/uv has the variants of this).
#pragma once

#include <cstdint>
#include <tuple>

#include "cases/pipeline/tree/for_pixels.hpp"
#include "cases/pipeline/tree/node.hpp"
#include "cases/pipeline/tree/stitching.hpp"
#include "cases/uv/cell.hpp"

namespace pipeline {

template <class PatternEdge>
struct Blend {
  static constexpr std::string_view name = "Blend";
  static_assert(PatternEdge::trait == Trait::pattern, "expected a pattern as the edge of a Blend");
  using Pixel = typename PatternEdge::Pixel;

  std::tuple<PatternEdge> children;
  uv::Cell cell{};
  Frame frame{cell.period, cell.rows};

  [[nodiscard]] static constexpr std::uint32_t halo(Trait) { return 0; }

  void fill(const Plane<Pixel>& out, const Plane<const Pixel>& pattern) const {
    const Frame size = std::get<0>(children).child->frame;
    for_pixels(out, [&](std::int32_t x, std::int32_t y) {
      return mean(x, y, pattern.pixels, pattern.pitch, size, cell);
    });
  }

  /// The mean at (x, y), rounded to the nearest, halves up; 0 if nothing covers the pixel. Lattice points lie
  /// `cell.period` apart in every `cell.rows`-th row.
  [[nodiscard]] PIPELINE_BOTH static Pixel mean(std::int32_t x, std::int32_t y, const Pixel* pattern,
                                                std::size_t pitch, Frame size, uv::Cell cell) {
    std::uint64_t sum = 0;
    std::uint32_t count = 0;
    const std::int64_t last_row = (y - wrapped(y, cell.rows)) / static_cast<std::int64_t>(cell.rows);
    for (std::int64_t row = last_row; y - row * cell.rows < size.height; --row) {
      const Pixel* const from = pattern + static_cast<std::size_t>(y - row * cell.rows) * pitch;
      for (std::uint32_t in = wrapped(x - row * cell.shift, cell.period); in < size.width;
           in += cell.period) {
        sum += from[in];
        count += from[in] != 0 ? 1U : 0U;
      }
    }
    return count == 0 ? Pixel{0} : static_cast<Pixel>((sum + count / 2) / count);
  }
};

}  // namespace pipeline
