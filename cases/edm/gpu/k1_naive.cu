// One thread per row of the matrix: it steps along the columns. The start of the ladder, as the article wrote it, with
// the fault that the next step removes: neighbouring threads write n floats apart. Each store of a warp touches 32
// sectors and uses an eighth of each, so DRAM traffic stays low only if a cache holds the sectors until the next seven
// stores. There are also only as many threads as points, too few to fill a large GPU. The pointers may alias, so the
// thread's own point is loaded again for each distance.
#include "cases/edm/gpu/locations.hpp"

namespace {

__global__ void k1_naive(float* distances, const edm::Location* own, const edm::Location* others, std::size_t n) {
  const std::size_t row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  const std::size_t index = row * n;
  for (unsigned i = 0; i < n; ++i) {
    const float dx = own[row].x - others[i].x;
    const float dy = own[row].y - others[i].y;
    distances[index + i] = sqrtf(dy * dy + dx * dx);
  }
}

void launch(const edm::Problem& p, const edm::Views& v, rungs::Stream stream) {
  const dim3 block(edm::threads);
  rungs::launch({rungs::grid_for(p.count(), 1, block), block, stream}, k1_naive, v.distances, edm::row_locations(v),
                edm::column_locations(p, v), p.count());
}

const rungs::Variant<edm::Case> variant{{
    .idea = "one thread per row, stores n floats apart",
    .launch = launch,
}};

}  // namespace
