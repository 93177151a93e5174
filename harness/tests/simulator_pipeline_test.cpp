// Asynchronous copies of threads with roles, barriers and tiles. The pipelines without roles are those of
// cases/edm.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <numeric>
#include "harness/tests/simulator_testing.hpp"

namespace {

using namespace simulator_testing;
namespace cg = cooperative_groups;

constexpr unsigned threads = 64;
constexpr unsigned tiles = 9;

// Each kernel sums `tiles` tiles of `threads` values, thread by thread, reading its neighbour's copies.
void expect_sums(void (*kernel)(unsigned*, const unsigned*)) {
  std::vector<unsigned> in(tiles * threads);
  std::iota(in.begin(), in.end(), 0U);
  const auto sum_of_neighbour = [](unsigned t) {
    return (t + 1) % threads * tiles + threads * (tiles * (tiles - 1) / 2);
  };
  expect_results({1, threads}, threads, sum_of_neighbour, kernel, in.data());
}

__global__ void with_roles(unsigned* out, const unsigned* in) {
  __shared__ unsigned tile[2][threads];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  __shared__ unsigned sums[threads];
  sums[threadIdx.x] = 0;
  const auto block = cg::this_thread_block();
  const bool produces = threadIdx.x < 32;
  auto pipe =
      cuda::make_pipeline(block, &state, 32, produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  for (unsigned i = 0; i < tiles; ++i) {
    const unsigned t = threadIdx.x % 32 * 2;
    if (produces) {
      pipe.producer_acquire();
      cuda::memcpy_async(&tile[i % 2][t], &in[i * threads + t], 8, pipe);
      pipe.producer_commit();
    } else {
      pipe.consumer_wait();
      sums[t] += tile[i % 2][t + 1];
      sums[t + 1] += tile[i % 2][(t + 2) % threads];
      pipe.consumer_release();
    }
  }
  block.sync();
  out[threadIdx.x] = sums[threadIdx.x];
}

__global__ void with_barrier(unsigned* out, const unsigned* in) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ unsigned tile[threads];
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  unsigned sum = 0;
  for (unsigned i = 0; i < tiles; ++i) {
    tile[threadIdx.x] = in[i * threads + threadIdx.x];
    auto token = barrier.arrive();
    barrier.wait(token);
    sum += tile[(threadIdx.x + 1) % threads];
    barrier.arrive_and_wait();
  }
  out[threadIdx.x] = sum;
}

TEST(SimulatorPipeline, ProducersAndConsumers) { expect_sums(with_roles); }
TEST(SimulatorPipeline, Barrier) { expect_sums(with_barrier); }

__global__ void with_tiles(unsigned* out) {
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  const unsigned sum = cg::reduce(tile, threadIdx.x, cg::plus<unsigned>());
  const unsigned last = tile.shfl(threadIdx.x, 7);
  const unsigned votes = tile.ballot(tile.thread_rank() == 2);
  if (tile.thread_rank() == 3) {
    out[tile.meta_group_rank()] = sum * 10000 + last * 100 + votes * 10 + tile.meta_group_size();
  }
}

TEST(SimulatorPipeline, Tiles) {
  expect_results(
      {1, 64}, 8, [](unsigned i) { return (i * 64 + 28) * 10000 + (i * 8 + 7) * 100 + 48; }, with_tiles);
}

}  // namespace
