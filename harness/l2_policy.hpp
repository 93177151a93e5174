// L2 policies: what a load says of how long its line should stay in the L2 (compute capability 8.0 and later;
// __ldcs and its kin speak to the L1 only on sm_90). rungs::l2 has:
//   Policy           8 bytes, the same for all threads
//   evict_first()    for bytes that nobody reads again: their lines make room before others do
//   load(p, policy)  16 bytes (a uint4 or float4) that no kernel writes meanwhile, past the L1
// Below 8.0 a load is a plain load.
#pragma once

#if defined(RUNGS_SIMULATOR)
#include "harness/simulator/l2_policy.hpp"
#else
#include "harness/cuda/l2_policy.hpp"
#endif
