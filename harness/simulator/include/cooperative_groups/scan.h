// Prefix sums and the like over lanes of a warp.
#pragma once

#include "reduce.h"

namespace cooperative_groups {
inline namespace rungs_simulator {

/// Combines the values of the threads up to this one.
template <class Group, class T, class Combine = plus<T>>
T inclusive_scan(const Group& group, T value, Combine combine = {}, rs::Site site = rs::Site::here()) {
  for (unsigned ranks = 1; ranks < group.size(); ranks *= 2) {
    const T before = group.shfl_up(value, ranks, site);
    if (group.thread_rank() >= ranks) value = combine(before, value);
  }
  return value;
}

/// Combines the values of the threads before this one; T{} in the first.
template <class Group, class T, class Combine = plus<T>>
T exclusive_scan(const Group& group, T value, Combine combine = {}, rs::Site site = rs::Site::here()) {
  const T before = group.shfl_up(inclusive_scan(group, value, combine, site), 1, site);
  return group.thread_rank() == 0 ? T{} : before;
}

}  // namespace rungs_simulator
}  // namespace cooperative_groups
