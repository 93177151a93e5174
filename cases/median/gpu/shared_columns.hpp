// The medians of 5x5 pixels, where four windows share the sorting of their common pixels.
#pragma once

#include "cases/median/gpu/pixels.hpp"
#include "cases/median/gpu/sorted_columns.hpp"

namespace median::inline RUNGS_BACKEND {

/// Orders two pairs of lanes by minima and maxima.
struct OrderLanes {
  __device__ __forceinline__ void operator()(unsigned& low, unsigned& high) const { order_lanes(low, high); }
};

/// `count` values in order, the smallest first. Lanes are sorted each by itself.
template <class Value, unsigned count> struct Sorted { Value at[count]; };

/// The values first, first + step, first + 2 * step, ...
template <unsigned first, unsigned step, unsigned taken, class Value, unsigned count>
__device__ __forceinline__ Sorted<Value, taken> take(const Sorted<Value, count>& list) {
  static_assert(first + (taken - 1) * step < count);
  Sorted<Value, taken> part;
#pragma unroll
  for (unsigned i = 0; i < taken; ++i) part.at[i] = list.at[first + i * step];
  return part;
}

/// Batcher's odd-even merge: values at even places are merged, values at odd places are merged, and each of
/// these is then compared with one neighbour. The compiler removes what no used value depends on.
template <class Order, class Value, unsigned m, unsigned n>
__device__ __forceinline__ Sorted<Value, m + n> merge(const Sorted<Value, m>& a, const Sorted<Value, n>& b) {
  static_assert(m >= n);
  Sorted<Value, m + n> all;
  if constexpr (m == 1) {
    all = {{a.at[0], b.at[0]}};
    Order{}(all.at[0], all.at[1]);
  } else {
    const auto even = merge<Order>(take<0, 2, (m + 1) / 2>(a), take<0, 2, (n + 1) / 2>(b));
    constexpr unsigned evens = (m + 1) / 2 + (n + 1) / 2;
    constexpr unsigned odds = m + n - evens;
    Sorted<Value, odds> odd;
    if constexpr (n == 1) {
      odd = take<1, 2, odds>(a);
    } else {
      odd = merge<Order>(take<1, 2, m / 2>(a), take<1, 2, n / 2>(b));
    }
    all.at[0] = even.at[0];
#pragma unroll
    for (unsigned i = 1; i < m + n; ++i) {
      // Between the smallest and the largest, places 2k - 1 and 2k take odd value k - 1 and even value k.
      all.at[i] = i % 2 == 1 && i / 2 < odds ? odd.at[i / 2] : even.at[i % 2 == 1 ? i / 2 + 1 : i / 2];
    }
#pragma unroll
    for (unsigned k = 1; k <= odds && k < evens; ++k) Order{}(all.at[2 * k - 1], all.at[2 * k]);
  }
  return all;
}

/// Two pixels in order.
template <class Order, class Value> __device__ __forceinline__ Sorted<Value, 2> sort(Value a, Value b) {
  Order{}(a, b);
  return {{a, b}};
}

/// The medians of two rows of windows. `above` and `below` are the sorted pairs of each column's second and
/// third and of its fourth and fifth pixels; `top` and `bottom` are its first and sixth.
///
/// Four adjacent windows share 4x4 pixels. Of these 16 sorted values, the three smallest and the three
/// largest cannot be the median of any of the windows. The 10 others, with the four pixels of the column to
/// the left or right, are shared by two windows, and six of them are left. Those six, with the four pixels of
/// the row above or below and the pixel in the corner, give the median of one window. `Shared` orders what
/// four windows share, `Last` what serves two or one.
template <class Shared, class Last, class Value, unsigned windows>
__device__ __forceinline__ void filter_two_rows(const Value (&top)[windows + 4],
                                                const Sorted<Value, 2> (&above)[windows + 4],
                                                const Sorted<Value, 2> (&below)[windows + 4],
                                                const Value (&bottom)[windows + 4], Value (&upper)[windows],
                                                Value (&lower)[windows]) {
  const auto column = [&](unsigned x) { return merge<Shared>(above[x], below[x]); };
  const auto row_of = [&](const Value(&row)[windows + 4], unsigned x) {
    return merge<Shared>(sort<Shared>(row[x + 1], row[x + 2]), sort<Shared>(row[x + 3], row[x + 4]));
  };
  const auto median = [&](const Sorted<Value, 6>& six, const Sorted<Value, 4>& row, Value corner) {
    Sorted<Value, 2> middle = take<4, 1, 2>(merge<Last>(six, row));
    Last{}(corner, middle.at[1]);
    Last{}(middle.at[0], corner);
    return corner;
  };
  Sorted<Value, 8> left_pair = merge<Shared>(column(1), column(2));
#pragma unroll
  for (unsigned x = 0; x < windows; x += 2) {
    const Sorted<Value, 8> right_pair = merge<Shared>(column(x + 3), column(x + 4));
    const auto before = column(x);
    const auto after = column(x + 5);
    const auto core = take<3, 1, 10>(merge<Shared>(left_pair, right_pair));
    const auto left = take<4, 1, 6>(merge<Last>(core, before));
    const auto right = take<4, 1, 6>(merge<Last>(core, after));
    left_pair = right_pair;
    const auto top_row = row_of(top, x);
    upper[x] = median(left, top_row, top[x]);
    upper[x + 1] = median(right, top_row, top[x + 5]);
    const auto bottom_row = row_of(bottom, x);
    lower[x] = median(left, bottom_row, bottom[x]);
    lower[x + 1] = median(right, bottom_row, bottom[x + 5]);
  }
}

/// What gpu/5x5_shared_columns does, with `Shared` to order what several windows share and pixels in `place`. A
/// column's pixels in two adjacent rows are ordered once for the four rows of windows that contain both. Rows are
/// loaded when they are needed: the work on two rows is long enough for the other warps to hide the load.
template <class Shared, LaneByte place> struct SharedColumns {
  static constexpr unsigned border = 2;
  static constexpr unsigned rows = 16;
  static constexpr unsigned blocks = 4;

  template <bool aligned> static __device__ __forceinline__ void filter(const Frame& frame, unsigned x, unsigned top) {
    const unsigned bottom = frame.height - border;
    const auto load = [&](unsigned y, unsigned(&lanes)[12]) {  // rows below the frame are read as its last
      spread<2, place>(load_segment<aligned>(frame, x, min(y, frame.height - 1)), lanes);
    };
    const auto load_pairs = [&](unsigned y, Sorted<unsigned, 2>(&pairs)[12]) {
      unsigned first[12];
      unsigned second[12];
      load(y, first);
      load(y + 1, second);
#pragma unroll
      for (unsigned i = 0; i < 12; ++i) pairs[i] = sort<Shared>(first[i], second[i]);
    };
    Sorted<unsigned, 2> above[12];
    load_pairs(top - 1, above);
#pragma unroll 1
    for (unsigned done = 0; done < rows; done += 2) {
      const unsigned y = top + done;
      if (y >= bottom) return;
      unsigned first[12];
      Sorted<unsigned, 2> below[12];
      unsigned last[12];
      load(y - 2, first);
      load_pairs(y + 1, below);
      load(y + 3, last);
      unsigned upper[8];
      unsigned lower[8];
      filter_two_rows<Shared, OrderLanes>(first, above, below, last, upper, lower);
      store_segment<aligned, 2>(frame, x, y, gather<place>(upper));
      if (y + 1 < bottom) store_segment<aligned, 2>(frame, x, y + 1, gather<place>(lower));
#pragma unroll
      for (unsigned i = 0; i < 12; ++i) above[i] = below[i];
    }
  }
};

}  // namespace median::inline RUNGS_BACKEND
