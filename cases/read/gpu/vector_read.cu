// A fixed number of blocks walk the plane in steps of the whole grid, four 16-byte loads in flight a thread.
// What a thread reads it adds up in a register; a warp shuffles, a block adds its warps' sums, and one atomic
// a block ends it (block_sum.hpp). The output is cleared by a launch of its own, which shows on small planes.
#include <cstddef>
#include <cstdint>

#include "cases/read/case.hpp"
#include "cases/read/gpu/block_sum.hpp"
#include "harness/device.hpp"

namespace {

constexpr unsigned loads = 4;

__global__ void vector_read(std::uint32_t* sum, const std::uint32_t* source, std::size_t count) {
  const std::uint32_t of_block = read_plane::block_sum<loads>(source, count);
  if (threadIdx.x == 0) atomicAdd(sum, of_block);
}

void launch(const read_plane::Problem& p, const read_plane::Views& v, rungs::Stream stream) {
  rungs::fill_bytes(v.sum, 0, sizeof(std::uint32_t), stream);
  rungs::launch({dim3(read_plane::blocks_for<loads>(p.area())), dim3(read_plane::threads), stream},
                vector_read, v.sum, v.source, p.area());
}

const rungs::Variant<read_plane::Case> variant{{
    .name = "gpu/vector_read",
    .improves = "host/sum",
    .idea = "a fixed grid, four 16-byte loads in flight a thread",
    .launch = launch,
}};

}  // namespace
