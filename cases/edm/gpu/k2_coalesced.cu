// One block per group of rows; its threads take the elements in turn by a running index.
// Compared with gpu/k1_naive, neighbouring threads write neighbouring columns: stores are coalesced into four
// full sectors per warp. The cost is a division to get row and column from the index, by a number of 64 bits,
// which no GPU divides in hardware. Both points are read from the cache for each element, each in two loads.
#include "cases/edm/gpu/locations.hpp"

namespace {

__global__ void k2_coalesced(float* distances, const edm::Location* own, const edm::Location* others, std::size_t n,
                             unsigned rows) {
  const std::size_t first_row = blockIdx.x * rows;
  const std::size_t threads = blockDim.x * blockDim.y * blockDim.z;
  for (unsigned i = threadIdx.x; i < n * rows; i += threads) {
    const std::size_t row_of_block = i / n;
    const std::size_t row = row_of_block + first_row;
    if (row >= n) continue;
    const std::size_t column = i - row_of_block * n;
    const float dx = own[row].x - others[column].x;
    const float dy = own[row].y - others[column].y;
    distances[row * n + column] = sqrtf(dy * dy + dx * dx);
  }
}

void launch(const edm::Problem& p, const edm::Views& v, rungs::Stream stream) {
  rungs::launch({edm::blocks_for(p.count(), p.rows), dim3(edm::threads), stream}, k2_coalesced, v.distances,
                edm::row_locations(v), edm::column_locations(p, v), p.count(), p.rows);
}

const rungs::Variant<edm::Case> variant{{
    .improves = "gpu/k1_naive",
    .technique = {"coalesce"},
    .idea = "neighbours write neighbouring columns; 64-bit division",
    .launch = launch,
}};

}  // namespace
