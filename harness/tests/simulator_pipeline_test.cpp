// Asynchronous copies: the primitives, pipelines of thread and of block scope, tiles and barriers.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_pipeline.h>

#include <cuda/barrier>
#include <cuda/pipeline>
#include <numeric>

#include "harness/tests/simulator_testing.hpp"

namespace {

using namespace simulator_testing;
namespace cg = cooperative_groups;

constexpr unsigned threads = 64;
constexpr unsigned tiles = 9;
using Kernel = void (*)(const unsigned*, unsigned*);

// Each kernel sums `tiles` tiles of `threads` values, thread by thread, reading its neighbour's copies.
void expect_sums(Kernel kernel) {
  std::vector<unsigned> in(tiles * threads);
  std::iota(in.begin(), in.end(), 0U);
  for (const Settings& settings : all_orders()) {
    Session session(settings);
    std::vector<unsigned> out(threads);
    rungs::launch({1, threads, session.stream()}, kernel, in.data(), out.data());
    for (unsigned t = 0; t < threads; ++t) {
      const unsigned neighbour = (t + 1) % threads;
      ASSERT_EQ(out[t], neighbour * tiles + threads * (tiles * (tiles - 1) / 2)) << "thread " << t;
    }
  }
}

__global__ void with_primitives(const unsigned* in, unsigned* out) {
  __shared__ unsigned tile[2][threads];
  const unsigned t = threadIdx.x;
  unsigned sum = 0;
  __pipeline_memcpy_async(&tile[0][t], &in[t], 4);
  __pipeline_commit();
  for (unsigned i = 0; i < tiles; ++i) {
    if (i + 1 < tiles) __pipeline_memcpy_async(&tile[(i + 1) % 2][t], &in[(i + 1) * threads + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += tile[i % 2][(t + 1) % threads];
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void with_thread_pipeline(const unsigned* in, unsigned* out) {
  __shared__ __align__(16) unsigned tile[2][threads];
  const auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline();
  unsigned sum = 0;
  for (unsigned i = 0; i <= tiles; ++i) {
    pipe.producer_acquire();
    if (i < tiles) {
      cuda::memcpy_async(block, tile[i % 2], in + i * threads, cuda::aligned_size_t<16>(sizeof(tile[0])),
                         pipe);
    }
    pipe.producer_commit();
    if (i == 0) continue;
    cuda::pipeline_consumer_wait_prior<1>(pipe);
    block.sync();
    sum += tile[(i - 1) % 2][(threadIdx.x + 1) % threads];
    pipe.consumer_release();
    block.sync();
  }
  out[threadIdx.x] = sum;
}

__global__ void with_block_pipeline(const unsigned* in, unsigned* out) {
  __shared__ unsigned tile[3][threads];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 3> state;
  const auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  unsigned sum = 0;
  unsigned ahead = 0;
  for (unsigned i = 0; i < tiles; ++i) {
    for (; ahead < tiles && ahead < i + 3; ++ahead) {
      pipe.producer_acquire();
      cuda::memcpy_async(&tile[ahead % 3][threadIdx.x], &in[ahead * threads + threadIdx.x], 4, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    sum += tile[i % 3][(threadIdx.x + 1) % threads];
    pipe.consumer_release();
  }
  out[threadIdx.x] = sum;
}

__global__ void with_roles(const unsigned* in, unsigned* out) {
  __shared__ unsigned tile[2][threads];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  __shared__ unsigned sums[threads];
  sums[threadIdx.x] = 0;
  const auto block = cg::this_thread_block();
  const bool produces = threadIdx.x < 32;
  auto pipe = cuda::make_pipeline(block, &state, 32,
                                  produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
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

__global__ void with_barrier(const unsigned* in, unsigned* out) {
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

TEST(SimulatorPipeline, Primitives) { expect_sums(with_primitives); }
TEST(SimulatorPipeline, ThreadScope) { expect_sums(with_thread_pipeline); }
TEST(SimulatorPipeline, BlockScope) { expect_sums(with_block_pipeline); }
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
  Session session({Order::random, 4});
  std::vector<unsigned> out(8);
  rungs::launch({1, 64, session.stream()}, with_tiles, out.data());
  for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(out[i], (i * 64 + 28) * 10000 + (i * 8 + 7) * 100 + 48);
}

}  // namespace
