// L2 policies: how long a line that a load reads should stay in the L2 (compute capability 8.0 and later; on
// sm_90, __ldcs and similar intrinsics affect only the L1). rungs::l2 has:
//   Policy           8 bytes, the same for all threads
//   evict_first()    for bytes that are not read again: their lines are evicted before others
//   load(p, policy)  16 bytes (a uint4 or float4) that no kernel writes meanwhile; bypasses the L1
// Below 8.0 a load is a plain load.
#pragma once

#if defined(RUNGS_SIMULATOR)
#include <rungs/simulator/l2_policy.hpp>
#else
#include <rungs/cuda/l2_policy.hpp>
#endif
