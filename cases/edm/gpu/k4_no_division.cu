// gpu/k3_shared without the division: a thread counts the rows that it has passed (locations.hpp).
// A comparison per distance says whether the thread has come to the next row; three multiplications of 64
// bits find its place there. That needs batches of as many points as a block has threads, or more, so the
// last batch takes what would be left of a shorter one, as in the article.
#include <cuda_pipeline.h>
#include "cases/edm/gpu/locations.hpp"

namespace {

__global__ void k4_no_division(float* distances, const edm::Location* own, const edm::Location* others, std::size_t n,
                               unsigned batch, unsigned rows) {
  edm::Location* const locations = rungs::dynamic_shared<edm::Location>();
  const std::size_t first_row = blockIdx.x * rows;
  const std::size_t thread = threadIdx.x;
  const std::size_t threads = blockDim.x;
  const std::size_t own_points = batch + threads;  // behind the longest batch
  if (thread < rows && first_row + thread < n) locations[own_points + thread] = own[first_row + thread];

  std::size_t count = 0;
  for (std::size_t first = 0; first < n; first += count) {
    count = n - first >= batch + threads ? batch : n - first;
    for (std::size_t to = thread, from = first + thread; to < count; to += threads, from += threads) {
      __pipeline_memcpy_async(&locations[to], &others[from], sizeof(edm::Location));
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    edm::put_batch(distances, locations, {0, count, first, own_points}, first_row, rows, n);
    __syncthreads();
  }
}

void launch(const edm::Problem& p, const edm::Views& v, rungs::Stream stream) {
  edm::require_full_blocks(p, edm::threads);
  rungs::launch({edm::blocks_for(p.count(), p.rows), dim3(edm::threads), stream,
                 (p.batch + edm::threads + p.rows) * sizeof(edm::Location)},
                k4_no_division, v.distances, edm::row_locations(v), edm::column_locations(p, v), p.count(), p.batch,
                p.rows);
}

const rungs::Variant<edm::Case> variant{{
    .improves = "gpu/k3_shared",
    .technique = {"carry"},
    .idea = "compare and multiply instead of the division",
    .launch = launch,
}};

}  // namespace
