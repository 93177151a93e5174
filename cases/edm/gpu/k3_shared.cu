// Points staged in shared memory by asynchronous copies: the block's rows once, all others in batches
// (tile.hpp).
// Compared with gpu/k2_coalesced, an element's two points come from shared memory instead of the cache: 65536
// distances for 256 points loaded. Row and column within a batch still come from a running 64-bit index, so
// the division stays. The cost: two barriers per batch, and nothing is computed while a batch arrives.
#include <cstdint>
#include <rungs/device.hpp>

#include "cases/edm/gpu/tile.hpp"

namespace {

__global__ void k3_shared(float* distances, edm::Points points, unsigned n, unsigned batch, unsigned rows) {
  edm::for_batches(distances, points, n, batch, rows, [](const edm::Tile& tile) {
    const std::uint64_t columns = tile.columns;
#pragma unroll 1  // otherwise the compiler unrolls only one of the two division loops (64 or 32 bits)
    for (std::uint64_t index = threadIdx.x; index < tile.rows * columns; index += edm::threads) {
      const std::uint64_t row = index / columns;
      const std::uint64_t column = index % columns;
      edm::put(tile, static_cast<unsigned>(row), static_cast<unsigned>(column));
    }
  });
}

void launch(const edm::Problem& p, const edm::Views& v, rungs::Stream stream) {
  rungs::launch({edm::blocks_for(p.count(), p.rows), dim3(edm::threads), stream, p.batch * sizeof(float2)},
                k3_shared, v.distances, edm::points_of(p, v), p.count(), p.batch, p.rows);
}

const rungs::Variant<edm::Case> variant{{
    .improves = "gpu/k2_coalesced",
    .idea = "points in shared memory, in batches",
    .launch = launch,
}};

}  // namespace
