// Reads of what nobody wrote, accesses outside of variables and buffers, and warp operations at several
// places.
#include "harness/tests/races/planted.hpp"

namespace {

using simulator_testing::Shape;

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
