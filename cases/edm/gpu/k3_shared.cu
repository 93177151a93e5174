// Points staged in shared memory: the block's own once, all others in batches by asynchronous copies.
// Compared with gpu/k2_coalesced, an element's two points come from shared memory instead of the cache: 65536
// distances for 256 points loaded. Row and column within a batch still come from a running 64-bit index, so
// the division stays. The cost: two barriers per batch, and nothing is computed while a batch arrives.
#include <cuda_pipeline.h>
#include "cases/edm/gpu/locations.hpp"

namespace {

__global__ void k3_shared(float* distances, const edm::Location* own, const edm::Location* others, std::size_t n,
                          unsigned batch, unsigned rows) {
  edm::Location* const locations = rungs::dynamic_shared<edm::Location>();
  const std::size_t first_row = blockIdx.x * rows;
  const std::size_t thread = threadIdx.x;
  const std::size_t threads = blockDim.x;
  if (thread < rows && first_row + thread < n) locations[batch + thread] = own[first_row + thread];

  for (std::size_t first = 0; first < n; first += batch) {
    const std::size_t count = n - first >= batch ? batch : n - first;
    for (std::size_t to = thread, from = first + thread; to < count; to += threads, from += threads) {
      __pipeline_memcpy_async(&locations[to], &others[from], sizeof(edm::Location));
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (std::size_t at = thread, column = first + thread; at < count * rows; at += threads, column += threads) {
      const std::size_t row_of_block = at / count;
      const std::size_t row = row_of_block + first_row;
      if (row >= n) continue;
      const std::size_t before = row_of_block * count;
      const float dx = locations[batch + row_of_block].x - locations[at - before].x;
      const float dy = locations[batch + row_of_block].y - locations[at - before].y;
      distances[row * n + (column - before)] = sqrtf(dy * dy + dx * dx);
    }
    __syncthreads();
  }
}

void launch(const edm::Problem& p, const edm::Views& v, rungs::Stream stream) {
  rungs::launch(
      {edm::blocks_for(p.count(), p.rows), dim3(edm::threads), stream, (p.batch + p.rows) * sizeof(edm::Location)},
      k3_shared, v.distances, edm::row_locations(v), edm::column_locations(p, v), p.count(), p.batch, p.rows);
}

const rungs::Variant<edm::Case> variant{{
    .improves = "gpu/k2_coalesced",
    .technique = {"smem"},
    .idea = "points in shared memory, in batches",
    .launch = launch,
}};

}  // namespace
