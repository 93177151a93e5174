// 5x5 medians for two rows and two columns of windows at a time, from sorted lists that the windows share.
//
// Four adjacent windows share 4x4 pixels. Of these 16 sorted values, the three smallest and the three largest
// cannot be the median of any of the windows. The 10 others, with the four pixels of the column to the left
// or right, are shared by two windows, and six of them are left. Those six, with the four pixels of the row
// above or below and the pixel in the corner, give the median of one window.
#pragma once

#include <rungs/device.hpp>

#include "cases/median/gpu/sorted_lists.hpp"

namespace median::inline RUNGS_BACKEND {

/// Adjacent rows of windows. `Orders` has the exchanges: `Small` for lists of up to eight values, `Core` for
/// the one of 16, and `Last` for steps that serve two windows or one.
template <class Value, class Orders>
struct Windows5 {
  using Two = Sorted<Value, 2>;
  using Four = Sorted<Value, 4>;
  using Six = Sorted<Value, 6>;
  using Eight = Sorted<Value, 8>;

  static __device__ __forceinline__ Two two(Value a, Value b) {
    typename Orders::Small{}(a, b);
    return {{a, b}};
  }

  /// What is left of 20 of a window's pixels, all but those of one outer row.
  struct Sides {
    Six left;
    Six right;
  };

  /// From the two pairs of columns in the middle and the columns to their left and right.
  static __device__ __forceinline__ Sides sides(const Eight& first, const Eight& second, const Four& left,
                                                const Four& right) {
    const auto core = take<3, 1, 10>(merge(first, second, typename Orders::Core{}));
    const typename Orders::Last order{};
    return {take<4, 1, 6>(merge(core, left, order)), take<4, 1, 6>(merge(core, right, order))};
  }

  /// The median of the corner pixel and of the two middle values without it.
  static __device__ __forceinline__ Value median(const Six& twenty, const Four& row, Value corner) {
    const typename Orders::Last order{};
    Two middle = take<4, 1, 2>(merge(twenty, row, order));
    order(corner, middle.at[1]);
    order(middle.at[0], corner);
    return corner;
  }

  /// The medians of two rows of windows. `above` and `below` are the sorted pairs of each column's second and
  /// third and of its fourth and fifth pixels; `top` and `bottom` are its first and sixth.
  template <unsigned windows>
  static __device__ __forceinline__ void filter_two_rows(const Value (&top)[windows + 4],
                                                         const Two (&above)[windows + 4],
                                                         const Two (&below)[windows + 4],
                                                         const Value (&bottom)[windows + 4],
                                                         Value (&upper)[windows], Value (&lower)[windows]) {
    const typename Orders::Small order{};
    const auto column = [&](unsigned x) { return merge(above[x], below[x], order); };
    Eight left_pair = merge(column(1), column(2), order);
#pragma unroll
    for (unsigned x = 0; x < windows; x += 2) {
      const Eight right_pair = merge(column(x + 3), column(x + 4), order);
      const Sides twenty = sides(left_pair, right_pair, column(x), column(x + 5));
      left_pair = right_pair;
      const auto row = [&](const Value(&pixels)[windows + 4]) {
        return merge(two(pixels[x + 1], pixels[x + 2]), two(pixels[x + 3], pixels[x + 4]), order);
      };
      const Four top_row = row(top);
      upper[x] = median(twenty.left, top_row, top[x]);
      upper[x + 1] = median(twenty.right, top_row, top[x + 5]);
      const Four bottom_row = row(bottom);
      lower[x] = median(twenty.left, bottom_row, bottom[x]);
      lower[x + 1] = median(twenty.right, bottom_row, bottom[x + 5]);
    }
  }
};

}  // namespace median::inline RUNGS_BACKEND
