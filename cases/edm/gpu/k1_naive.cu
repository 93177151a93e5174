// One thread per row of the matrix: it keeps its own point in registers and steps along the columns.
// The start of the ladder, with the fault that the next step removes: neighbouring threads write n floats
// apart. Each store of a warp touches 32 sectors and uses an eighth of each, so DRAM traffic stays low only
// if a cache holds the sectors until the next seven stores. There are also only as many threads as points,
// too few to fill a large GPU.
#include <cstddef>
#include <rungs/device.hpp>

#include "cases/edm/gpu/rows.hpp"

namespace {

__global__ void k1_naive(float* distances, edm::Points points, unsigned n) {
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  const float2 own = points.rows[row];
  float* const to = distances + std::size_t{row} * n;
  for (unsigned column = 0; column < n; ++column) to[column] = edm::distance(own, points.columns[column]);
}

void launch(const edm::Problem& p, const edm::Views& v, rungs::Stream stream) {
  const dim3 block(edm::threads);
  rungs::launch({rungs::grid_for(p.count(), 1, block), block, stream}, k1_naive, v.distances,
                edm::points_of(p, v), p.count());
}

const rungs::Variant<edm::Case> variant{{
    .idea = "one thread per row, stores n floats apart",
    .launch = launch,
}};

}  // namespace
