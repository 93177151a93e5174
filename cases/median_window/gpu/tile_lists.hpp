// Which lists gpu/tiles.hpp keeps in shared memory, and where.
#pragma once

#include <algorithm>
#include <rungs/device.hpp>
#include "cases/median_window/merge_network.hpp"

namespace median_window::inline RUNGS_BACKEND {

/// Where a block of threads has its lists in shared memory, in words. Lists of a kind lie side by side: value
/// 0 of each, then value 1 of each, so that neighbouring threads use different banks.
template <unsigned window> struct TileLists {
  static constexpr unsigned tiles = 32;
  static constexpr unsigned threads = 128;
  static constexpr unsigned side = window - 3;                 ///< of a core
  static constexpr unsigned columns = 4 * tiles + window - 1;  ///< of pixels
  static constexpr unsigned quarter = 40;                      ///< places for columns c, c + 4, c + 8, ...
  static_assert(columns <= 4 * quarter);
  static constexpr unsigned rows = 6;  ///< 0, 1, 2, k, k + 1 and k + 2: those that no core has

  /// Values in a list of columns of a core, and of the core of 2x4 windows.
  static constexpr unsigned of_columns(unsigned count) { return kept(window, count * side); }
  static constexpr unsigned of_half = kept(window, (side + 2) * side);

  /// The columns that are merged to the first `done` columns of a core.
  static __host__ __device__ constexpr unsigned next_of(unsigned done) {
    if (side >= done + 8) return 8;
    return side >= done + 4 ? 4 : 2;
  }
  static constexpr unsigned first_sum = side < 16 ? 8 + next_of(8) : 16;

  static constexpr unsigned pixels_at = 0;
  static constexpr unsigned columns_at = pixels_at + 4 * quarter * rows;
  static constexpr unsigned pairs_at = columns_at + 4 * quarter * side;
  static constexpr unsigned fours_at = pairs_at + 2 * quarter * of_columns(2);
  static constexpr unsigned eights_at = fours_at + quarter * of_columns(4);
  static constexpr unsigned sums_at = eights_at + quarter * of_columns(8);

  /// The second place of sums: that of eights if they are no longer needed then and it is large enough.
  static constexpr unsigned second_at = [] {
    const unsigned next = first_sum < side ? next_of(first_sum) : 0;
    const bool fits = tiles * of_columns(first_sum + next) <= quarter * of_columns(8);
    return next < 8 && fits ? eights_at : sums_at + tiles * of_columns(first_sum);
  }();

  /// Lists of the first `count` columns of each tile's core. Those of more than 8 take turns in two places.
  static __host__ __device__ constexpr unsigned sum_at(unsigned count) {
    unsigned turn = side < 16 ? 1 : 0;
    for (unsigned done = side < 16 ? 8 : 16; done < count; done += next_of(done)) ++turn;
    return count == 8 ? eights_at : turn % 2 == 0 ? sums_at : second_at;
  }
  static constexpr unsigned core_at = sum_at(side);
  static constexpr unsigned core_end = core_at + (side == 8 ? quarter : tiles) * of_columns(side);

  // What follows takes the place of fours and eights, and rows that of cores, too.
  static constexpr unsigned half_words = 2 * tiles * of_half;
  static constexpr unsigned row_words = 2 * tiles * rows * (window - 1);
  static constexpr bool halves_are_first = fours_at + half_words <= core_at;
  static constexpr unsigned halves_at = halves_are_first ? fours_at : std::max(fours_at + row_words, core_end);
  static constexpr unsigned rows_at = halves_are_first ? fours_at + half_words : fours_at;

  static constexpr unsigned words = [] {
    unsigned end = std::max({core_end, halves_at + half_words, rows_at + row_words});
    for (unsigned done = first_sum; done < side; done += next_of(done))
      end = std::max(end, sum_at(done) + tiles * of_columns(done));
    return end;
  }();
  static constexpr unsigned resident_blocks = 227 * 1024 / (words * 4 + 1024);  ///< on a multiprocessor of sm_90
};

}  // namespace median_window::inline RUNGS_BACKEND
