// gpu/k4_no_division with two batches in flight: a two-stage cuda::pipeline loads the next batch while this
// one is computed.
// It should hide the wait for a batch, but was slower when it was published. The stages' offsets are in an
// array that is indexed with a number known only at run time. Such an array cannot be in registers, so it
// goes to local memory, that is, to the cache at each use.
#include <cooperative_groups.h>

#include <cuda/pipeline>
#include <rungs/device.hpp>

#include "cases/edm/gpu/tile.hpp"

namespace {

constexpr unsigned stages = 2;
using State = cuda::pipeline_shared_state<cuda::thread_scope_block, stages>;

__global__ void k5_pipeline(float* distances, edm::Points points, unsigned n, unsigned batch, unsigned most) {
  __shared__ __align__(alignof(State)) unsigned char state[sizeof(State)];  // make_pipeline() initialises it
  __shared__ float2 row_points[edm::most_rows];
  float2* const staged = rungs::dynamic_shared<float2>();
  const unsigned offsets[stages] = {0, batch};
  const auto block = cooperative_groups::this_thread_block();
  auto pipeline = cuda::make_pipeline(block, reinterpret_cast<State*>(state));

  const unsigned first_row = blockIdx.x * most;
  const unsigned rows = min(most, n - first_row);
  // All threads see this after each has committed the first batch, which consumer_wait() waits for.
  if (threadIdx.x < rows) row_points[threadIdx.x] = points.rows[first_row + threadIdx.x];

  const unsigned batches = (n + batch - 1) / batch;
  for (unsigned computed = 0, fetched = 0; computed < batches; ++computed) {
    for (; fetched < batches && fetched < computed + stages; ++fetched) {
      const unsigned first = fetched * batch;
      const cuda::aligned_size_t<sizeof(float2)> bytes(min(batch, n - first) * sizeof(float2));
      pipeline.producer_acquire();
      cuda::memcpy_async(block, staged + offsets[fetched % stages], points.columns + first, bytes, pipeline);
      pipeline.producer_commit();
    }
    const unsigned first = computed * batch;
    pipeline.consumer_wait();
    edm::fill({row_points, staged + offsets[computed % stages], rows, min(batch, n - first),
               distances + rungs::at(first, first_row, n), n});
    pipeline.consumer_release();
  }
}

void launch(const edm::Problem& p, const edm::Views& v, rungs::Stream stream) {
  rungs::launch(
      {edm::blocks_for(p.count(), p.rows), dim3(edm::threads), stream, stages * p.batch * sizeof(float2)},
      k5_pipeline, v.distances, edm::points_of(p, v), p.count(), p.batch, p.rows);
}

const rungs::Variant<edm::Case> variant{{
    .improves = "gpu/k4_no_division",
    .idea = "a two-stage pipeline, its offsets in an array",
    .launch = launch,
}};

}  // namespace
