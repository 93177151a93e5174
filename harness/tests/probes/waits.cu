// Threads that wait for each other without a barrier, and accesses that a GPU does not allow.
#undef NDEBUG
#include <cassert>
#include <rungs/device.hpp>
#include "probe.hpp"

namespace {

__device__ int deeper(int* out, int depth) {
  volatile int values[1024];
  values[depth % 1024] = depth;
  return depth == 0 ? 0 : deeper(out, depth - 1) + values[depth % 1024];
}

}  // namespace

PROBE("a loop until another thread of the block has set a flag") {
  __shared__ volatile int flag, value;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 40) {
    value = 7;
    __threadfence_block();
    flag = 1;
  }
  while (flag == 0) continue;
  CHECK(value == 7);
}
PROBE("a lock, taken by `atomicCAS` and given back by `atomicExch`") {
  for (bool done = false; !done;) {
    if (atomicCAS(scratch, 0, 1) != 0) continue;
    volatile int* const sum = scratch + 1;
    const int before = *sum;
    __nanosleep(20);  // while others wait for the lock
    *sum = before + 1;
    __threadfence();
    CHECK(atomicAdd(scratch + 2, 1) == before);
    atomicExch(scratch, 0);
    done = true;
  }
}
PROBE("local arrays of 160 KiB") {
  volatile unsigned char values[160 * 1024];
  for (unsigned i = 0; i < sizeof values; i += 256) values[i] = static_cast<unsigned char>(i / 256 + threadIdx.x);
  __syncthreads();
  unsigned wrong = 0;
  for (unsigned i = 0; i < sizeof values; i += 256) wrong += values[i] != (i / 256 + threadIdx.x) % 256;
  CHECK(wrong == 0);
}
REFUSED("a loop until a flag is set that no thread sets", "no thread of the grid has got anywhere") {
  while (*static_cast<volatile int*>(scratch) == 0) continue;
}
REFUSED("a loop that never ends", "no thread of the grid has") {
  for (volatile int i = 0; i >= 0;) i = 1 - i;
}
REFUSED("a `float4` at an address that is not a multiple of 16", "not aligned") {
  if (threadIdx.x == 17) reinterpret_cast<volatile float4*>(scratch + 1)->y = 1.0F;
}
REFUSED("a read through a null pointer", "a read through a null pointer") {
  const volatile int* const nothing = threadIdx.x == 17 ? nullptr : scratch;
  CHECK(*nothing == 0);
}
REFUSED("a write far outside of any buffer", "far outside of any buffer") {
  if (threadIdx.x == 17) scratch[1ULL << 40] = 1;
}
REFUSED("an integer division by zero", "an integer division by zero") {
  scratch[threadIdx.x] = 100 / *static_cast<volatile int*>(scratch + 1000);
}
REFUSED("an `assert` that fails", "a failed assertion") { assert(threadIdx.x != 17); }
REFUSED("local variables of more than 512 KiB", "local variables of more than 512 KiB") {
  if (threadIdx.x == 17) scratch[0] = deeper(scratch, 1000);
}
