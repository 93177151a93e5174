// gpu/k4_no_division with two batches in flight: a two-stage cuda::pipeline fetches the next one while this
// one is computed. It should hide the wait for a batch, and was slower when it was published: the stages'
// offsets lie in an array that is indexed with a number known only at run time, and an array that is so
// indexed cannot live in registers. It goes to local memory, that is, to the cache at each use.
#include <cooperative_groups.h>

#include <cuda/pipeline>

#include "cases/edm/case.hpp"
#include "cases/edm/gpu/walk.hpp"
#include "harness/device.hpp"

namespace {

constexpr unsigned stages = 2;
using State = cuda::pipeline_shared_state<cuda::thread_scope_block, stages>;

__global__ void k5_pipeline(float* distances, const float2* points, unsigned n, unsigned batch) {
  __shared__ __align__(alignof(State)) unsigned char state[sizeof(State)];  // make_pipeline() sets it up
  __shared__ float2 row_points[edm::rows_a_block];
  float2* const staged = rungs::dynamic_shared<float2>();
  const unsigned offsets[stages] = {0, batch};
  const auto block = cooperative_groups::this_thread_block();
  auto pipeline = cuda::make_pipeline(block, reinterpret_cast<State*>(state));

  const unsigned first_row = blockIdx.x * edm::rows_a_block;
  const unsigned rows = edm::rows_from(first_row, n);
  // Seen by all threads once each has committed the first batch, for which consumer_wait() waits.
  if (threadIdx.x < rows) row_points[threadIdx.x] = points[first_row + threadIdx.x];

  const unsigned batches = (n + batch - 1) / batch;
  for (unsigned computed = 0, fetched = 0; computed < batches; ++computed) {
    for (; fetched < batches && fetched < computed + stages; ++fetched) {
      const unsigned first = fetched * batch;
      const cuda::aligned_size_t<sizeof(float2)> bytes(min(batch, n - first) * sizeof(float2));
      pipeline.producer_acquire();
      cuda::memcpy_async(block, staged + offsets[fetched % stages], points + first, bytes, pipeline);
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
  rungs::launch({edm::blocks_for(p.count()), dim3(edm::threads), stream, stages * p.batch * sizeof(float2)},
                k5_pipeline, v.distances, edm::points_of(v), p.count(), p.batch);
}

const rungs::Variant<edm::Case> variant{{
    .name = "gpu/k5_pipeline",
    .improves = "gpu/k4_no_division",
    .idea = "a two-stage pipeline, its offsets in an array",
    .launch = launch,
}};

}  // namespace
