// Used from gpu/evict_first on: a load whose line leaves the L2 before others.
#pragma once

#include <rungs/device.hpp>
#include <rungs/l2_policy.hpp>

namespace reduce::inline RUNGS_BACKEND {

/// A load for fold_share(), with a policy that each thread creates once. A single value is loaded plainly.
struct EvictFirst {
  rungs::l2::Policy policy = rungs::l2::evict_first();

  template <class Values>
  __device__ Values operator()(const Values* from) const {
    if constexpr (sizeof(Values) == 16) {
      return rungs::l2::load(from, policy);
    } else {
      return *from;
    }
  }
};

}  // namespace reduce::inline RUNGS_BACKEND
