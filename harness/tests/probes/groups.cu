// Cooperative groups.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <rungs/device.hpp>
#include "probe.hpp"

namespace cg = cooperative_groups;

PROBE("`cg::this_thread_block`, `cg::this_grid`: `sync`, `thread_rank`, `size`, `num_blocks`, `group_index`, ...") {
  const auto block = cg::this_thread_block();
  const auto grid = cg::this_grid();
  __shared__ unsigned values[64];
  values[block.thread_rank()] = block.thread_rank();
  block.sync();
  CHECK(values[63 - threadIdx.x] == 63 - threadIdx.x && block.size() == 64 && block.num_threads() == 64);
  CHECK(block.group_index().x == blockIdx.x && block.thread_index().x == threadIdx.x && block.dim_threads().x == 64);
  CHECK(grid.size() == 128 && grid.thread_rank() == blockIdx.x * 64 + threadIdx.x && grid.num_blocks() == 2);
  cg::sync(block);
}
PROBE("`cg::this_grid().sync()`, after `rungs::launch_cooperative`") {
  const auto grid = cg::this_grid();
  for (int turn = 1; turn < 4; ++turn) {
    scratch[grid.thread_rank()] = turn;
    grid.sync();
    CHECK(scratch[127 - grid.thread_rank()] == turn);
    grid.sync();
  }
}
PROBE("`cg::tiled_partition<N>`, of tiles, too: `shfl`, `shfl_up`, `shfl_down`, `shfl_xor` (of structs, too), `sync`") {
  const auto tile = cg::tiled_partition<8>(cg::tiled_partition<32>(cg::this_thread_block()));
  const int rank = static_cast<int>(tile.thread_rank());
  CHECK(tile.shfl(rank, 3) == 3 && tile.shfl_down(rank, 1) == min(rank + 1, 7));
  CHECK(tile.shfl_up(rank, 2) == (rank < 2 ? rank : rank - 2) && tile.shfl_xor(rank, 4) == (rank ^ 4));
  CHECK(tile.size() == 8 && tile.shfl(make_double2(threadIdx.x, -1.0), 2).x == threadIdx.x / 8 * 8 + 2);
  tile.sync();
}
PROBE("tiles: `ballot`, `any`, `all`, `match_any`, `match_all`, `meta_group_rank`, `meta_group_size`") {
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int all = 0;
  CHECK(tile.ballot(tile.thread_rank() % 2) == 0xAAAA && tile.any(tile.thread_rank() == 5));
  CHECK(!tile.all(tile.thread_rank() == 5) && tile.match_all(1, all) == 0xFFFF && all);
  CHECK(tile.match_any(tile.thread_rank() / 8) == (tile.thread_rank() < 8 ? 0xFFU : 0xFF00U));
  CHECK(tile.meta_group_rank() == threadIdx.x / 16 && tile.meta_group_size() == 4);
}
PROBE("`cg::coalesced_threads`: `size`, `thread_rank`, `shfl`, `ballot`, `sync`") {
  if (threadIdx.x % 3 == 0) {
    const auto active = cg::coalesced_threads();
    const unsigned rank = active.thread_rank();
    CHECK(active.shfl(rank, 0) == 0 && active.ballot(1) == (active.size() == 32 ? ~0U : (1U << active.size()) - 1));
    CHECK(active.shfl_down(rank, 1) == min(rank + 1, active.size() - 1) && rank < active.size());
    active.sync();
  }
}
PROBE("`cg::reduce` with `plus`, `less`, `greater`, `bit_or`") {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const int rank = static_cast<int>(warp.thread_rank());
  CHECK(cg::reduce(warp, rank, cg::plus<int>()) == 496 && cg::reduce(warp, rank, cg::less<int>()) == 0);
  CHECK(cg::reduce(warp, rank, cg::greater<int>()) == 31 &&
        cg::reduce(warp, 1U << rank, cg::bit_or<unsigned>()) == ~0U);
}
PROBE("`cg::memcpy_async`, `cg::wait`, `cg::wait_prior`") {
  __shared__ alignas(16) int values[2][64];
  const auto block = cg::this_thread_block();
  scratch[threadIdx.x] = static_cast<int>(threadIdx.x);
  scratch[64 + threadIdx.x] = 7;
  __syncthreads();
  cg::memcpy_async(block, values[0], scratch, sizeof values[0]);
  cg::memcpy_async(block, values[1], 64, scratch + 64, 64);
  cg::wait_prior<1>(block);
  CHECK(values[0][63 - threadIdx.x] == static_cast<int>(63 - threadIdx.x));
  cg::wait(block);
  CHECK(values[1][63 - threadIdx.x] == 7);
}
