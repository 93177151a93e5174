// The median of a window from sorted lists of its pixels, which are joined until one value is left.
//
// Of p pixels of a window, a value with more than half of the window's pixels on one side of it cannot be the median,
// whatever the others are. A list therefore drops its ends as soon as that holds (a forgetful selection), and a list of
// all pixels has one value left, the median. Lists of the same pixels serve all windows that contain them.
//
// `Ops` has min and max of a value: one pixel, or two in 16-bit lanes. Lists are merged by Batcher's odd-even
// merge, without the minima and maxima that no kept value depends on.
#pragma once

#include <rungs/device.hpp>
#include <utility>
#include "cases/median_window/merge_network.hpp"

namespace median_window::inline RUNGS_BACKEND {

/// Those of `pixels` of a window's pixels that can be the median, in order.
template <class Value, unsigned window, unsigned pixels> struct Part {
  static constexpr unsigned count = kept(window, pixels);
  Value at[count];
};

/// How parts of p and of q pixels are joined.
template <unsigned window, unsigned p, unsigned q> inline constexpr auto joining = joining_network(window, p, q);
template <unsigned window, unsigned p, unsigned q, unsigned i>
inline constexpr Step step_of_joining = joining<window, p, q>.steps[i];
template <unsigned window, unsigned p, unsigned q, unsigned k>
inline constexpr unsigned result_of_joining = joining<window, p, q>.results.at[k];

/// A step of a network, on the values at its two places.
template <class Ops, Step step, class Value> __device__ __forceinline__ void take_step(Value& low, Value& high) {
  const Value a = low;
  const Value b = high;
  if constexpr (step.low_is_needed) low = Ops::min(a, b);
  if constexpr (step.high_is_needed) high = Ops::max(a, b);
}

template <class Ops, unsigned window, unsigned p, unsigned q, class Value, unsigned... i, unsigned... step,
          unsigned... k>
__device__ __forceinline__ Part<Value, window, p + q> join(const Part<Value, window, p>& a,
                                                           const Part<Value, window, q>& b,
                                                           std::integer_sequence<unsigned, i...>,
                                                           std::integer_sequence<unsigned, step...>,
                                                           std::integer_sequence<unsigned, k...>) {
  constexpr unsigned from_a = Part<Value, window, p>::count;
  Value values[] = {(i < from_a ? a.at[i < from_a ? i : 0] : b.at[i < from_a ? 0 : i - from_a])...};
  (take_step<Ops, step_of_joining<window, p, q, step>>(values[step_of_joining<window, p, q, step>.low],
                                                       values[step_of_joining<window, p, q, step>.high]),
   ...);
  return {{values[result_of_joining<window, p, q, k>]...}};
}

/// The part of both lists' pixels, which must be different ones.
template <class Ops, class Value, unsigned window, unsigned p, unsigned q>
__device__ __forceinline__ Part<Value, window, p + q> join(const Part<Value, window, p>& a,
                                                           const Part<Value, window, q>& b) {
  using A = Part<Value, window, p>;
  using B = Part<Value, window, q>;
  return join<Ops, window, p, q>(a, b, std::make_integer_sequence<unsigned, A::count + B::count>{},
                                 std::make_integer_sequence<unsigned, joining<window, p, q>.count>{},
                                 std::make_integer_sequence<unsigned, Part<Value, window, p + q>::count>{});
}

/// Sorts `count` pixels, those from `first` on of an array.
template <class Ops, unsigned window, unsigned count, unsigned first = 0, class Value, unsigned n>
__device__ __forceinline__ Part<Value, window, count> sort(const Value (&pixels)[n]) {
  if constexpr (count == 1) {
    return {{pixels[first]}};
  } else {
    constexpr unsigned half = count / 2;
    return join<Ops>(sort<Ops, window, half, first>(pixels), sort<Ops, window, count - half, first + half>(pixels));
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

/// Minima and maxima of one pixel per word.
struct OfWords {
  static __device__ __forceinline__ unsigned min(unsigned a, unsigned b) { return a < b ? a : b; }
  static __device__ __forceinline__ unsigned max(unsigned a, unsigned b) { return a < b ? b : a; }
};

/// A row of a window, sorted.
template <unsigned window, class Pixel>
__device__ __forceinline__ Part<unsigned, window, window> sorted_row(const Pixel* first) {
  unsigned pixels[window];
#pragma unroll
  for (unsigned i = 0; i < window; ++i) pixels[i] = __ldg(first + i);
  return sort<OfWords, window, window>(pixels);
}

}  // namespace median_window::inline RUNGS_BACKEND
