// Memory: shared, constant, local and global; atomics; asynchronous copies.
#include <cuda_pipeline.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
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

PROBE("`__shared__` arrays, structs and scalars in kernels") {
  __shared__ struct {
    int a;
    float b[64];
  } both;
  __shared__ int two[2][64];
  if (threadIdx.x == 0) both.a = 5;
  both.b[threadIdx.x] = 2.0F;
  two[1][threadIdx.x] = static_cast<int>(threadIdx.x);
  __syncthreads();
  CHECK(both.a == 5 && both.b[63 - threadIdx.x] == 2.0F && two[1][63] == 63);
}
PROBE("`__shared__` in `__device__` functions and in templates") {
  CHECK(last_of(static_cast<int>(threadIdx.x)) == 63 && last_of(threadIdx.x * 0.5) == 31.5);
}
PROBE("`__shared__ alignas(16)`, `__shared__ __align__(16)`") {
  __shared__ alignas(16) unsigned char a[64];
  __shared__ __align__(16) unsigned char b[64];
  CHECK(reinterpret_cast<size_t>(a) % 16 == 0 && reinterpret_cast<size_t>(b) % 16 == 0);
}
PROBE("shared memory that nobody has written holds garbage") {
  __shared__ unsigned value;
#if defined(RUNGS_SIMULATOR)
  CHECK(value == 0xFFFFFFFF || value == 0xA5A5A5A5);
#else
  CHECK(&value != nullptr);
#endif
}
PROBE("`extern __shared__ T name[]` in a kernel") {
  extern __shared__ float values[];
  values[threadIdx.x] = static_cast<float>(threadIdx.x);
  __syncthreads();
  CHECK(values[63 - threadIdx.x] == static_cast<float>(63 - threadIdx.x) && *(values + 1) == 1.0F);
}
PROBE("`extern __shared__ T name[]` at file scope, and several names for the same memory") {
  extern __shared__ __align__(16) unsigned char bytes[];
  of_the_file[threadIdx.x] = 1.5;
  __syncthreads();
  CHECK(reinterpret_cast<double*>(bytes)[63 - threadIdx.x] == 1.5 &&
        &of_the_file[1] == reinterpret_cast<double*>(&bytes[8]));
}
PROBE("`rungs::dynamic_shared<T>()`") {
  int* values = rungs::dynamic_shared<int>();
  values[threadIdx.x] = 1;
  __syncthreads();
  CHECK(values[63 - threadIdx.x] == 1);
}
PROBE("`__constant__` with an initialiser") { CHECK(table[0] + table[3] == 5); }
PROBE("`__constant__` set by `cudaMemcpyToSymbol`") { CHECK(given[0] == 5 && given[2] == 7 && given[3] == 5); }
PROBE("`__device__` variables") {
  atomicAdd(&counter, 1);
  CHECK(counter >= 1);
}
PROBE("local arrays, with indices at run time") {
  int values[32];
  for (int i = 0; i < 32; ++i) values[i] = i * i;
  CHECK(values[threadIdx.x % 32] == static_cast<int>(threadIdx.x % 32 * (threadIdx.x % 32)));
}
PROBE("`new`, `delete`, `malloc`, `free` in a kernel") {
  int* a = new int(3);
  auto* b = static_cast<int*>(malloc(8));
  b[1] = 4;
  CHECK(*a + b[1] == 7);
  delete a;
  free(b);
}
PROBE("`memcpy`, `memset` in a kernel") {
  int a[4] = {1, 2, 3, 4}, b[4];
  memcpy(b, a, sizeof a);
  memset(a, 0, sizeof a);
  CHECK(b[3] == 4 && a[0] == 0);
}
PROBE("`printf` in a kernel") {
  if (threadIdx.x == 100) printf("%d\n", 1);
}
PROBE("`assert` that holds") { assert(threadIdx.x < 64); }
PROBE(
    "`volatile`, `__restrict__`, `#pragma unroll`, `__forceinline__`, `__noinline__`, `__launch_bounds__`, "
    "`__align__`") {
  struct __align__(16) Wide {
    int a;
  };
  const volatile int* values = scratch;
  const int* __restrict__ same = scratch;
  int sum = 0;
#pragma unroll 4
  for (int i = 0; i < 8; ++i) sum += values[512 + i] + same[512 + i];
  CHECK(sum == 0 && alignof(Wide) == 16);
}
PROBE("`__builtin_assume`, `__builtin_expect`, `__builtin_unreachable`, `__builtin_assume_aligned`") {
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
  __stcs(mine + 1, 2);
  __stwb(mine + 2, 3);
  __stwt(mine + 3, 4);
  CHECK(mine[0] + mine[1] + mine[2] + mine[3] == 10);
}
PROBE("`atomicAdd` of `int`, `unsigned`, `unsigned long long`, `float`, `double`") {
  __shared__ struct {
    int i;
    unsigned u;
    unsigned long long l;
    float f;
    double d;
  } sums;
  if (threadIdx.x == 0) sums = {};
  __syncthreads();
  atomicAdd(&sums.i, -1);
  atomicAdd(&sums.u, 2U);
  atomicAdd(&sums.l, 1ULL << 40);
  atomicAdd(&sums.f, 0.5F);
  atomicAdd(&sums.d, 0.25);
  __syncthreads();
  CHECK(sums.i == -64 && sums.u == 128 && sums.l == 64ULL << 40 && sums.f == 32.0F && sums.d == 16.0);
}
PROBE(
    "`atomicSub`, `atomicExch`, `atomicMin`, `atomicMax`, `atomicAnd`, `atomicOr`, `atomicXor`, `atomicInc`, "
    "`atomicDec`") {
  __shared__ int values[6];
  __shared__ unsigned counts[2];
  if (threadIdx.x < 6) values[threadIdx.x] = threadIdx.x == 3 ? -1 : 64;
  if (threadIdx.x < 2) counts[threadIdx.x] = 0;
  __syncthreads();
  atomicSub(&values[0], 1);
  atomicMin(&values[1], static_cast<int>(threadIdx.x));
  atomicMax(&values[2], static_cast<int>(threadIdx.x) + 100);
  atomicAnd(&values[3], ~(1 << threadIdx.x % 4));
  atomicOr(&values[4], 1 << threadIdx.x % 4);
  atomicXor(&values[5], 1);
  atomicInc(&counts[0], 9);
  atomicDec(&counts[1], 9);
  __syncthreads();
  CHECK(values[0] == 0 && values[1] == 0 && values[2] == 163 && values[3] == -16 && values[4] == 79 && values[5] == 64);
  CHECK(counts[0] == 4 && counts[1] == 6);
  __syncthreads();
  if (threadIdx.x == 0) CHECK(atomicExch(&values[0], 5) == 0 && values[0] == 5);
}
PROBE("`atomicMin`, `atomicMax` of 64 bits; `atomicExch` of `float`") {
  long long low = 5;
  unsigned long long high = 5;
  float f = 1.0F;
  __shared__ long long shared_low;
  if (threadIdx.x == 0) {
    shared_low = low;
    atomicMin(&shared_low, -7LL);
    atomicMax(reinterpret_cast<unsigned long long*>(scratch), high + 4);
    CHECK(shared_low == -7 && scratch[0] == 9 &&
          atomicExch(reinterpret_cast<float*>(scratch + 2 + blockIdx.x), f) == 0.0F);
  }
}
PROBE("`atomicCAS` of `int`, `unsigned`, `unsigned long long`, `unsigned short`") {
  __shared__ int i;
  __shared__ unsigned long long l;
  __shared__ unsigned short s[2];
  if (threadIdx.x == 0) i = 1, l = 2, s[0] = 3, s[1] = 9;
  __syncthreads();
  if (threadIdx.x == 0) {
    CHECK(atomicCAS(&i, 1, 5) == 1 && i == 5 && atomicCAS(&l, 9ULL, 1ULL) == 2 && l == 2);
    CHECK(atomicCAS(&s[0], static_cast<unsigned short>(3), static_cast<unsigned short>(4)) == 3 && s[0] == 4 &&
          s[1] == 9);
  }
}
PROBE("a loop around `atomicCAS`, for a product of floats") {
  __shared__ float product;
  if (threadIdx.x == 0) product = 1.0F;
  __syncthreads();
  if (threadIdx.x < 10) {
    int old = __float_as_int(product), seen = 0;
    do {
      seen = old;
      old = atomicCAS(reinterpret_cast<int*>(&product), seen, __float_as_int(2.0F * __int_as_float(seen)));
    } while (old != seen);
  }
  __syncthreads();
  CHECK(product == 1024.0F);
}
PROBE("`atomicAdd_block`, `atomicMax_system`, `atomicCAS_block`") {
  CHECK(atomicAdd_block(&scratch[threadIdx.x + 64 * blockIdx.x], 1) == 0);
  atomicMax_system(&scratch[512], 3);
  CHECK(atomicCAS_block(&scratch[600 + threadIdx.x + 64 * blockIdx.x], 0, 2) == 0 && scratch[512] == 3);
}
PROBE(
    "`cuda::atomic_ref`: `fetch_add`, `load`, `store`, `compare_exchange_strong`, `fetch_max`, orders and "
    "scopes") {
  cuda::atomic_ref<int, cuda::thread_scope_block> mine(scratch[threadIdx.x + 64 * blockIdx.x]);
  mine.store(3, cuda::memory_order_relaxed);
  int expected = 3;
  CHECK(mine.fetch_add(2) == 3 && mine.load(cuda::memory_order_acquire) == 5 &&
        !mine.compare_exchange_strong(expected, 9));
  CHECK(expected == 5 && mine.fetch_max(8) == 5 && mine.exchange(1) == 8);
}
PROBE("`cuda::atomic` in shared memory, `cuda::atomic_thread_fence`") {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> sum;
  if (threadIdx.x == 0) sum.store(0);
  __syncthreads();
  sum.fetch_add(2, cuda::memory_order_relaxed);
  sum++;
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_block);
  __syncthreads();
  CHECK(sum.load() == 192);
}
PROBE("`cuda::barrier`: `init`, `arrive`, `wait`, `arrive_and_wait`, tokens") {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ int values[64];
  if (threadIdx.x == 0) init(&barrier, 64);
  __syncthreads();
  values[threadIdx.x] = static_cast<int>(threadIdx.x);
  auto token = barrier.arrive();
  barrier.wait(std::move(token));
  CHECK(values[63 - threadIdx.x] == static_cast<int>(63 - threadIdx.x));
  barrier.arrive_and_wait();
}
PROBE("`cuda::memcpy_async` with a `cuda::barrier`") {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ alignas(16) int values[64];
  if (threadIdx.x == 0) init(&barrier, 64);
  __syncthreads();
  cuda::memcpy_async(values + threadIdx.x, table + threadIdx.x % 4, sizeof(int), barrier);
  barrier.arrive_and_wait();
  CHECK(values[63 - threadIdx.x] == table[(63 - threadIdx.x) % 4]);
}
PROBE("`__pipeline_memcpy_async`, `__pipeline_commit`, `__pipeline_wait_prior`") {
  __shared__ alignas(16) int values[2][64];
  __pipeline_memcpy_async(&values[0][threadIdx.x], scratch + threadIdx.x, 4);
  __pipeline_commit();
  __pipeline_memcpy_async(&values[1][threadIdx.x], scratch + threadIdx.x, 4, 4);
  __pipeline_commit();
  __pipeline_wait_prior(1);
  __syncthreads();
  CHECK(values[0][63 - threadIdx.x] == 0);
  __pipeline_wait_prior(0);
  __syncthreads();
  CHECK(values[1][63 - threadIdx.x] == 0);
}
PROBE("`cuda::pipeline` of thread scope, `cuda::memcpy_async`") {
  __shared__ alignas(16) int values[64];
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&values[threadIdx.x], scratch + threadIdx.x, cuda::aligned_size_t<4>(4), pipe);
  pipe.producer_commit();
  pipe.consumer_wait();
  __syncthreads();
  CHECK(values[63 - threadIdx.x] == 0);
  pipe.consumer_release();
}
PROBE("a value that is read before its asynchronous copy is waited for is not there") {
  __shared__ int value[64];
  __pipeline_memcpy_async(&value[threadIdx.x], scratch + threadIdx.x, 4);
  __pipeline_commit();
#if defined(RUNGS_SIMULATOR)
  CHECK(value[threadIdx.x] != 0);
#endif
  __pipeline_wait_prior(0);
  CHECK(value[threadIdx.x] == 0);
}
REFUSED("an asynchronous copy of 3 bytes", "4, 8 and 16 are possible") {
  __shared__ char value[16];
#if defined(RUNGS_SIMULATOR)
  __pipeline_memcpy_async(value, scratch, 3);
#endif
}
REFUSED("an asynchronous copy between addresses that are not multiples of its size", "not multiples of it") {
  __shared__ int value[16];
  __pipeline_memcpy_async(value + 1, scratch, 16);
}
REFUSED("a write behind dynamic shared memory", "outside of dynamic shared memory") {
  if (threadIdx.x == 0) rungs::dynamic_shared<char>()[4096] = 1;
}
