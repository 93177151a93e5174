// Which lists gpu/tiles.hpp keeps in shared memory, and where.
#pragma once

#include <algorithm>
#include <rungs/device.hpp>
#include "cases/median_window/merge_network.hpp"

namespace median_window::inline RUNGS_BACKEND {

/// The kinds of lists that a block of threads has in shared memory, each written in a step, in this order. Sums are of
/// more than 8 columns of a core, and two at most.
struct ListKind {
  enum : unsigned { pixels, sorted_columns, pairs, fours, eights, sum, core = sum + 2, halves, sorted_rows, count };
};

/// How large each kind is, in words, and in which step it is read last. Kinds with no step in common may have the same
/// place.
struct ListPlan {
  unsigned sizes[ListKind::count]{};
  unsigned last[ListKind::count]{};
  unsigned at[ListKind::count]{};
  unsigned words{};

  /// Gives each kind the lowest place that is free. In this order no window needs more than the lists of its fullest
  /// step.
  constexpr void place() {
    using Kind = ListKind;
    const unsigned order[Kind::count] = {Kind::pixels,      Kind::sorted_columns, Kind::pairs, Kind::sum + 1,
                                         Kind::core,        Kind::eights,         Kind::fours, Kind::sum,
                                         Kind::sorted_rows, Kind::halves};
    for (unsigned placed = 0; placed < Kind::count; ++placed) {
      const unsigned kind = order[placed];
      bool is_free = false;
      while (!is_free) {
        is_free = true;
        for (unsigned i = 0; i < placed; ++i) {
          const unsigned other = order[i];
          if (kind > last[other] || other > last[kind]) continue;
          if (at[kind] + sizes[kind] <= at[other] || at[other] + sizes[other] <= at[kind]) continue;
          at[kind] = at[other] + sizes[other];
          is_free = false;
        }
      }
      words = std::max(words, at[kind] + sizes[kind]);
    }
  }
};

/// Where a block of threads has its lists in shared memory, in words. Lists of a kind lie side by side: value
/// 0 of each, then value 1 of each, so that neighbouring threads use different banks.
template <unsigned window> struct TileLists {
  /// In a row. For 27x27 24: with 32 a second block would not fit on a multiprocessor.
  static constexpr unsigned tiles = window == 27 ? 24 : 32;
  static constexpr unsigned side = window - 3;                 ///< of a core
  static constexpr unsigned columns = 4 * tiles + window - 1;  ///< of pixels
  /// Places for columns c, c + 4, c + 8, ...: an odd multiple of 8, so that 32 columns are in as many banks.
  static constexpr unsigned quarter = 40;
  static_assert(columns <= 4 * quarter);
  static constexpr unsigned rows = 6;  ///< 0, 1, 2, k, k + 1 and k + 2: those that no core has

  /// Values in a list of columns of a core.
  static constexpr unsigned of_columns(unsigned count) { return kept(window, count * side); }

  /// The columns that are merged to the first `done` columns of a core.
  static __host__ __device__ constexpr unsigned next_of(unsigned done) {
    if (side >= done + 8) return 8;
    return side >= done + 4 ? 4 : 2;
  }

  /// The kind of the lists of the first `count` columns of each tile's core.
  static __host__ __device__ constexpr unsigned sum_of(unsigned count) {
    unsigned kind = ListKind::eights;
    for (unsigned done = 8; done < count; done += next_of(done)) ++kind;
    return count > 8 && count == side ? ListKind::core : kind;
  }

  static constexpr ListPlan plan = [] {
    using Kind = ListKind;
    ListPlan lists;
    lists.sizes[Kind::pixels] = 4 * quarter * rows;
    lists.sizes[Kind::sorted_columns] = 4 * quarter * side;
    lists.sizes[Kind::pairs] = 2 * quarter * of_columns(2);
    lists.sizes[Kind::fours] = quarter * of_columns(4);
    lists.sizes[Kind::eights] = quarter * of_columns(8);
    lists.sizes[Kind::halves] = 2 * tiles * kept(window, (side + 2) * side);
    lists.sizes[Kind::sorted_rows] = 2 * tiles * rows * (window - 1);
    for (const unsigned kind : {Kind::pixels, Kind::sorted_columns, Kind::halves, Kind::sorted_rows})
      lists.last[kind] = Kind::count;
    lists.last[Kind::pairs] = Kind::halves;
    lists.last[Kind::fours] = Kind::eights;
    for (unsigned done = 8; done < side; done += next_of(done)) {
      const unsigned next = next_of(done);
      const unsigned to = sum_of(done + next);
      lists.sizes[to] = tiles * of_columns(done + next);
      lists.last[sum_of(done)] = to;
      if (next == 8) lists.last[Kind::eights] = to;
      if (next == 4) lists.last[Kind::fours] = to;
    }
    lists.last[sum_of(side)] = Kind::halves;
    lists.place();
    return lists;
  }();
  static constexpr unsigned pixels_at = plan.at[ListKind::pixels];
  static constexpr unsigned columns_at = plan.at[ListKind::sorted_columns];
  static constexpr unsigned pairs_at = plan.at[ListKind::pairs];
  static constexpr unsigned fours_at = plan.at[ListKind::fours];
  static constexpr unsigned eights_at = plan.at[ListKind::eights];
  static constexpr unsigned halves_at = plan.at[ListKind::halves];
  static constexpr unsigned rows_at = plan.at[ListKind::sorted_rows];
  static __host__ __device__ constexpr unsigned sum_at(unsigned count) { return plan.at[sum_of(count)]; }
  static constexpr unsigned core_at = sum_at(side);
  static constexpr unsigned words = plan.words;
  static constexpr unsigned resident_blocks = 228 * 1024 / (words * 4 + 1024);  ///< on a multiprocessor of sm_90
  static_assert(resident_blocks > 0);

  /// Twice as many where few blocks fit.
  static constexpr unsigned threads = (resident_blocks < 3 ? 8 : 4) * tiles;
  /// Values of a merge that a thread has at a time: the registers of two blocks of 256 threads, so those of 23x23 and
  /// 25x25, do not hold more than 64.
  static constexpr unsigned most_in_block = resident_blocks < 3 && threads * resident_blocks > 384 ? 64 : 128;
};

}  // namespace median_window::inline RUNGS_BACKEND
