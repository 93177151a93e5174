// The chain in shared memory. Lines are 4 bytes apart: each holds the offset of the next.
#include "cases/latency/case.hpp"
#include "cases/latency/gpu/stopwatch.hpp"

namespace {

#ifndef RUNGS_SIMULATOR
constexpr unsigned threads = 256;
constexpr unsigned most_lines = 12288;  // 48 KiB, which every GPU gives a block without asking

__global__ void follow(unsigned lines, unsigned step, const std::uint32_t* start, std::uint32_t* last,
                       std::uint64_t* clocks) {
  std::uint32_t* const next = rungs::dynamic_shared<std::uint32_t>();
  for (unsigned line = threadIdx.x; line < lines; line += threads) next[line] = (line + step) % lines * 4;
  __syncthreads();
  if (threadIdx.x != 0) return;
  const char* const memory = reinterpret_cast<const char*>(next);
  std::uint32_t at = *start % lines * 4;
  latency::Stopwatch watch;
#pragma unroll 1
  for (unsigned half = 0; half < 2; ++half) {
    watch.start();
#pragma unroll 16
    for (unsigned hop = 0; hop < latency::hops; ++hop) at = *reinterpret_cast<const std::uint32_t*>(memory + at);
    watch.stop();
  }
  watch.store(clocks);
  *last = at / 4;
}

void launch(const latency::Problem& p, const latency::Views& v, rungs::Stream stream) {
  if (p.lines > most_lines) {
    throw rungs::Unsupported("shared memory holds " + std::to_string(most_lines) + " lines, there are " +
                             std::to_string(p.lines));
  }
  rungs::launch({dim3(1), dim3(threads), stream, std::size_t{4} * p.lines}, follow, p.lines, p.step(), v.start, v.last,
                v.clocks);
}
#endif

const rungs::Variant<latency::Case> variant{{
    .idea = "loads from shared memory",
    .gpu_only = "it reads the GPU's clocks",
    .launch = RUNGS_GPU_ONLY(launch),
}};

}  // namespace
