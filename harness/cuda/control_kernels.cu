#include <cuda_runtime.h>
#include <rungs/random.hpp>
#include "harness/cuda/control_kernels.hpp"

namespace rungs::cuda {
namespace {

constexpr unsigned threads = 256;  ///< of a block

__device__ unsigned long long global_nanoseconds() {
  unsigned long long now = 0;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}

__global__ void block_stream(volatile StreamBlock* block, unsigned long long timeout_ns) {
  const unsigned long long start = global_nanoseconds();
  while (block->released == 0) {
    if (global_nanoseconds() - start > timeout_ns) {
      block->timed_out = 1;
      __threadfence_system();
      return;
    }
  }
}

__global__ void write_stamp(Stamp* stamp) {
  unsigned multiprocessor = 0;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(multiprocessor));
  *stamp = {static_cast<unsigned long long>(clock64()), global_nanoseconds(), multiprocessor};
}

__global__ void read_through(const uint4* source, std::size_t count, unsigned* sink) {
  unsigned mixed = 0;
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += step) {
    const uint4 words = source[i];
    mixed |= words.x | words.y | words.z | words.w;
  }
  // Never true, since the memory holds zeros. The compiler cannot know that, so it keeps the loads.
  if (mixed == 0xA5A5A5A5U) *sink = mixed;
}

__global__ void add_digest(const unsigned char* from, std::size_t bytes, std::uint64_t key, unsigned long long* sum) {
  const bool aligned = reinterpret_cast<std::uintptr_t>(from) % sizeof(ulonglong2) == 0;
  const std::size_t pairs = aligned ? bytes / sizeof(ulonglong2) : 0;
  const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  std::uint64_t own = 0;
  for (std::size_t i = first; i < pairs; i += step) {
    const ulonglong2 words = reinterpret_cast<const ulonglong2*>(from)[i];
    own += random_bits(words.x ^ key, 2 * i) + random_bits(words.y ^ key, 2 * i + 1);
  }
  // Byte by byte: up to 15 at the end, or all at an address like that of the zone behind an odd buffer.
  constexpr std::size_t word_bytes = sizeof(std::uint64_t);
  for (std::size_t i = 2 * pairs + first; word_bytes * i < bytes; i += step) {
    std::uint64_t word = 0;
    for (std::size_t at = word_bytes * i; at < bytes && at < word_bytes * (i + 1); ++at)
      word |= std::uint64_t{from[at]} << (8 * (at % word_bytes));
    own += random_bits(word ^ key, i);
  }
  for (int lanes = 16; lanes > 0; lanes /= 2) own += __shfl_down_sync(0xFFFFFFFFU, own, lanes);
  if (threadIdx.x % 32 == 0) atomicAdd(sum, own);
}

__global__ void keep_busy(unsigned long long duration_ns, float* sink) {
  const unsigned long long start = global_nanoseconds();
  float value = static_cast<float>(threadIdx.x);
  while (global_nanoseconds() - start < duration_ns) {
    for (int i = 0; i < 256; ++i) value = value * 0.999F + 1.0F;
  }
  if (value < 0) *sink = value;  // never true, but the compiler cannot know that: the loop stays
}

constexpr unsigned words = antagonist_burst_bytes / sizeof(uint4) / threads;  ///< of a thread in a burst
constexpr long long poll_cycles = 32768;                                      ///< between looks whether it is to end
constexpr unsigned pause_ns = 200;

template <bool stays_in_l2> __device__ unsigned read_burst(const uint4* from) {
  uint4 read[words];
  for (unsigned i = 0; i < words; ++i) read[i] = stays_in_l2 ? __ldcg(from + i * threads) : __ldcs(from + i * threads);
  unsigned mixed = 0;
  for (unsigned i = 0; i < words; ++i) mixed |= read[i].x | read[i].y | read[i].z | read[i].w;
  return mixed;
}

template <bool stays_in_l2> __global__ void __launch_bounds__(threads) antagonise(AntagonistWork work) {
  const std::size_t bursts = work.bytes / antagonist_burst_bytes;
  const unsigned long long start_ns = global_nanoseconds();
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
        ends = *static_cast<const volatile unsigned*>(work.stop) != 0 || global_nanoseconds() - start_ns > work.most_ns;
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
  if (threadIdx.x == 0) *to = {sum, global_nanoseconds()};
}

}  // namespace

void launch_block_stream(StreamBlock* block, unsigned long long timeout_ns, cudaStream_t stream) {
  block_stream<<<1, 1, 0, stream>>>(block, timeout_ns);
  check(cudaGetLastError(), "launch of the holding kernel");
}

void launch_stamp(Stamp* stamp, cudaStream_t stream) {
  write_stamp<<<1, 1, 0, stream>>>(stamp);
  check(cudaGetLastError(), "launch of the stamp kernel");
}

void launch_read(const void* source, std::size_t bytes, unsigned* sink, cudaStream_t stream) {
  constexpr unsigned blocks = 2048;
  read_through<<<blocks, threads, 0, stream>>>(static_cast<const uint4*>(source), bytes / sizeof(uint4), sink);
  check(cudaGetLastError(), "launch of the reading kernel");
}

void launch_digest(const void* from, std::size_t bytes, std::uint64_t key, std::uint64_t* sum, cudaStream_t stream) {
  constexpr unsigned blocks = 2048;
  add_digest<<<blocks, threads, 0, stream>>>(static_cast<const unsigned char*>(from), bytes, key,
                                             reinterpret_cast<unsigned long long*>(sum));
  check(cudaGetLastError(), "launch of the digest kernel");
}

void launch_busy(unsigned blocks, unsigned long long duration_ns, float* sink, cudaStream_t stream) {
  keep_busy<<<blocks, 256, 0, stream>>>(duration_ns, sink);
  check(cudaGetLastError(), "launch of the busy kernel");
}

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
