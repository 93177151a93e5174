// gpu/k3_float2 with the division in 32 bits. As in gpu/k2_coalesced_u32, only quotient and remainder change. Here 32
// bits are enough for every n: the divided index counts the elements of a batch, not of the matrix.
#include "cases/edm/gpu/tile.hpp"

namespace {

__global__ void k3_shared(float* distances, edm::Points points, unsigned n, unsigned batch, unsigned rows) {
  edm::for_batches(distances, points, n, batch, rows, [](const edm::Tile& tile) {
    const unsigned columns = tile.columns;
#pragma unroll 1  // otherwise the compiler unrolls only one of the two division loops (64 or 32 bits)
    for (unsigned index = threadIdx.x; index < tile.rows * columns; index += edm::threads) {
      const unsigned row = index / columns;
      const unsigned column = index % columns;
      edm::put(tile, row, column);
    }
  });
}

const rungs::Variant<edm::Case> variant{{
    .improves = "gpu/k3_float2",
    .technique = {"narrow"},
    .idea = "the same with a 32-bit division",
    .launch = edm::launch_batches<k3_shared>,
}};

}  // namespace
