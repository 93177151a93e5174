// Points staged in shared memory: the block's rows once, all others batch by batch, by asynchronous copies
// (tile.hpp). Against gpu/k2_coalesced an element's two points come from shared memory instead of the cache:
// 4096 distances for 256 points fetched. Row and column within a batch still come from a running index in 64
// bits, so the division stays. Two barriers a batch are new, and nothing is computed while a batch arrives.
#include <cstdint>

#include "cases/edm/case.hpp"
#include "cases/edm/gpu/tile.hpp"
#include "harness/device.hpp"

namespace {

__global__ void k3_shared(float* distances, const float2* points, unsigned n, unsigned batch) {
  edm::for_batches(distances, points, n, batch, [](const edm::Tile& tile) {
    const std::uint64_t columns = tile.columns;
#pragma unroll 1  // else the compiler unrolls one of the two divisions' loops, and not the other
    for (std::uint64_t index = threadIdx.x; index < tile.rows * columns; index += edm::threads) {
      const std::uint64_t row = index / columns;
      const std::uint64_t column = index % columns;
      edm::put(tile, static_cast<unsigned>(row), static_cast<unsigned>(column));
    }
  });
}

void launch(const edm::Problem& p, const edm::Views& v, rungs::Stream stream) {
  rungs::launch({edm::blocks_for(p.count()), dim3(edm::threads), stream, p.batch * sizeof(float2)}, k3_shared,
                v.distances, edm::points_of(v), p.count(), p.batch);
}

const rungs::Variant<edm::Case> variant{{
    .name = "gpu/k3_shared",
    .improves = "gpu/k2_coalesced",
    .idea = "points in shared memory, batch by batch",
    .launch = launch,
}};

}  // namespace
