// Memory: shared, constant, local and global.
#include <cassert>
#include <rungs/device.hpp>
#include "probe.hpp"

namespace {
__constant__ const int table[4] = {1, 2, 3, 4};
__constant__ int given[4];
__device__ int counter;
const int four[4] = {5, 6, 7, 8};
[[maybe_unused]] const auto copied = cudaMemcpyToSymbol(given, four, sizeof four);
[[maybe_unused]] const auto one_more = cudaMemcpyToSymbol(given, four, sizeof(int), 3 * sizeof(int));
}  // namespace

extern __shared__ double of_the_file[];

template <class T> __device__ T last_of(T mine) {
  __shared__ T values[64];
  values[threadIdx.x] = mine;
  __syncthreads();
  return values[63];
}

PROBE(
    "`__shared__` arrays, structs and scalars in kernels, in `__device__` functions and in templates; `alignas(16)`") {
  __shared__ struct {
    int a;
    float b[64];
  } both;
  __shared__ alignas(16) unsigned char bytes[64];
  __shared__ __align__(16) int two[2][64];
  if (threadIdx.x == 0) both.a = 5;
  both.b[threadIdx.x] = 2.0F;
  two[1][threadIdx.x] = static_cast<int>(threadIdx.x);
  __syncthreads();
  CHECK(both.a == 5 && both.b[63 - threadIdx.x] == 2.0F && two[1][63] == 63);
  CHECK(last_of(static_cast<int>(threadIdx.x)) == 63 && last_of(threadIdx.x * 0.5) == 31.5);
  CHECK(reinterpret_cast<size_t>(bytes) % 16 == 0 && reinterpret_cast<size_t>(two) % 16 == 0);
}
PROBE("shared memory that nobody has written holds garbage") {
  __shared__ unsigned value;
  CHECK(value == 0xFFFFFFFF || value == 0xA5A5A5A5);
}
PROBE("`extern __shared__ T name[]` in a kernel and at file scope, and several names for the same memory") {
  extern __shared__ __align__(16) unsigned char bytes[];
  of_the_file[threadIdx.x] = 1.5;
  __syncthreads();
  CHECK(reinterpret_cast<double*>(bytes)[63 - threadIdx.x] == 1.5 &&
        &of_the_file[1] == reinterpret_cast<double*>(&bytes[8]));
}
PROBE("`rungs::dynamic_shared<T>()`") {
  unsigned* values = rungs::dynamic_shared<unsigned>();
  values[threadIdx.x] = 64 * blockIdx.x + threadIdx.x;
  __syncthreads();
  CHECK(values[63 - threadIdx.x] == 64 * blockIdx.x + 63 - threadIdx.x);
  CHECK(reinterpret_cast<size_t>(values) % 128 == 0);
}
PROBE("`__constant__` with an initialiser, or set by `cudaMemcpyToSymbol`; `__device__` variables") {
  CHECK(table[0] + table[3] == 5 && given[0] == 5 && given[2] == 7 && given[3] == 5);
  atomicAdd(&counter, 1);
  CHECK(counter >= 1);
}
PROBE("local arrays, with indices at run time; `new`, `delete`, `malloc`, `free`, `memcpy`, `memset` in a kernel") {
  int values[32], copy[32];
  for (int i = 0; i < 32; ++i) values[i] = i * i;
  CHECK(values[threadIdx.x % 32] == static_cast<int>(threadIdx.x % 32 * (threadIdx.x % 32)));
  memcpy(copy, values, sizeof copy);
  memset(values, 0, sizeof values);
  int* a = new int(3);
  auto* b = static_cast<int*>(malloc(8));
  b[1] = 4;
  CHECK(*a + b[1] == 7 && copy[3] == 9 && values[3] == 0);
  delete a;
  free(b);
}
PROBE("`printf` in a kernel; `assert` that holds") {
  if (threadIdx.x == 100) printf("%d\n", 1);
  assert(threadIdx.x < 64);
}
PROBE("`volatile`, `__restrict__`, `#pragma unroll`, `__align__`, `__builtin_assume`, `__builtin_expect`, ...") {
  struct __align__(16) Wide {
    int a;
  };
  const volatile int* values = scratch;
  const int* __restrict__ same = scratch;
  int sum = 0;
#pragma unroll 4
  for (int i = 0; i < 8; ++i) sum += values[512 + i] + same[512 + i];
  CHECK(sum == 0 && alignof(Wide) == 16);
  __builtin_assume(threadIdx.x < 64);
  if (__builtin_expect(threadIdx.x > 64, 0)) __builtin_unreachable();
  CHECK(static_cast<const int*>(__builtin_assume_aligned(scratch, 4)) == scratch);
}
PROBE("`__ldg`, `__ldca`, `__ldcg`, `__ldcs`, `__ldcv`, `__ldlu`, of scalars and vectors") {
  const auto* wide = reinterpret_cast<const int4*>(scratch);
  CHECK(__ldg(wide).w == 0 && __ldca(scratch) == 0 && __ldcg(scratch) == 0 && __ldcs(scratch + 1) == 0);
  CHECK(__ldcv(scratch + 2) == 0 && __ldlu(scratch + 3) == 0);
}
PROBE("`__stcg`, `__stcs`, `__stwb`, `__stwt`") {
  int* mine = scratch + 4 * (blockIdx.x * 64 + threadIdx.x);
  __stcg(mine, 1);
  __stcs(reinterpret_cast<int2*>(mine) + 1, make_int2(8, 9));
  __stwb(mine + 1, 3);
  CHECK(mine[0] + mine[1] + mine[2] + mine[3] == 21);
  __stwt(mine + 3, 4);
  CHECK(mine[3] == 4);
}
REFUSED("a write behind dynamic shared memory", "outside of dynamic shared memory") {
  if (threadIdx.x == 0) rungs::dynamic_shared<char>()[4096] = 1;
}
