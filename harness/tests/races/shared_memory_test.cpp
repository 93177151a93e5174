// Races in shared memory, within a block, and around asynchronous copies and barriers that are objects. And what has no
// defined result.
#include <cuda_pipeline.h>
#include <cuda/barrier>
#include "harness/tests/races/planted.hpp"

namespace {

using simulator_testing::Shape;

constexpr const char* no_barrier = "no barrier between them";
constexpr const char* no_syncwarp = "no __syncwarp() or barrier between them";

// What may lie between a write and another thread's read. A shuffle is no fence.
__device__ void nothing() {}
__device__ void barrier() { __syncthreads(); }
__device__ void warp() { __syncwarp(); }
__device__ void half_warp() { __syncwarp(threadIdx.x < 16 ? 0x0000FFFFU : 0xFFFF0000U); }
__device__ void shuffle() { __shfl_xor_sync(0xFFFFFFFF, threadIdx.x, 1); }

template <void (*between)()> __global__ void handed_over(unsigned* out) {
  __shared__ unsigned values[64];
  values[threadIdx.x] = threadIdx.x;  // handed_over
  between();
  out[threadIdx.x] = values[blockDim.x - 1 - threadIdx.x];  // handed_over
}

template <bool right> __global__ void tree(unsigned* out) {
  __shared__ unsigned values[64];
  values[threadIdx.x] = threadIdx.x;
  __syncthreads();
  for (unsigned stride = 32; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) values[threadIdx.x] += values[threadIdx.x + stride];  // tree
    if constexpr (right) __syncthreads();
  }
  if (threadIdx.x == 0) *out = values[0];
}

template <bool right> __global__ void lost_update_in_shared(unsigned* out) {
  __shared__ unsigned counts[4];
  if (threadIdx.x < 4) counts[threadIdx.x] = 0;
  __syncthreads();
  if constexpr (right) {
    atomicAdd(&counts[threadIdx.x % 4], 1U);
  } else {
    counts[threadIdx.x % 4] += 1;  // lost_update_in_shared
  }
  __syncthreads();
  if (threadIdx.x < 4) out[threadIdx.x] = counts[threadIdx.x];
}

template <bool right> __global__ void atomic_and_plain(unsigned* out) {
  __shared__ unsigned count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  atomicAdd(&count, 1U);  // atomic_and_plain
  if constexpr (right) __syncthreads();
  out[threadIdx.x] = count;  // atomic_and_plain
}

template <bool right> __global__ void volatile_lanes(unsigned* out) {
  __shared__ unsigned values[32];
  volatile unsigned* const seen = values;
  seen[threadIdx.x] = threadIdx.x;  // volatile_lanes
  if constexpr (right) __syncwarp();
  out[threadIdx.x] = seen[31 - threadIdx.x];  // volatile_lanes
}

template <bool right> __global__ void in_dynamic(unsigned* out) {
  unsigned* const values = rungs::dynamic_shared<unsigned>();
  values[threadIdx.x] = 1;  // in_dynamic
  if constexpr (right) __syncthreads();
  out[threadIdx.x] = values[threadIdx.x ^ 33U];  // in_dynamic
}

template <bool right> __global__ void copied_by_one(unsigned* out) {
  __shared__ unsigned values[64];
  if (threadIdx.x == 0) memcpy(values, out, sizeof values);  // copied_by_one
  if constexpr (right) __syncthreads();
  out[64 + threadIdx.x] = values[threadIdx.x];  // copied_by_one
}

TEST(Races, InSharedMemory) {
  const Shape block{1, 64, 64 * sizeof(unsigned)};
  for (const auto wrong : {handed_over<nothing>, handed_over<warp>})
    planted::expect_found(__FILE__, "handed_over", wrong, handed_over<barrier>, block, {no_barrier, "race: "});
  EXPECT_FOUND(tree, block, "between them", "race: ");
  EXPECT_FOUND(lost_update_in_shared, block, "between them");
  EXPECT_FOUND(atomic_and_plain, block, "between them");
  EXPECT_FOUND(in_dynamic, block, no_barrier, "dynamic shared memory");
  EXPECT_FOUND(copied_by_one, block, "between them");
}

TEST(Races, WithinAWarp) {
  for (const auto wrong : {handed_over<nothing>, handed_over<half_warp>, handed_over<shuffle>})
    planted::expect_found(__FILE__, "handed_over", wrong, handed_over<warp>, {1, 32}, {no_syncwarp});
  EXPECT_FOUND(volatile_lanes, (Shape{1, 32}), no_syncwarp, "(volatile)");
}

template <bool right> __global__ void others_copies(unsigned* out) {
  __shared__ unsigned values[64];
  __pipeline_memcpy_async(&values[threadIdx.x], &out[threadIdx.x], sizeof(unsigned));  // others_copies
  __pipeline_commit();
  __pipeline_wait_prior(0);
  if constexpr (right) __syncthreads();
  out[64 + threadIdx.x] = values[63 - threadIdx.x];  // others_copies
}

template <bool right> __global__ void arrived_without_waiting(unsigned* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ unsigned values[64];
  if (threadIdx.x == 0) init(&barrier, 64);
  __syncthreads();
  values[threadIdx.x] = 1;  // arrived_without_waiting
  auto token = barrier.arrive();
  if constexpr (right) barrier.wait(std::move(token));
  out[threadIdx.x] = values[63 - threadIdx.x];  // arrived_without_waiting
}

