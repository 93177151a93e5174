// The median of a window from sorted lists of its pixels, which are joined until one value is left.
//
// Of p pixels of a window, a value with more than half of the window's pixels on one side of it cannot be the
// median, whatever the others are. A list therefore drops its ends as soon as that holds (a forgetful
// selection), and a list of all pixels has one value left, the median. Lists of the same pixels serve all
// windows that contain them.
//
// `Ops` has min and max of a value: one pixel, or two in 16-bit lanes. Lists are merged by Batcher's odd-even
// merge. The compiler removes minima and maxima that no kept value depends on.
#pragma once

#include <rungs/device.hpp>
#include <utility>

namespace median_window::inline RUNGS_BACKEND {

/// Values that a list of `pixels` of a window's pixels drops at each end.
__host__ __device__ constexpr unsigned dropped(unsigned window, unsigned pixels) {
  const unsigned half = window * window / 2;
  return pixels > half + 1 ? pixels - half - 1 : 0;
}

/// The values in order, the smallest first.
template <class Value, unsigned count>
struct Sorted {
  Value at[count];
};

/// Those of `pixels` of a window's pixels that can be the median, in order.
template <class Value, unsigned window, unsigned pixels>
struct Part : Sorted<Value, pixels - 2 * dropped(window, pixels)> {};

/// The values first, first + step, first + 2 * step, ...
template <unsigned first, unsigned step, unsigned taken, class Value, unsigned count>
__device__ __forceinline__ Sorted<Value, taken> take(const Sorted<Value, count>& list) {
  static_assert(first + (taken - 1) * step < count);
  Sorted<Value, taken> some;
#pragma unroll
  for (unsigned i = 0; i < taken; ++i) some.at[i] = list.at[first + i * step];
  return some;
}

/// Puts the smaller value into `low`.
template <class Ops, class Value>
__device__ __forceinline__ void exchange(Value& low, Value& high) {
  const Value smaller = Ops::min(low, high);
  high = Ops::max(low, high);
  low = smaller;
}

/// Batcher's odd-even merge of lists of any lengths.
template <class Ops, class Value, unsigned m, unsigned n>
__device__ __forceinline__ Sorted<Value, m + n> merge(const Sorted<Value, m>& a, const Sorted<Value, n>& b) {
  Sorted<Value, m + n> all;
  if constexpr (m < n) {
    all = merge<Ops>(b, a);
  } else if constexpr (m == 1) {
    all = {{a.at[0], b.at[0]}};
    exchange<Ops>(all.at[0], all.at[1]);
  } else {
    const auto even = merge<Ops>(take<0, 2, (m + 1) / 2>(a), take<0, 2, (n + 1) / 2>(b));
    constexpr unsigned evens = (m + 1) / 2 + (n + 1) / 2;
    constexpr unsigned odds = m + n - evens;
    Sorted<Value, odds> odd;
    if constexpr (n == 1) {
      odd = take<1, 2, odds>(a);
    } else {
      odd = merge<Ops>(take<1, 2, m / 2>(a), take<1, 2, n / 2>(b));
    }
    all.at[0] = even.at[0];
    // Between the smallest and the largest, places 2k - 1 and 2k take odd value k - 1 and even value k.
#pragma unroll
    for (unsigned i = 1; i < m + n; ++i)
      all.at[i] = i % 2 == 1 && i / 2 < odds ? odd.at[i / 2] : even.at[i % 2 == 1 ? i / 2 + 1 : i / 2];
#pragma unroll
    for (unsigned k = 1; k <= odds && k < evens; ++k) exchange<Ops>(all.at[2 * k - 1], all.at[2 * k]);
  }
  return all;
}

/// The part of both lists' pixels, which must be different ones.
template <class Ops, class Value, unsigned window, unsigned p, unsigned q>
__device__ __forceinline__ Part<Value, window, p + q> join(const Part<Value, window, p>& a,
                                                           const Part<Value, window, q>& b) {
  constexpr unsigned again = dropped(window, p + q) - dropped(window, p) - dropped(window, q);  // at each end
  constexpr unsigned kept = p + q - 2 * dropped(window, p + q);
  return {take<again, 1, kept>(merge<Ops>(static_cast<const Sorted<Value, p - 2 * dropped(window, p)>&>(a),
                                          static_cast<const Sorted<Value, q - 2 * dropped(window, q)>&>(b)))};
}

/// Sorts `count` pixels, those from `first` on of an array.
template <class Ops, unsigned window, unsigned count, unsigned first = 0, class Value, unsigned n>
__device__ __forceinline__ Part<Value, window, count> sort(const Value (&pixels)[n]) {
  if constexpr (count == 1) {
    return {{{pixels[first]}}};
  } else {
    constexpr unsigned half = count / 2;
    return join<Ops>(sort<Ops, window, half, first>(pixels),
                     sort<Ops, window, count - half, first + half>(pixels));
  }
}

/// Joins `count` of the lists, from `first` on.
template <class Ops, unsigned count, unsigned first = 0, class Value, unsigned window, unsigned p, unsigned n>
__device__ __forceinline__ Part<Value, window, p * count> join_all(const Part<Value, window, p> (&lists)[n]) {
  if constexpr (count == 1) {
    return lists[first];
  } else {
    constexpr unsigned half = (count + 1) / 2;
    return join<Ops>(join_all<Ops, half, first>(lists), join_all<Ops, count - half, first + half>(lists));
  }
}

/// The median of the window of sorted rows (or columns): gpu/network.
template <class Ops, class Value, unsigned window>
__device__ __forceinline__ Value median_of_rows(const Part<Value, window, window> (&rows)[window]) {
  return join_all<Ops, window>(rows).at[0];
}

/// The medians of two windows, one below the other, of sorted rows. Those that are in both windows are joined
/// once: gpu/sorted_rows.
template <class Ops, class Value, unsigned window>
__device__ __forceinline__ void two_medians(const Part<Value, window, window> (&rows)[window + 1],
                                            Value& upper, Value& lower) {
  const auto both = join_all<Ops, window - 1, 1>(rows);
  upper = join<Ops>(both, rows[0]).at[0];
  lower = join<Ops>(both, rows[window]).at[0];
}

}  // namespace median_window::inline RUNGS_BACKEND
