// gpu/k4_no_division with a batch in two halves: a two-stage cuda::pipeline loads one while the other is
// computed. It should hide the wait for points, but was slower when it was published. The stages' offsets are
// in an array that is indexed with a number known only at run time. Such an array cannot be in registers, so
// it goes to local memory, that is, to the cache at each use. Two faults of the article are mended: a stage
// has room for the longer last batch, which ran into the other stage, and a half holds a block's points at
// least, where batches of one point per thread never ended.
#include <cooperative_groups.h>
#include <algorithm>
#include <cuda/pipeline>
#include "cases/edm/gpu/locations.hpp"

namespace {

constexpr unsigned stages = 2;
using State = cuda::pipeline_shared_state<cuda::thread_scope_block, stages>;

__global__ void k5_pipeline(float* distances, const edm::Location* own, const edm::Location* others, std::size_t n,
                            unsigned half, unsigned rows) {
  __shared__ __align__(alignof(State)) unsigned char state[sizeof(State)];  // make_pipeline() initialises it
  edm::Location* const locations = rungs::dynamic_shared<edm::Location>();
  const auto block = cooperative_groups::this_thread_block();
  const std::size_t first_row = blockIdx.x * rows;
  const std::size_t thread = threadIdx.x;
  const std::size_t stage = half + blockDim.x;  // the last batch may be longer than half
  const std::size_t own_points = stages * stage;
  const std::size_t offsets[stages] = {0, stage};
  if (thread < rows && first_row + thread < n) locations[own_points + thread] = own[first_row + thread];

  auto pipeline = cuda::make_pipeline(block, reinterpret_cast<State*>(state));
  const auto count_from = [&](std::size_t first) { return n - first >= half + blockDim.x ? half : n - first; };
  const auto fetch = [&](std::size_t to, std::size_t first, std::size_t count) {
    pipeline.producer_acquire();
    cuda::memcpy_async(block, locations + to, others + first, sizeof(edm::Location) * count, pipeline);
    pipeline.producer_commit();
  };

  std::size_t count = count_from(0);
  fetch(0, 0, count);
  unsigned computed = 0;
  unsigned copied = 1;
  std::size_t column = 0;
  std::size_t next_count = 0;
  for (std::size_t first = count; first < n; first += next_count) {
    next_count = count_from(first);
    fetch(offsets[copied], first, next_count);
    pipeline.consumer_wait();
    __syncthreads();
    edm::put_batch(distances, locations, {offsets[computed], count, column, own_points}, first_row, rows, n);
    count = next_count;
    computed = computed != 0 ? 0 : 1;
    copied = copied != 0 ? 0 : 1;
    column = first;
    __syncthreads();
    pipeline.consumer_release();
  }
  pipeline.consumer_wait();
  edm::put_batch(distances, locations, {offsets[computed], count, column, own_points}, first_row, rows, n);
  __syncthreads();
  pipeline.consumer_release();
}

void launch(const edm::Problem& p, const edm::Views& v, rungs::Stream stream) {
  const unsigned half = std::max(p.batch / (2 * edm::threads), 1U) * edm::threads;
  edm::require_full_blocks(p, 1);
  rungs::launch({edm::blocks_for(p.count(), p.rows), dim3(edm::threads), stream,
                 (stages * (half + edm::threads) + p.rows) * sizeof(edm::Location)},
                k5_pipeline, v.distances, edm::row_locations(v), edm::column_locations(p, v), p.count(), half, p.rows);
}

const rungs::Variant<edm::Case> variant{{
    .improves = "gpu/k4_no_division",
    .technique = {"async"},
    .idea = "a two-stage pipeline, its offsets in an array",
    .launch = launch,
}};

}  // namespace