TEST(Races, AroundAsynchronousCopies) {
  EXPECT_FOUND(others_copies, (Shape{1, 64}), "between them");
  EXPECT_FOUND(arrived_without_waiting, (Shape{1, 64}), "between them");
}

// Reads of what nobody wrote, accesses outside of variables and buffers, and warp operations at several places.

constexpr const char* unwritten = "where nobody has written";

__device__ unsigned* counts_of_block() {
  __shared__ unsigned counts[8];
  return counts;
}
template <bool right> __global__ void counts_from_nothing(unsigned* out) {
  unsigned* const counts = counts_of_block();
  if (right && threadIdx.x < 8) counts[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&counts[threadIdx.x % 8], 1U);  // counts_from_nothing
  __syncthreads();
  if (threadIdx.x < 8) out[threadIdx.x] = counts[threadIdx.x];
}

template <bool right> __global__ void unwritten_dynamic(unsigned* out) {
  unsigned* const values = rungs::dynamic_shared<unsigned>();
  values[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = values[threadIdx.x + (right ? 0 : 1)];  // unwritten_dynamic
}

template <bool right> __global__ void index_beyond_array(unsigned* out) {
  __shared__ unsigned first[64];
  __shared__ unsigned second[64];
  first[threadIdx.x] = 1;
  second[threadIdx.x] = 2;
  __syncthreads();
  out[threadIdx.x] = first[threadIdx.x + (right ? 0 : 1)] + second[threadIdx.x];  // index_beyond_array
}

template <bool right> __global__ void index_of_a_local(unsigned* out) {
  unsigned held[4];
  for (unsigned i = 0; i < 4; ++i) held[i] = i + threadIdx.x;
  out[threadIdx.x] = held[threadIdx.x % (right ? 4 : 5)];  // index_of_a_local
}

template <bool right> __global__ void pointer_beyond_array(unsigned* out) {
  __shared__ unsigned first[64];
  __shared__ unsigned second[64];
  unsigned* const mine = first + threadIdx.x;
  *mine = 1;
  second[threadIdx.x] = 2;
  __syncthreads();
  out[threadIdx.x] = mine[right ? 0 : 1] + second[threadIdx.x];  // pointer_beyond_array
}

template <bool right> __global__ void past_dynamic(unsigned* out) {
  unsigned* const values = rungs::dynamic_shared<unsigned>();
  values[threadIdx.x] = 1;
  out[threadIdx.x] = values[threadIdx.x + (right ? 0 : 65)];  // past_dynamic
}

template <bool right> __global__ void read_past_the_end(unsigned* out) {
  out[threadIdx.x] = out[planted::words - 64 + threadIdx.x + (right ? 0 : 1)];  // read_past_the_end
}

template <bool right> __global__ void written_past_the_end(unsigned* out) {
  out[planted::words - (right ? 64 : 63) + threadIdx.x] = 1;  // written_past_the_end
}

template <bool right> __global__ void unwritten_output(unsigned* out) {
  if constexpr (right) planted::result[threadIdx.x] = 0;
  planted::result[threadIdx.x] += out[threadIdx.x];  // unwritten_output
}

template <bool right> __global__ void shuffle_at_two_places(unsigned* out) {
  unsigned value = threadIdx.x;
  if (right) {
    value = __shfl_xor_sync(0xFFFFFFFF, value, 1);
  } else if (threadIdx.x < 16) {
    value = __shfl_xor_sync(0xFFFFFFFF, value, 1);  // shuffle_at_two_places
  } else {
    value = __shfl_xor_sync(0xFFFFFFFF, value, 1);  // shuffle_at_two_places
  }
  out[threadIdx.x] = value;
}

TEST(Undefined, ReadsOfWhatNobodyWrote) {
  EXPECT_FOUND(counts_from_nothing, (Shape{1, 64}), unwritten);
  EXPECT_FOUND(unwritten_dynamic, (Shape{1, 63, 64 * sizeof(unsigned)}), unwritten);
  EXPECT_FOUND(unwritten_output, (Shape{1, 64}), unwritten, "reads result at ");
}

TEST(Undefined, OutsideOfAnArray) {
  EXPECT_FOUND(index_beyond_array, (Shape{1, 64}), "thread (63, 0, 0) has index 64 of 'unsigned int [64]'");
  EXPECT_FOUND(index_of_a_local, (Shape{1, 64}), "index 4 of 'unsigned int [4]'");
  EXPECT_FOUND(pointer_beyond_array, (Shape{1, 64}), "thread (63, 0, 0) leaves its array");
  EXPECT_FOUND(past_dynamic, (Shape{1, 64, 64 * sizeof(unsigned)}),
               "past the end of dynamic shared memory (256 bytes)");
}

TEST(Undefined, OutsideOfABuffer) {
  EXPECT_FOUND(read_past_the_end, (Shape{1, 64}), "thread (63, 0, 0) reads past the end of out");
  EXPECT_FOUND(written_past_the_end, (Shape{1, 64}), "thread (63, 0, 0) writes past the end of out");
}

TEST(Undefined, WarpOperationsAtTwoPlaces) {
  EXPECT_FOUND(shuffle_at_two_places, (Shape{1, 32}), "is reached at two places", "thread (16, 0, 0)");
}

}  // namespace
