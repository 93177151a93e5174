// A block a group of rows, and a running index over all their elements that its threads share out in turn.
// Against gpu/k1_naive neighbouring threads write neighbouring columns: a warp's store is four whole sectors.
// The price is a division, since row and column must be had from the index; as that spans n x n elements, it
// has 64 bits, which no GPU divides in hardware. Both points are read from the cache, element by element.
#include <cstdint>

#include "cases/edm/case.hpp"
#include "cases/edm/gpu/distance.hpp"
#include "harness/device.hpp"

namespace {

__global__ void k2_coalesced(float* distances, const float2* points, std::uint64_t n) {
  const std::uint64_t of_block = edm::rows_a_block * n;
  const std::uint64_t first = blockIdx.x * of_block;
  const std::uint64_t end = min(first + of_block, n * n);
  for (std::uint64_t index = first + threadIdx.x; index < end; index += blockDim.x) {
    const std::uint64_t row = index / n;
    const std::uint64_t column = index % n;
    distances[index] = edm::distance(points[row], points[column]);
  }
}

void launch(const edm::Problem& p, const edm::Views& v, rungs::Stream stream) {
  rungs::launch({edm::blocks_for(p.count()), dim3(edm::threads), stream}, k2_coalesced, v.distances,
                edm::points_of(v), p.count());
}

const rungs::Variant<edm::Case> variant{{
    .name = "gpu/k2_coalesced",
    .improves = "gpu/k1_naive",
    .idea = "neighbours write neighbouring columns; 64-bit division",
    .launch = launch,
}};

}  // namespace
