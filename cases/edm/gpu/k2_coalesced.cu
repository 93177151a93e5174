// One block per group of rows; its threads take the elements in turn by a running index.
// Compared with gpu/k1_naive, neighbouring threads write neighbouring columns: stores are coalesced into four
// full sectors per warp. The cost is a division to get row and column from the index. The index covers n x n
// elements, so it has 64 bits, which no GPU divides in hardware. Both points are read from the cache for each
// element.
#include <cstdint>
#include <rungs/device.hpp>

#include "cases/edm/gpu/rows.hpp"

namespace {

__global__ void k2_coalesced(float* distances, edm::Points points, std::uint64_t n, unsigned rows) {
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
  rungs::launch({edm::blocks_for(p.count(), p.rows), dim3(edm::threads), stream}, k2_coalesced, v.distances,
                edm::points_of(p, v), p.count(), p.rows);
}

const rungs::Variant<edm::Case> variant{{
    .improves = "gpu/k1_naive",
    .idea = "neighbours write neighbouring columns; 64-bit division",
    .launch = launch,
}};

}  // namespace
