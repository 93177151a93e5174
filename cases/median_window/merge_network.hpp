// The minima and maxima that merge two sorted lists, as a table made at compile time.
#pragma once

#include <cstdint>

namespace median_window {

/// Puts the smaller value at `low` and the larger at `high`; either may be unneeded.
struct Step {
  std::uint8_t low = 0;
  std::uint8_t high = 0;
  bool low_is_needed = true;
  bool high_is_needed = true;
};

/// Places of values, in the values' order.
struct Places {
  static constexpr unsigned most = 80;
  std::uint8_t at[most] = {};
  unsigned count = 0;

  constexpr void add(std::uint8_t place) { at[count++] = place; }

  /// Places first, first + 2, ...
  [[nodiscard]] constexpr Places every_other(unsigned first) const {
    Places some;
    for (unsigned i = first; i < count; i += 2) some.add(at[i]);
    return some;
  }
};

/// Steps in order, and the places of the results.
struct MergeNetwork {
  static constexpr unsigned most = 320;
  Step steps[most] = {};
  unsigned count = 0;
  Places results;

  /// Batcher's odd-even merge of two sorted lists; returns where their values are afterwards.
  constexpr Places merge(const Places& a, const Places& b) {
    if (a.count == 0) return b;
    if (b.count == 0) return a;
    if (a.count + b.count == 2) {
      Places both = a;
      both.add(b.at[0]);
      steps[count++] = {a.at[0], b.at[0]};
      return both;
    }
    const Places even = merge(a.every_other(0), b.every_other(0));
    const Places odd = merge(a.every_other(1), b.every_other(1));
    // Odd value i and even value i + 1 may still be in the wrong order.
    Places all;
    all.add(even.at[0]);
    for (unsigned i = 0; i < odd.count || i + 1 < even.count; ++i) {
      if (i < odd.count && i + 1 < even.count) steps[count++] = {odd.at[i], even.at[i + 1]};
      if (i < odd.count) all.add(odd.at[i]);
      if (i + 1 < even.count) all.add(even.at[i + 1]);
    }
    return all;
  }

  /// Removes all that no result depends on.
  constexpr void prune() {
    bool needed[Places::most] = {};
    for (unsigned i = 0; i < results.count; ++i) needed[results.at[i]] = true;
    unsigned kept = most;
    for (unsigned i = count; i-- > 0;) {
      Step step = steps[i];
      step.low_is_needed = needed[step.low];
      step.high_is_needed = needed[step.high];
      if (!step.low_is_needed && !step.high_is_needed) continue;
      needed[step.low] = needed[step.high] = true;
      steps[--kept] = step;
    }
    for (count = 0; kept + count < most; ++count) steps[count] = steps[kept + count];
  }
};

/// Merges sorted lists at places 0 to m - 1 and m to m + n - 1. The results are `kept` values, from the one
/// with `first` smaller ones on.
constexpr MergeNetwork merge_network(unsigned m, unsigned n, unsigned first, unsigned kept) {
  Places a;
  Places b;
  for (unsigned i = 0; i < m; ++i) a.add(static_cast<std::uint8_t>(i));
  for (unsigned i = m; i < m + n; ++i) b.add(static_cast<std::uint8_t>(i));
  MergeNetwork network;
  const Places all = network.merge(a, b);
  for (unsigned i = first; i < first + kept; ++i) network.results.add(all.at[i]);
  network.prune();
  return network;
}

}  // namespace median_window
