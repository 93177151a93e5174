// gpu/vector_read without the launch that clears the output: the last block to finish writes it.
// One 64-bit word gathers the sum (upper half, where a carry out is the modulo that is wanted) and the number
// of blocks that have added to it (lower half). One atomic a block is still enough, and the old value that it
// returns tells the last block that it is the last. That should save a launch's time, a few per cent of a
// small plane's. The word is one for the whole program: two of these launches must not run at once.
#include <cstddef>
#include <cstdint>

#include "cases/read/case.hpp"
#include "cases/read/gpu/block_sum.hpp"
#include "harness/device.hpp"

namespace {

__device__ unsigned long long gathered = 0;  // 0 again after each launch

__global__ void vector_read(std::uint32_t* sum, const std::uint32_t* source, std::size_t count) {
  const std::uint32_t of_block = read_plane::block_sum(source, count);
  if (threadIdx.x != 0) return;
  const auto before = atomicAdd(&gathered, (static_cast<unsigned long long>(of_block) << 32U) | 1U);
  if (static_cast<std::uint32_t>(before) + 1 != gridDim.x) return;
  *sum = static_cast<std::uint32_t>(before >> 32U) + of_block;
  atomicExch(&gathered, 0ULL);
}

void launch(const read_plane::Problem& p, const read_plane::Views& v, rungs::Stream stream) {
  rungs::launch({dim3(read_plane::blocks_for(p.area())), dim3(read_plane::threads), stream}, vector_read,
                v.sum, v.source, p.area());
}

const rungs::Variant<read_plane::Case> variant{{
    .name = "gpu/vector_read_one_launch",
    .improves = "gpu/vector_read",
    .idea = "the last block writes the sum: no launch to clear it",
    .launch = launch,
}};

}  // namespace
