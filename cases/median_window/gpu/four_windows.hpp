// Medians of 2x2 windows at a time, from the pixels that they share.
//
// Four adjacent windows of side w share (w - 1)^2 pixels. A tile has those, sorted, and what each window has
// besides: a column to the left or right, a row above or below, and a corner. Each is joined as late as
// possible, so that every join but the last serves two or four windows.
#pragma once

#include <rungs/device.hpp>

#include "cases/median_window/gpu/selection.hpp"

namespace median_window::inline RUNGS_BACKEND {

/// Rows of pixels as wide as two adjacent windows, from top to bottom; four rows are added at a time, and
/// give four rows of medians of two windows each. Of each row, the pixels that both windows contain are
/// sorted. Rows 1 and 2, 3 and 4, ... are joined to pairs, which serve several rows of windows.
template <class Ops, class Value, unsigned window>
struct FourWindows {
  static constexpr unsigned common = window - 1;  ///< rows, and columns, that adjacent windows share
  static constexpr unsigned pairs = common / 2;
  static constexpr unsigned step = 4;  ///< rows of medians
  static constexpr unsigned rows = common + step;

  Part<Value, window, common> middle[rows];  ///< the columns that both windows contain
  Value left[rows];                          ///< the left window's first column
  Value right[rows];                         ///< the right window's last column
  Part<Value, window, 2 * common> pair[pairs + 1];

  /// Sets a row from `common` + 2 pixels.
  template <unsigned row>
  __device__ __forceinline__ void set(const Value (&pixels)[window + 1]) {
    left[row] = pixels[0];
    middle[row] = sort<Ops, window, common, 1>(pixels);
    right[row] = pixels[window];
  }

  /// Joins rows 2 * i + 1 and 2 * i + 2.
  template <unsigned i>
  __device__ __forceinline__ void join_pair() {
    pair[i] = join<Ops>(middle[2 * i + 1], middle[2 * i + 2]);
  }

  using Column = Part<Value, window, common>;

  /// The pixels of a column beside the core, sorted: for the first two rows of windows and for the last two.
  struct Columns {
    Column upper;
    Column lower;
  };

  static __device__ __forceinline__ Columns columns(const Value (&pixels)[rows]) {
    const auto first = sort<Ops, window, 2, 1>(pixels);
    const auto last = sort<Ops, window, 2, common + 1>(pixels);
    if constexpr (common == 2) {
      return {first, last};
    } else {
      const auto both = sort<Ops, window, common - 2, 3>(pixels);
      return {join<Ops>(both, first), join<Ops>(both, last)};
    }
  }

  /// The medians of the windows of row `top` and of the next whose shared pixels are `core` and `column`;
  /// `corners` is the column of their corners.
  template <unsigned top>
  __device__ __forceinline__ void two_medians(const Part<Value, window, common * common>& core,
                                              const Column& column, const Value (&corners)[rows],
                                              Value& upper, Value& lower) const {
    const auto both = join<Ops>(core, column);
    const auto with_row = [&](unsigned row) {
      const Part<Value, window, 1> corner{{corners[row]}};
      return join<Ops>(join<Ops>(both, middle[row]), corner).at[0];
    };
    upper = with_row(top);
    lower = with_row(top + common + 1);
  }

  /// Four rows of medians; all rows and the pairs but the last two are set.
  __device__ __forceinline__ void filter(Value (&medians)[step][2]) {
    join_pair<pairs - 1>();
    join_pair<pairs>();
    Part<Value, window, common * common> upper;
    Part<Value, window, common * common> lower;
    if constexpr (pairs == 1) {
      upper = pair[0];
      lower = pair[1];
    } else {
      const auto both = join_all<Ops, pairs - 1, 1>(pair);
      upper = join<Ops>(both, pair[0]);
      lower = join<Ops>(both, pair[pairs]);
    }
    const Columns before = columns(left);
    const Columns after = columns(right);
    two_medians<0>(upper, before.upper, left, medians[0][0], medians[1][0]);
    two_medians<0>(upper, after.upper, right, medians[0][1], medians[1][1]);
    two_medians<2>(lower, before.lower, left, medians[2][0], medians[3][0]);
    two_medians<2>(lower, after.lower, right, medians[2][1], medians[3][1]);
  }

  /// Forgets the first four rows.
  __device__ __forceinline__ void advance() {
#pragma unroll
    for (unsigned row = 0; row < common; ++row) {
      middle[row] = middle[row + step];
      left[row] = left[row + step];
      right[row] = right[row + step];
    }
#pragma unroll
    for (unsigned i = 0; i + 2 < pairs + 1; ++i) pair[i] = pair[i + 2];
  }
};

}  // namespace median_window::inline RUNGS_BACKEND
