// Sorting and merging of lists by fixed minima and maxima in loops. On a GPU the loops are unrolled, the
// values are in registers, and the compiler removes the minima and maxima that no result depends on.
//
// Two sorted lists are merged in two halves. Value i of one list and value s - 1 - i of the other: the smaller ones are
// the s smallest values of both, the larger ones are the rest. The former rise and then fall, the latter fall and then
// rise, so that Batcher's bitonic steps sort them. No step crosses from one half to the other, nor later from an
// aligned block to another: a long merge can be split among threads, or turns.
#pragma once

#include <rungs/device.hpp>
#include <utility>
#include "cases/median_window/merge_network.hpp"

namespace median_window::inline RUNGS_BACKEND {

/// The least power of two that is at least n.
__host__ __device__ constexpr unsigned power_of_two(unsigned n) {
  unsigned power = 1;
  while (power < n) power *= 2;
  return power;
}

/// Sorts n values: the rounds of Batcher's odd-even merge sort from p and q on.
template <class Ops, unsigned n, unsigned p = power_of_two(n) / 2, unsigned q = power_of_two(n), class Value>
__device__ __forceinline__ void sort_values(Value (&values)[n]) {
  constexpr bool is_first = q == power_of_two(n);
  constexpr unsigned step = is_first ? p : q - p;
#pragma unroll
  for (unsigned i = 0; i + step < n; ++i) {
    if ((i & p) != (is_first ? 0 : p)) continue;
    const Value a = values[i];
    values[i] = Ops::min(a, values[i + step]);
    values[i + step] = Ops::max(a, values[i + step]);
  }
  if constexpr (q > 2 * p) {
    sort_values<Ops, n, p, q / 2>(values);
  } else if constexpr (p > 1) {
    sort_values<Ops, n, p / 2>(values);
  }
}

/// A merge of sorted lists of a and b values, whose results are those from `first` to `first` + `count` - 1.
/// Blocks 0 to `blocks` - 1 give them all, each at most `most_in_block`.
template <unsigned a, unsigned b, unsigned first, unsigned count, unsigned most_in_block = 128> struct Merge {
  /// A half has its values in a power of two of places. There are pads before the lower one's values, less
  /// than these, and behind the upper one's, greater than these. No step moves them.
  struct Half {
    unsigned values;
    unsigned places;
    unsigned block;   ///< places
    unsigned blocks;  ///< that have results
    constexpr Half(unsigned in_half, unsigned results)
        : values(in_half),
          places(power_of_two(in_half)),
          block(places < most_in_block ? places : most_in_block),
          blocks((results + block - 1) / block) {}
  };
  static constexpr Half lower{first + count / 2, count / 2};
  static constexpr Half upper{a + b - lower.values, count - count / 2};
  static constexpr unsigned blocks = lower.blocks + upper.blocks;

  /// How many of the aligned `places` of a half from `start` on are pads, after the steps between such parts.
  template <bool is_low> static __host__ __device__ constexpr unsigned pads(unsigned start, unsigned places) {
    constexpr Half half = is_low ? lower : upper;
    if (places == half.places) return places - half.values;
    const unsigned both = pads<is_low>(start & ~places, 2 * places);
    const bool is_greater = (start & places) != 0;
    if (is_greater == is_low) return both > places ? both - places : 0;
    return both < places ? both : places;
  }

  /// Place i of those.
  template <class Ops, bool is_low, unsigned start, unsigned places, class A, class B>
  static __device__ __forceinline__ auto place(const A& of_a, const B& of_b, unsigned i) {
    constexpr Half half = is_low ? lower : upper;
    if constexpr (places < half.places) {
      constexpr unsigned pads_of_both = pads<is_low>(start & ~places, 2 * places);
      constexpr bool is_greater = (start & places) != 0;
      const auto low = [&] { return place<Ops, is_low, (start & ~places), 2 * places>(of_a, of_b, i); };
      const auto high = [&] { return place<Ops, is_low, (start & ~places), 2 * places>(of_a, of_b, i + places); };
      if (is_low && i + places < pads_of_both + places) return high();
      if (!is_low && i + pads_of_both >= places) return low();
      return is_greater ? Ops::max(low(), high()) : Ops::min(low(), high());
    } else if constexpr (is_low) {
      constexpr unsigned before = half.places - half.values;
      if (i + b < half.places) return of_a(i - before);
      if (i >= before + a) return of_b(half.places - 1 - i);
      return Ops::min(of_a(i - before), of_b(half.places - 1 - i));
    } else {
      if (i + lower.values < b) return of_b(b - 1 - i);
      if (i >= b) return of_a(i + lower.values - b);
      return Ops::max(of_a(i + lower.values - b), of_b(b - 1 - i));
    }
  }

  /// The steps in a block whose first or last `pads` places are pads.
  template <class Ops, bool is_low, unsigned pads, unsigned distance, unsigned n, class Value>
  static __device__ __forceinline__ void steps(Value (&values)[n]) {
    if constexpr (distance > 0) {
#pragma unroll
      for (unsigned i = is_low ? pads : 0; i + distance < (is_low ? n : n - pads); ++i) {
        if ((i & distance) != 0) continue;
        const Value x = values[i];
        values[i] = Ops::min(x, values[i + distance]);
        values[i + distance] = Ops::max(x, values[i + distance]);
      }
      steps<Ops, is_low, pads, distance / 2>(values);
    }
  }

  /// Calls `result(i, value)` for the results of a block, i from 0 to `count` - 1. `of_a(i)` and `of_b(i)`
  /// are the values of the lists.
  template <class Ops, unsigned number, class A, class B, class Result>
  static __device__ __forceinline__ void block(const A& of_a, const B& of_b, const Result& result) {
    using Value = decltype(of_a(0U));
    constexpr bool is_low = number < lower.blocks;
    constexpr Half half = is_low ? lower : upper;
    constexpr unsigned start = is_low ? half.places - (number + 1) * half.block : (number - lower.blocks) * half.block;
    constexpr unsigned pads_in_block = pads<is_low>(start, half.block);
    Value values[half.block];
#pragma unroll
    for (unsigned i = is_low ? pads_in_block : 0; i < half.block - (is_low ? 0 : pads_in_block); ++i)
      values[i] = place<Ops, is_low, start, half.block>(of_a, of_b, i);
    steps<Ops, is_low, pads_in_block, half.block / 2>(values);
#pragma unroll
    for (unsigned i = 0; i < half.block; ++i) {
      if constexpr (is_low) {
        if (start + i + count / 2 >= half.places) result(start + i + count / 2 - half.places, values[i]);
      } else {
        if (start + i < count - count / 2) result(start + i + count / 2, values[i]);
      }
    }
  }

  /// The same for all blocks.
  template <class Ops, class A, class B, class Result>
  static __device__ __forceinline__ void all(const A& of_a, const B& of_b, const Result& result) {
    [&]<unsigned... number>(std::integer_sequence<unsigned, number...>) {
      (block<Ops, number>(of_a, of_b, result), ...);
    }
    (std::make_integer_sequence<unsigned, blocks>{});
  }
};

/// The merge of what is left of p and of q pixels of a window.
template <unsigned window, unsigned p, unsigned q, unsigned most_in_block = 128>
using MergeOf = Merge<kept(window, p), kept(window, q), (kept(window, p) + kept(window, q) - kept(window, p + q)) / 2,
                      kept(window, p + q), most_in_block>;

/// The median of a window from the list of all but its last row, that row but for the corner, and the corner.
template <class Ops, unsigned window, class Value, class Row>
__device__ __forceinline__ Value median_of(const Value (&list)[window + 1], const Row& row, Value corner) {
  // The two in the middle of the list and the row: see Merge.
  Value below = list[0];
  Value above = list[window];
#pragma unroll
  for (unsigned i = 1; i < window; ++i) {
    const Value other = row(window - 1 - i);
    below = Ops::max(below, Ops::min(list[i], other));
    above = Ops::min(above, Ops::max(list[i], other));
  }
  return Ops::max(below, Ops::min(above, corner));
}

}  // namespace median_window::inline RUNGS_BACKEND
