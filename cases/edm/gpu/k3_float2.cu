// gpu/k3_shared with points staged as float2, and the block's own points in an array of their own (tile.hpp). The
// compiler reads the article's struct of two floats from shared memory by one load of 8 bytes already, so only the
// loads of the block's own points change. Row and column within a batch still come from a running 64-bit index.
#include "cases/edm/gpu/tile.hpp"

namespace {

__global__ void k3_float2(float* distances, edm::Points points, unsigned n, unsigned batch, unsigned rows) {
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

const rungs::Variant<edm::Case> variant{{
    .improves = "gpu/k3_shared",
    .no_technique = "the compiler loads pairs already; only the place of the block's own points changes",
    .idea = "staged as float2, own points apart",
    .launch = edm::launch_batches<k3_float2>,
}};

}  // namespace
