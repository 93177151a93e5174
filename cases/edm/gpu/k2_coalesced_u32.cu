// gpu/k2_float2 with the division in 32 bits, for matrices whose last index fits.
// The store keeps its 64-bit index; only the quotient and the remainder change. The speedup is that part of
// the division's cost that comes from its width; no other step of the ladder is included.
#include "cases/edm/gpu/rows.hpp"

namespace {

constexpr unsigned most_points = 65535;  // the largest n with n * n < 2^32

__global__ void k2_coalesced(float* distances, edm::Points points, std::uint64_t n, unsigned rows) {
  const std::uint64_t of_block = rows * n;
  const std::uint64_t first = blockIdx.x * of_block;
  const std::uint64_t end = min(first + of_block, n * n);
  for (std::uint64_t index = first + threadIdx.x; index < end; index += blockDim.x) {
    const unsigned row = static_cast<unsigned>(index) / static_cast<unsigned>(n);
    const unsigned column = static_cast<unsigned>(index) % static_cast<unsigned>(n);
    distances[index] = edm::distance(points.rows[row], points.columns[column]);
  }
}

void launch(const edm::Problem& p, const edm::Views& v, rungs::Stream stream) {
  if (p.count() > most_points) {
    throw rungs::Unsupported("divides an index in 32 bits: needs n <= " + std::to_string(most_points) + ", there are " +
                             std::to_string(p.count()) + " points");
  }
  rungs::launch({edm::blocks_for(p.count(), p.rows), dim3(edm::threads), stream}, k2_coalesced, v.distances,
                edm::points_of(p, v), p.count(), p.rows);
}

const rungs::Variant<edm::Case> variant{{
    .improves = "gpu/k2_float2",
    .technique = {"narrow"},
    .idea = "the same with a 32-bit division",
    .launch = launch,
}};

}  // namespace
