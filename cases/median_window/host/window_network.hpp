// The networks of whole windows, made once per window.
#pragma once

#include <array>
#include "cases/median_window/merge_network.hpp"

namespace median_window {

/// Of windows up to 15x15.
using WindowNetwork = Network<225, 6144>;

/// Adds steps that join `count` sorted rows of `window` values, from row `first` on.
inline Places<225> add_joins(WindowNetwork& network, unsigned window, unsigned first, unsigned count) {
  if (count == 1) return {first * window, window};
  const unsigned half = (count + 1) / 2;
  const Places<225> left = add_joins(network, window, first, half);
  return network.merge(left, add_joins(network, window, first + half, count - half))
      .middle(kept(window, count * window));
}

struct Networks {
  WindowNetwork sort;    ///< sorts `window` values
  WindowNetwork select;  ///< the median of `window` sorted rows, one behind the other
};

/// The networks of a window, an odd number from 3 to 15.
inline const Networks& networks_of(unsigned window) {
  static const auto all = [] {
    std::array<Networks, 7> made{};
    for (unsigned of = 3; of <= 15; of += 2) {
      Networks& one = made[of / 2 - 1];
      one.sort.results = one.sort.sort(0, of);
      one.select.results = add_joins(one.select, of, 0, of);
      one.select.prune();
    }
    return made;
  }();
  return all[window / 2 - 1];
}

}  // namespace median_window
