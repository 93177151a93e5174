#include <cuda_runtime.h>
#include "harness/cuda/antagonist.hpp"

namespace rungs::cuda {
namespace {

constexpr unsigned threads = 256;
constexpr unsigned words = antagonist_burst_bytes / sizeof(uint4) / threads;  ///< of a thread in a burst
constexpr long long poll_cycles = 32768;                                      ///< between looks whether it is to end
constexpr unsigned pause_ns = 200;

__device__ unsigned long long nanoseconds_now() {
  unsigned long long now = 0;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}

template <bool stays_in_l2> __device__ unsigned read_burst(const uint4* from) {
  uint4 read[words];
  for (unsigned i = 0; i < words; ++i) read[i] = stays_in_l2 ? __ldcg(from + i * threads) : __ldcs(from + i * threads);
  unsigned mixed = 0;
  for (unsigned i = 0; i < words; ++i) mixed |= read[i].x | read[i].y | read[i].z | read[i].w;
  return mixed;
}

template <bool stays_in_l2> __global__ void __launch_bounds__(threads) antagonise(AntagonistWork work) {
  const std::size_t bursts = work.bytes / antagonist_burst_bytes;
  const unsigned long long start_ns = nanoseconds_now();
  long long next = clock64();
  long long polled = next;
  std::size_t burst = blockIdx.x;
  unsigned long long moved = work.moved[blockIdx.x];
  unsigned mixed = 0;
  bool ends = false;
  do {
    if (bursts > 0) {
      const auto* memory = static_cast<const uint4*>(work.memory);
      mixed |= read_burst<stays_in_l2>(memory + (burst % bursts) * words * threads + threadIdx.x);
      burst += gridDim.x;
    }
    if (threadIdx.x == 0) {
      if (bursts > 0)
        static_cast<volatile unsigned long long*>(work.moved)[blockIdx.x] = moved += antagonist_burst_bytes;
      next = max(next + static_cast<long long>(work.period_cycles), clock64());
      while (clock64() < next) __nanosleep(pause_ns);
      if (clock64() - polled > poll_cycles) {
        polled = clock64();
        ends = *static_cast<const volatile unsigned*>(work.stop) != 0 || nanoseconds_now() - start_ns > work.most_ns;
      }
    }
  } while (__syncthreads_or(ends) == 0);
  // Never true, since the memory holds zeros. The compiler cannot know that, so it keeps the loads.
  if (mixed == 0xA5A5A5A5U) work.moved[blockIdx.x] = mixed;
}

/// One warp.
__global__ void write_progress(const unsigned long long* moved, unsigned blocks, Progress* to) {
  unsigned long long sum = 0;
  for (unsigned i = threadIdx.x; i < blocks; i += warpSize)
    sum += static_cast<const volatile unsigned long long*>(moved)[i];
  for (int away = warpSize / 2; away > 0; away /= 2) sum += __shfl_down_sync(0xFFFFFFFFU, sum, away);
  if (threadIdx.x == 0) *to = {sum, nanoseconds_now()};
}

}  // namespace

void launch_antagonist(const AntagonistWork& work, unsigned multiprocessors, cudaStream_t stream) {
  const unsigned blocks = antagonist_blocks_on_each * multiprocessors;
  auto* const kernel = work.stays_in_l2 ? antagonise<true> : antagonise<false>;
  kernel<<<blocks, threads, 0, stream>>>(work);
  check(cudaGetLastError(), "launch of the antagonist");
}

void launch_progress(const unsigned long long* moved, unsigned blocks, Progress* to, cudaStream_t stream) {
  write_progress<<<1, 32, 0, stream>>>(moved, blocks, to);
  check(cudaGetLastError(), "launch of the progress kernel");
}

}  // namespace rungs::cuda
