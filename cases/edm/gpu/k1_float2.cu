// gpu/k1_naive with 8-byte loads of a point, and the thread's own point in a register.
// The article's pointers may alias, so its threads load both points again for each distance, in four loads of
// 4 bytes; here it is one load of 8. The stores are the limit either way.
#include "cases/edm/gpu/rows.hpp"

namespace {

__global__ void k1_float2(float* distances, edm::Points points, unsigned n) {
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  const float2 own = points.rows[row];
  float* const to = distances + std::size_t{row} * n;
  for (unsigned column = 0; column < n; ++column) to[column] = edm::distance(own, points.columns[column]);
}

void launch(const edm::Problem& p, const edm::Views& v, rungs::Stream stream) {
  const dim3 block(edm::threads);
  rungs::launch({rungs::grid_for(p.count(), 1, block), block, stream}, k1_float2, v.distances, edm::points_of(p, v),
                p.count());
}

const rungs::Variant<edm::Case> variant{{
    .improves = "gpu/k1_naive",
    .technique = {"vector"},
    .idea = "points as float2, the own one in a register",
    .launch = launch,
}};

}  // namespace
