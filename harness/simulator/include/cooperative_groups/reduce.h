// Reductions over a tile of a warp.
#pragma once

#include "cooperative_groups.h"

namespace cooperative_groups {
inline namespace rungs_simulator {

template <class T>
struct plus {
  T operator()(T a, T b) const { return a + b; }
};
template <class T>
struct less {
  T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T>
struct greater {
  T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T>
struct bit_and {
  T operator()(T a, T b) const { return a & b; }
};
template <class T>
struct bit_or {
  T operator()(T a, T b) const { return a | b; }
};
template <class T>
struct bit_xor {
  T operator()(T a, T b) const { return a ^ b; }
};

/// Combines the values of all threads of the tile; every thread gets the result.
template <class Tile, class T, class Combine>
T reduce(const Tile& tile, T value, Combine combine, rs::Site site = rs::Site::here()) {
  for (unsigned lanes = tile.size() / 2; lanes > 0; lanes /= 2) {
    value = combine(value, tile.shfl_xor(value, static_cast<int>(lanes), site));
  }
  return value;
}

}  // namespace rungs_simulator
}  // namespace cooperative_groups
