// The minima and maxima that merge sorted lists of a window's pixels, as a table.
#pragma once

#include <cstdint>

#ifdef __CUDACC__
#define MEDIAN_WINDOW_BOTH __host__ __device__
#else
#define MEDIAN_WINDOW_BOTH
#endif

namespace median_window {

/// Puts the smaller value at `low` and the larger at `high`; either may be unneeded.
struct Step {
  std::uint8_t low = 0;
  std::uint8_t high = 0;
  bool low_is_needed = true;
  bool high_is_needed = true;
};

/// Places of at most `most` values, in the values' order.
template <unsigned most> struct Places {
  std::uint8_t at[most] = {};
  unsigned count = 0;

  constexpr Places() = default;
  /// Places first to first + taken - 1.
  constexpr Places(unsigned first, unsigned taken) {
    for (unsigned i = 0; i < taken; ++i) add(static_cast<std::uint8_t>(first + i));
  }

  constexpr void add(std::uint8_t place) { at[count++] = place; }
  [[nodiscard]] constexpr unsigned size() const { return count; }
  constexpr std::uint8_t operator[](unsigned i) const { return at[i]; }

  /// Places first, first + 2, ...
  [[nodiscard]] constexpr Places every_other(unsigned first) const {
    Places some;
    for (unsigned i = first; i < count; i += 2) some.add(at[i]);
    return some;
  }

  /// The `taken` ones in the middle.
  [[nodiscard]] constexpr Places middle(unsigned taken) const {
    Places some;
    for (unsigned i = 0; i < taken; ++i) some.add(at[(count - taken) / 2 + i]);
    return some;
  }
};

/// Up to `most` steps in order, on `most_places` places, and the places of the results.
template <unsigned most_places, unsigned most> struct Network {
  using Places = median_window::Places<most_places>;

  Step steps[most] = {};
  unsigned count = 0;
  Places results;

  /// Batcher's odd-even merge of two sorted lists; returns where their values are afterwards.
  /// Inlined into itself it would take half of the time that its users need to compile.
  [[gnu::noinline]] constexpr Places merge(const Places& a, const Places& b) {
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

  /// Sorts `taken` values at places from `first` on.
  constexpr Places sort(unsigned first, unsigned taken) {
    if (taken == 1) return {first, 1};
    const Places left = sort(first, taken / 2);
    return merge(left, sort(first + taken / 2, taken - taken / 2));
  }

  /// Removes all that no result depends on.
  constexpr void prune() {
    bool needed[most_places] = {};
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

/// Values that a list of `pixels` of a window's pixels drops at each end: those that cannot be the median,
/// whatever the other pixels are.
MEDIAN_WINDOW_BOTH constexpr unsigned dropped(unsigned window, unsigned pixels) {
  const unsigned half = window * window / 2;
  return pixels > half + 1 ? pixels - half - 1 : 0;
}

/// How many values are left.
MEDIAN_WINDOW_BOTH constexpr unsigned kept(unsigned window, unsigned pixels) {
  return pixels - 2 * dropped(window, pixels);
}

/// Merges what is left of p and of q pixels of a window, at places from 0 on; the results are what is left of
/// all of them.
constexpr Network<80, 320> joining_network(unsigned window, unsigned p, unsigned q) {
  Network<80, 320> network;
  const unsigned of_a = kept(window, p);
  network.results = network.merge({0, of_a}, {of_a, kept(window, q)}).middle(kept(window, p + q));
  network.prune();
  return network;
}

}  // namespace median_window
