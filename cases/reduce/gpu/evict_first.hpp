// Used from gpu/evict_first on: a load whose line leaves the L2 before others.
#pragma once

#include <rungs/device.hpp>
#include <rungs/l2_policy.hpp>

namespace reduce::inline RUNGS_BACKEND {

/// A load for fold_turn(), with a policy that each thread creates once.
struct EvictFirst {
  rungs::l2::Policy policy = rungs::l2::evict_first();

  template <class Vector>
  __device__ Vector operator()(const Vector* from) const {
    return rungs::l2::load(from, policy);
  }
};

}  // namespace reduce::inline RUNGS_BACKEND
