// gpu/k2_coalesced with 8-byte loads of a point. Two loads per distance instead of four. A warp's loads of its columns
// then use all bytes of each sector they request.
#include "cases/edm/gpu/rows.hpp"

namespace {

__global__ void k2_float2(float* distances, edm::Points points, std::uint64_t n, unsigned rows) {
  const std::uint64_t of_block = rows * n;
  const std::uint64_t first = blockIdx.x * of_block;
  const std::uint64_t end = min(first + of_block, n * n);
  for (std::uint64_t index = first + threadIdx.x; index < end; index += blockDim.x) {
    const std::uint64_t row = index / n;
    const std::uint64_t column = index % n;
    distances[index] = edm::distance(points.rows[row], points.columns[column]);
  }
}

void launch(const edm::Problem& p, const edm::Views& v, rungs::Stream stream) {
  rungs::launch({edm::blocks_for(p.count(), p.rows), dim3(edm::threads), stream}, k2_float2, v.distances,
                edm::points_of(p, v), p.count(), p.rows);
}

const rungs::Variant<edm::Case> variant{{
    .improves = "gpu/k2_coalesced",
    .technique = {"vector"},
    .idea = "points as float2",
    .launch = launch,
}};

}  // namespace
