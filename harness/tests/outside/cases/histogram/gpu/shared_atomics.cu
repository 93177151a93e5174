// Each block counts in shared memory and adds its 256 counts to the result once, at its end.
#include <algorithm>
#include <rungs/device.hpp>
#include "cases/histogram/case.hpp"

namespace {

template <unsigned threads>
__global__ void shared_atomics(std::uint32_t* counts, const std::uint8_t* bytes, unsigned n) {
  __shared__ std::uint32_t of_block[256];
  for (unsigned value = threadIdx.x; value < 256; value += threads) of_block[value] = 0;
  __syncthreads();
  for (unsigned i = blockIdx.x * threads + threadIdx.x; i < n; i += gridDim.x * threads) {
    atomicAdd(of_block + bytes[i], 1U);
  }
  __syncthreads();
  for (unsigned value = threadIdx.x; value < 256; value += threads) atomicAdd(counts + value, of_block[value]);
}

/// As many blocks as the GPU holds at once; each takes several turns of a large problem.
template <unsigned threads> void launch(const histogram::Problem& p, const histogram::Views& v, rungs::Stream stream) {
  const unsigned resident = rungs::resident_blocks(shared_atomics<threads>, threads);
  const unsigned blocks = std::min(resident, (p.n + threads - 1) / threads);
  rungs::fill_bytes(v.counts, 0, 256 * sizeof(std::uint32_t), stream);
  rungs::launch({dim3(blocks), dim3(threads), stream}, shared_atomics<threads>, v.counts, v.bytes, p.n);
}

const rungs::Variant<histogram::Case> variant{{
    .improves = "gpu/global_atomics",
    .idea = "a table in shared memory for each block",
    .versions = {{"block=128", launch<128>}, {"block=256", launch<256>}, {"block=512", launch<512>}},
    .tunable = true,
}};

}  // namespace
