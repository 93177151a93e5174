// Reads a plane with a given number of bytes under way: `warps` x 32 threads on each multiprocessor,
// `vectors` loads of 16 bytes per thread. All loads of a turn are issued before the first of them is used. By
// Little's law, rate = bytes under way / latency. An H200 reads 4.4 TB/s, and a load takes 350 ns while the
// GPU is idle (case latency): 1.5 MB must be under way, or 12 KB on each of 132 multiprocessors. Below that
// the rate should grow in proportion to the bytes, whether they come from more warps or from more loads per
// thread. Near the limit memory answers later, so it takes more.
#include "cases/in_flight/gpu/crew.hpp"

namespace {

__device__ std::uint32_t sum_of(uint4 four) { return four.x + four.y + four.z + four.w; }

template <unsigned vectors>
__global__ void __launch_bounds__(1024, 1)  // at least one block: registers for all loads at once
    read(std::uint32_t* sum, const std::uint32_t* source, std::size_t count) {
  const uint4* const from = reinterpret_cast<const uint4*>(source);
  std::uint32_t mine = 0;
  const std::size_t done = in_flight::for_turns<vectors>(count / 4, [&](std::size_t first, std::size_t step) {
    uint4 held[vectors];
#pragma unroll
    for (unsigned i = 0; i < vectors; ++i) held[i] = __ldcs(from + first + i * step);
#pragma unroll
    for (unsigned i = 0; i < vectors; ++i) mine += sum_of(held[i]);
  });
  // What is less than a turn of all threads, word by word.
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = 4 * done + std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += threads)
    mine += source[i];
  for (unsigned distance = 16; distance > 0; distance /= 2) mine += __shfl_xor_sync(0xFFFFFFFFU, mine, distance);
  if (threadIdx.x % 32 == 0) atomicAdd(sum, mine);
}

void launch(const in_flight::Problem& p, const in_flight::Views& v, rungs::Stream stream) {
  rungs::fill_bytes(v.sum, 0, sizeof(std::uint32_t), stream);
  in_flight::with_vectors(
      p, [&](auto vectors) { in_flight::launch_crew(p, stream, read<vectors()>, v.sum, v.source, p.area()); });
}

const rungs::Variant<in_flight::Case> variant{{
    .idea = "reads: a given number of loads under way on each multiprocessor",
    .result = in_flight::Result::sum,
    .launch = launch,
}};

}  // namespace
