// The two passes of SquaredDistances (profile.hpp) over one row, for as many pixels at once as the vectors
// hold.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pipeline {

/// The most pixels of a row that are computed at once.
inline constexpr std::uint32_t distance_columns = 1024;

/// Rows of squares, and what the second pass writes, have room for distance_columns pixels: values beyond the
/// last one are written, and mean nothing.
class DistanceRows {
 public:
  /// `most`: 1 to 127. Pixels at that distance or further count as if they were `most` away.
  explicit DistanceRows(std::uint32_t most);

  /// The squares of the distances to the nearest white pixel of the same row. `white`: the row from most - 1
  /// pixels before the first until most - 1 after the last; white where not 0.
  void along(const std::uint8_t* white, std::uint32_t count, std::uint16_t* to);

  /// The least of squares + dy^2. `rows`: the squares of the rows from most - 1 above to most - 1 below.
  void across(const std::uint16_t* const* rows, std::uint32_t count, std::uint16_t* to) const;

  /// Memory that it takes.
  [[nodiscard]] static constexpr std::size_t bytes() { return 2 * line_bytes; }

 private:
  static constexpr std::size_t margin = 128;      ///< on both sides of a line: more than the longest step
  static constexpr std::size_t most_lanes = 256;  ///< bytes of the widest vectors
  static constexpr std::size_t line_bytes = distance_columns + 2 * 127 + most_lanes + 2 * margin;

  std::uint32_t most_;
  std::array<std::vector<std::uint8_t>, 2> lines_;
};

}  // namespace pipeline
