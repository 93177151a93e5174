// A fixed number of blocks step over the plane by the size of the whole grid, with four 16-byte loads in flight per
// thread. A thread adds what it reads in a register; a warp shuffles, a block adds its warps' sums, and one atomic per
// block finishes (block_sum.hpp). A separate launch clears the output, which is visible on small planes.
#include "cases/read/gpu/block_sum.hpp"

namespace {

namespace read = rungs::ceilings::read;

constexpr unsigned loads = 4;

__global__ void vector_read(std::uint32_t* sum, const std::uint32_t* source, std::size_t count) {
  const std::uint32_t of_block = read::block_sum<loads>(source, count);
  if (threadIdx.x == 0) atomicAdd(sum, of_block);
}

void launch(const read::Problem& p, const read::Views& v, rungs::Stream stream) {
  rungs::fill_bytes(v.sum, 0, sizeof(std::uint32_t), stream);
  rungs::launch({dim3(read::blocks_for<loads>(p.area())), dim3(read::threads), stream}, vector_read, v.sum, v.source,
                p.area());
}

const rungs::Variant<read::Case> variant{{
    .improves = "host/sum",
    .idea = "a fixed grid, four 16-byte loads in flight per thread",
    .launch = launch,
}};

}  // namespace
