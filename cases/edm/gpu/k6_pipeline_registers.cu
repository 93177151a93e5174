// gpu/k5_pipeline with the stages' offsets in registers, and the row points copied directly to shared memory.
// With two stages an offset is 0 or a batch, and each step turns one into the other by a subtraction. Nothing
// is indexed, and local memory is gone. The block's own points no longer pass through registers either, but
// arrive with the first batch. Both save a few cycles per batch, so the speedup should be small.
#include <cooperative_groups.h>

#include <cuda/pipeline>
#include <rungs/device.hpp>

#include "cases/edm/gpu/tile.hpp"

namespace {

constexpr unsigned stages = 2;
using State = cuda::pipeline_shared_state<cuda::thread_scope_block, stages>;
using Bytes = cuda::aligned_size_t<sizeof(float2)>;

__global__ void k6_pipeline_registers(float* distances, edm::Points points, unsigned n, unsigned batch,
                                      unsigned most) {
  __shared__ __align__(alignof(State)) unsigned char state[sizeof(State)];  // make_pipeline() initialises it
  __shared__ float2 row_points[edm::most_rows];
  float2* const staged = rungs::dynamic_shared<float2>();
  const auto block = cooperative_groups::this_thread_block();
  auto pipeline = cuda::make_pipeline(block, reinterpret_cast<State*>(state));

  const auto copy = [&](float2* to, const float2* from, unsigned count) {
    cuda::memcpy_async(block, to, from, Bytes(count * sizeof(float2)), pipeline);
  };

  const unsigned first_row = blockIdx.x * most;
  const unsigned rows = min(most, n - first_row);
  pipeline.producer_acquire();
  copy(row_points, points.rows + first_row, rows);
  copy(staged, points.columns, min(batch, n));
  pipeline.producer_commit();

  unsigned offset = 0;
  for (unsigned first = 0; first < n; first += batch) {
    const unsigned next = first + batch;
    if (next < n) {
      pipeline.producer_acquire();
      copy(staged + (batch - offset), points.columns + next, min(batch, n - next));
      pipeline.producer_commit();
    }
    pipeline.consumer_wait();
    edm::fill({row_points, staged + offset, rows, min(batch, n - first),
               distances + rungs::at(first, first_row, n), n});
    pipeline.consumer_release();
    offset = batch - offset;
  }
}

void launch(const edm::Problem& p, const edm::Views& v, rungs::Stream stream) {
  rungs::launch(
      {edm::blocks_for(p.count(), p.rows), dim3(edm::threads), stream, stages * p.batch * sizeof(float2)},
      k6_pipeline_registers, v.distances, edm::points_of(p, v), p.count(), p.batch, p.rows);
}

const rungs::Variant<edm::Case> variant{{
    .improves = "gpu/k5_pipeline",
    .idea = "offsets in registers, row points copied directly to shared memory",
    .launch = launch,
}};

}  // namespace
