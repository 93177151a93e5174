// Sorted lists of a length known at compile time, and the network that merges two of them.
//
// A list's values are words of several pixels, with each lane sorted separately; `order(low, high)` leaves
// the smaller value in `low`. The compiler removes unused values of a merged list, and all steps that lead to
// them.
#pragma once

#include <rungs/device.hpp>

namespace median::inline RUNGS_BACKEND {

/// `count` values in order, the smallest first.
template <class Value, unsigned count>
struct Sorted {
  Value at[count];
};

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
/// these is then compared with one neighbour.
template <class Value, unsigned m, unsigned n, class Order>
__device__ __forceinline__ Sorted<Value, m + n> merge(const Sorted<Value, m>& a, const Sorted<Value, n>& b,
                                                      Order order) {
  Sorted<Value, m + n> all;
  if constexpr (m < n) {
    all = merge(b, a, order);
  } else if constexpr (m == 1) {
    all = {{a.at[0], b.at[0]}};
    order(all.at[0], all.at[1]);
  } else {
    const auto even = merge(take<0, 2, (m + 1) / 2>(a), take<0, 2, (n + 1) / 2>(b), order);
    constexpr unsigned evens = (m + 1) / 2 + (n + 1) / 2;
    constexpr unsigned odds = m + n - evens;
    Sorted<Value, odds> odd;
    if constexpr (n == 1) {
      odd = take<1, 2, odds>(a);
    } else {
      odd = merge(take<1, 2, m / 2>(a), take<1, 2, n / 2>(b), order);
    }
    all.at[0] = even.at[0];
#pragma unroll
    for (unsigned i = 1; i < m + n; ++i) {
      // Between the smallest and the largest, places 2k - 1 and 2k take odd value k - 1 and even value k.
      all.at[i] = i % 2 == 1 && i / 2 < odds ? odd.at[i / 2] : even.at[i % 2 == 1 ? i / 2 + 1 : i / 2];
    }
#pragma unroll
    for (unsigned k = 1; k <= odds && k < evens; ++k) order(all.at[2 * k - 1], all.at[2 * k]);
  }
  return all;
}

}  // namespace median::inline RUNGS_BACKEND
