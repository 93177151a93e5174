// gpu/k3_shared with a point read from shared memory in two loads of 4 bytes, which volatile forces.
// The article asks whether its struct of 8 bytes causes bank conflicts. Read so it does: neighbouring threads
// then read words that are two banks apart, and a warp's load takes two turns. But the compiler joins the two
// loads of gpu/k3_shared to one of 8 bytes, which is served half a warp at a time, each bank once.
#include <cuda_pipeline.h>
#include "cases/edm/gpu/locations.hpp"

namespace {

__global__ void k3_two_loads(float* distances, const edm::Location* own, const edm::Location* others, std::size_t n,
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
      const volatile edm::Location* const mine = locations + batch + row_of_block;
      const volatile edm::Location* const other = locations + (at - before);
      const float dx = mine->x - other->x;
      const float dy = mine->y - other->y;
      distances[row * n + (column - before)] = sqrtf(dy * dy + dx * dx);
    }
    __syncthreads();
  }
}

void launch(const edm::Problem& p, const edm::Views& v, rungs::Stream stream) {
  rungs::launch(
      {edm::blocks_for(p.count(), p.rows), dim3(edm::threads), stream, (p.batch + p.rows) * sizeof(edm::Location)},
      k3_two_loads, v.distances, edm::row_locations(v), edm::column_locations(p, v), p.count(), p.batch, p.rows);
}

const rungs::Variant<edm::Case> variant{{
    .improves = "gpu/k3_shared",
    .technique = {"banks"},
    .step = rungs::Step::back,
    .idea = "two loads per staged point: bank conflicts",
    .launch = launch,
}};

}  // namespace
