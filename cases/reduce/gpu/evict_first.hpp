// From gpu/evict_first on: a load whose line leaves the L2 before others.
#pragma once

#include "harness/device.hpp"
#include "harness/l2_policy.hpp"

namespace reduce {

/// A load for fold_turn(), under a policy that each thread makes once.
struct EvictFirst {
  rungs::l2::Policy policy = rungs::l2::evict_first();

  template <class Vector>
  __device__ Vector operator()(const Vector* from) const {
    return rungs::l2::load(from, policy);
  }
};

}  // namespace reduce
