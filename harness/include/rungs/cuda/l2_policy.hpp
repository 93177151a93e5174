// The CUDA side of l2_policy.hpp: PTX, since there is no intrinsic for it.
#pragma once

#include <cuda_runtime.h>
#include <cstdint>
#include <nv/target>

namespace rungs {
inline namespace on_cuda {
namespace l2 {

using Policy = std::uint64_t;

__device__ inline Policy evict_first() {
  Policy policy = 0;
  NV_IF_TARGET(NV_PROVIDES_SM_80, (asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));))
  return policy;
}

__device__ inline uint4 load(const uint4* from, Policy policy) {
  uint4 v;
  NV_IF_ELSE_TARGET(NV_PROVIDES_SM_80,
                    (asm("ld.global.nc.L1::no_allocate.L2::cache_hint.v4.u32 {%0, %1, %2, %3}, [%4], %5;"
                         : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                         : "l"(from), "l"(policy));),
                    (v = *from;))
  return v;
}

__device__ inline float4 load(const float4* from, Policy policy) {
  const uint4 v = load(reinterpret_cast<const uint4*>(from), policy);
  return make_float4(__uint_as_float(v.x), __uint_as_float(v.y), __uint_as_float(v.z), __uint_as_float(v.w));
}

}  // namespace l2
}  // namespace on_cuda
}  // namespace rungs
