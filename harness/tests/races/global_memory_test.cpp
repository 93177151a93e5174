// Races in global memory: within a block, and between the blocks of a launch.
#include <cuda/atomic>
#include "harness/tests/races/planted.hpp"

namespace {

using simulator_testing::Shape;

constexpr const char* no_order = "nothing orders the blocks of a launch";
constexpr const char* no_fence = "no fence (__threadfence)";

template <bool right> __global__ void lost_update(unsigned* out) {
  if constexpr (right) {
    atomicAdd(out, 1U);
  } else {
    *out += 1;  // lost_update
  }
}

template <bool right> __global__ void last_block_wins(unsigned* out) {
  if (threadIdx.x == 0) out[right ? blockIdx.x : 0] = blockIdx.x;  // last_block_wins
}

template <bool right> __global__ void within_a_block(unsigned* out) {
  unsigned* const mine = out + 64 * blockIdx.x;
  mine[threadIdx.x] = 1;  // within_a_block
  if constexpr (right) __syncthreads();
  mine[64 * 8 + threadIdx.x] = mine[63 - threadIdx.x];  // within_a_block
}

template <bool right> __global__ void scope_of_a_block(unsigned* out) {
  if constexpr (right) {
    atomicAdd(out, 1U);
  } else {
    atomicAdd_block(out, 1U);  // scope_of_a_block
  }
}

template <bool right> __global__ void plain_beside_atomic(unsigned* out) {
  if (blockIdx.x == 0) {
    atomicAdd(out, 1U);  // plain_beside_atomic
  } else if (threadIdx.x == 0) {
    out[blockIdx.x] = right ? atomicAdd(out, 0U) : *out;  // plain_beside_atomic
  }
}

__device__ bool last_block(unsigned* count) {
  __shared__ bool last;
  if (threadIdx.x == 0) last = atomicAdd(count, 1U) == gridDim.x - 1;
  __syncthreads();
  return last;
}

__device__ void no_fence_at_all() {}
__device__ void fence_of_a_block() { __threadfence_block(); }
__device__ void fence() { __threadfence(); }

// The block that finishes last adds the sums of all.
template <void (*between)()> __global__ void added_by_the_last_block(unsigned* out) {
  if (threadIdx.x == 0) {
    out[1 + blockIdx.x] = blockIdx.x;  // added_by_the_last_block
    between();
  }
  if (!last_block(out) || threadIdx.x != 0) return;
  for (unsigned i = 0; i < gridDim.x; ++i) out[64] += out[1 + i];  // added_by_the_last_block
}

template <bool right> __global__ void relaxed_publication(unsigned* out) {
  const cuda::atomic_ref<unsigned, cuda::thread_scope_device> count(*out);
  constexpr auto order = right ? cuda::std::memory_order_acq_rel : cuda::std::memory_order_relaxed;
  if (threadIdx.x != 0) return;
  out[1 + blockIdx.x] = 1;  // relaxed_publication
  if (count.fetch_add(1, order) != gridDim.x - 1) return;
  for (unsigned i = 0; i < gridDim.x; ++i) out[64] += out[1 + i];  // relaxed_publication
}

template <bool right> __global__ void volatile_is_no_fence(unsigned* out) {
  volatile unsigned* const ready = out;
  if (threadIdx.x != 0) return;
  out[1 + blockIdx.x] = 1;  // volatile_is_no_fence
  if constexpr (right) __threadfence();
  ready[2048 + blockIdx.x] = 1;
  for (unsigned i = 0; i < gridDim.x; ++i) {
    if (i == blockIdx.x || ready[2048 + i] == 0) continue;
    if constexpr (right) __threadfence();
    out[64 + blockIdx.x] += out[1 + i];  // volatile_is_no_fence
  }
}

template <bool right> __global__ void bytes_apart(unsigned* out) {
  auto* const bytes = reinterpret_cast<unsigned char*>(out);
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  bytes[right ? i : i / 2] = 1;  // bytes_apart
}

TEST(Races, InGlobalMemory) {
  const Shape grid{4, 64};
  EXPECT_FOUND(lost_update, grid, "race: ");
  EXPECT_FOUND(last_block_wins, grid, no_order, "wrote");
  EXPECT_FOUND(within_a_block, grid, "between them");
  EXPECT_FOUND(scope_of_a_block, grid, "the scope of an atomic");
  EXPECT_FOUND(plain_beside_atomic, grid, "atomically");
  EXPECT_FOUND(bytes_apart, grid, "between them");
}

TEST(Races, ByFencesThatAreMissing) {
  const Shape grid{4, 64};
  for (const auto wrong : {added_by_the_last_block<no_fence_at_all>, added_by_the_last_block<fence_of_a_block>})
    planted::expect_found(__FILE__, "added_by_the_last_block", wrong, added_by_the_last_block<fence>, grid, {no_fence});
  EXPECT_FOUND(relaxed_publication, grid, no_fence);
  EXPECT_FOUND(volatile_is_no_fence, grid, no_fence);
}

}  // namespace
