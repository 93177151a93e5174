// Reductions over lanes of a warp.
#pragma once

#include <functional>
#include "cooperative_groups.h"

namespace cooperative_groups {
inline namespace rungs_simulator {

using ::std::bit_and;
using ::std::bit_or;
using ::std::bit_xor;
using ::std::plus;
template <class T> struct less {
  T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T> struct greater {
  T operator()(T a, T b) const { return a < b ? b : a; }
};

/// Combines the values of all threads of the group; every thread gets the result.
template <class Group, class T, class Combine>
T reduce(const Group& group, T value, Combine combine, rs::Site site = rs::Site::here()) {
  if ((group.size() & (group.size() - 1)) == 0) {
    for (unsigned ranks = group.size() / 2; ranks > 0; ranks /= 2) {
      value = combine(value, group.shfl_xor(value, ranks, site));
    }
    return value;
  }
  T result = group.shfl(value, 0, site);
  for (unsigned rank = 1; rank < group.size(); ++rank) result = combine(result, group.shfl(value, rank, site));
  return result;
}

}  // namespace rungs_simulator
}  // namespace cooperative_groups
