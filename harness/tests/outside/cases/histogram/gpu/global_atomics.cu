// A thread for each byte adds 1 to its count in global memory.
#include <rungs/device.hpp>
#include "cases/histogram/case.hpp"

namespace {

__global__ void global_atomics(std::uint32_t* counts, const std::uint8_t* bytes, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(counts + bytes[i], 1U);
}

void launch(const histogram::Problem& p, const histogram::Views& v, rungs::Stream stream) {
  const dim3 block(256);
  rungs::fill_bytes(v.counts, 0, 256 * sizeof(std::uint32_t), stream);
  rungs::launch({rungs::grid_for(p.n, 1, block), block, stream}, global_atomics, v.counts, v.bytes, p.n);
}

const rungs::Variant<histogram::Case> variant{{
    .improves = "host/plain",
    .idea = "a global atomic for each byte",
    .launch = launch,
}};

}  // namespace
