// The CUDA side of bulk_copy.hpp: PTX for compute capability 9.0. A kernel compiled for an older target stops with an
// error when it starts a load or a store or waits for a load; rungs::require_target prevents its launch.
#pragma once

#include <cuda_runtime.h>
#include <cstdint>
#include <nv/target>
#include <rungs/cuda/l2_policy.hpp>

namespace rungs {
inline namespace on_cuda {
namespace bulk {

using Barrier = std::uint64_t;

namespace bulk_detail {
__device__ inline unsigned shared_address(const void* shared) {
  return static_cast<unsigned>(__cvta_generic_to_shared(shared));
}
__device__ inline void announce(Barrier* barrier, unsigned bytes) {
  NV_IF_TARGET(
      NV_PROVIDES_SM_90,
      (asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(barrier)), "r"(bytes)
                    : "memory");))
}
}  // namespace bulk_detail

__device__ inline void fence() {
  NV_IF_ELSE_TARGET(NV_PROVIDES_SM_90, (asm volatile("fence.proxy.async.shared::cta;" ::: "memory");), (__trap();))
}

__device__ inline void initialise(Barrier* barrier) {
  NV_IF_ELSE_TARGET(NV_PROVIDES_SM_90,
                    (asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(bulk_detail::shared_address(barrier))
                                  : "memory");),
                    (__trap();))
}

__device__ inline void load(void* shared, const void* global, unsigned bytes, Barrier* barrier) {
  bulk_detail::announce(barrier, bytes);
  NV_IF_ELSE_TARGET(
      NV_PROVIDES_SM_90,
      (asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                        bulk_detail::shared_address(shared)),
                    "l"(__cvta_generic_to_global(global)), "r"(bytes), "r"(bulk_detail::shared_address(barrier))
                    : "memory");),
      (__trap();))
}

__device__ inline void load(void* shared, const void* global, unsigned bytes, Barrier* barrier, l2::Policy policy) {
  bulk_detail::announce(barrier, bytes);
  NV_IF_ELSE_TARGET(NV_PROVIDES_SM_90,
                    (asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint "
                                  "[%0], [%1], %2, [%3], %4;" ::"r"(bulk_detail::shared_address(shared)),
                                  "l"(__cvta_generic_to_global(global)), "r"(bytes),
                                  "r"(bulk_detail::shared_address(barrier)), "l"(policy)
                                  : "memory");),
                    (__trap();))
}

__device__ inline void wait(Barrier* barrier, unsigned parity) {
  NV_IF_ELSE_TARGET(NV_PROVIDES_SM_90,
                    (asm volatile("{\n"
                                  ".reg .pred done;\n"
                                  "again:\n"
                                  "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
                                  "@!done bra again;\n"
                                  "}" ::"r"(bulk_detail::shared_address(barrier)),
                                  "r"(parity)
                                  : "memory");),
                    (__trap();))
}

__device__ inline void store(void* global, const void* shared, unsigned bytes) {
  NV_IF_ELSE_TARGET(NV_PROVIDES_SM_90,
                    (asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(
                                      __cvta_generic_to_global(global)),
                                  "r"(bulk_detail::shared_address(shared)), "r"(bytes)
                                  : "memory");),
                    (__trap();))
}

__device__ inline void commit() {
  NV_IF_TARGET(NV_PROVIDES_SM_90, (asm volatile("cp.async.bulk.commit_group;" ::: "memory");))
}

template <int pending> __device__ inline void wait_read() {
  NV_IF_TARGET(NV_PROVIDES_SM_90, (asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(pending) : "memory");))
}

}  // namespace bulk
}  // namespace on_cuda
}  // namespace rungs
