// Cooperative groups.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <rungs/device.hpp>
#include "probe.hpp"

namespace cg = cooperative_groups;

PROBE("`cg::this_thread_block`: `sync`, `thread_rank`, `size`, `group_index`, `thread_index`") {
  const auto block = cg::this_thread_block();
  __shared__ unsigned values[64];
  values[block.thread_rank()] = block.thread_rank();
  block.sync();
  CHECK(values[63 - threadIdx.x] == 63 - threadIdx.x && block.size() == 64 && block.num_threads() == 64);
  CHECK(block.group_index().x == blockIdx.x && block.thread_index().x == threadIdx.x && block.dim_threads().x == 64);
  cg::sync(block);
}
PROBE("`cg::this_grid`: `thread_rank`, `size`, `num_blocks`, `block_rank`") {
  const auto grid = cg::this_grid();
  CHECK(grid.size() == 128 && grid.thread_rank() == blockIdx.x * 64 + threadIdx.x && grid.num_blocks() == 2 &&
        grid.block_rank() == blockIdx.x);
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
PROBE("`cg::tiled_partition<N>`: `shfl`, `shfl_up`, `shfl_down`, `shfl_xor`, `sync`") {
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  const int rank = static_cast<int>(tile.thread_rank());
  CHECK(tile.shfl(rank, 3) == 3 && tile.shfl_down(rank, 1) == min(rank + 1, 7) &&
        tile.shfl_up(rank, 2) == (rank < 2 ? rank : rank - 2));
  CHECK(tile.shfl_xor(rank, 4) == (rank ^ 4) && tile.size() == 8 && tile.meta_group_rank() == threadIdx.x / 8 &&
        tile.meta_group_size() == 8);
  tile.sync();
}
PROBE("tiles: `ballot`, `any`, `all`, `match_any`, `match_all`") {
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int all = 0;
  CHECK(tile.ballot(tile.thread_rank() % 2) == 0xAAAA && tile.any(tile.thread_rank() == 5) &&
        !tile.all(tile.thread_rank() == 5));
  CHECK(tile.match_any(tile.thread_rank() / 8) == (tile.thread_rank() < 8 ? 0xFFU : 0xFF00U) &&
        tile.match_all(1, all) == 0xFFFF && all);
}
PROBE("tiles of tiles; shuffles of structs") {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const auto tile = cg::tiled_partition<4>(warp);
  const double2 mine = make_double2(threadIdx.x, -1.0);
  CHECK(tile.shfl(mine, 2).x == threadIdx.x / 4 * 4 + 2 && warp.shfl(mine, 31).y == -1.0);
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
PROBE("an atomic for all coalesced threads, by the first") {
  if (threadIdx.x % 2 == 1) {
    const auto active = cg::coalesced_threads();
    int before = 0;
    if (active.thread_rank() == 0) before = atomicAdd(&scratch[blockIdx.x], static_cast<int>(active.size()));
    scratch[64 + blockIdx.x * 64 + active.shfl(before, 0) + static_cast<int>(active.thread_rank())] = 1;
  }
  __syncthreads();
  CHECK(scratch[blockIdx.x] == 32 && scratch[64 + blockIdx.x * 64 + threadIdx.x / 2] == 1);
}
PROBE("`cg::reduce` with `plus`, `less`, `greater`, `bit_or`, of tiles and coalesced threads") {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const int rank = static_cast<int>(warp.thread_rank());
  CHECK(cg::reduce(warp, rank, cg::plus<int>()) == 496 && cg::reduce(warp, rank, cg::less<int>()) == 0);
  CHECK(cg::reduce(warp, rank, cg::greater<int>()) == 31 &&
        cg::reduce(warp, 1U << rank, cg::bit_or<unsigned>()) == ~0U);
  if (rank < 5) {
    const auto active = cg::coalesced_threads();
    CHECK(cg::reduce(active, 1, cg::plus<int>()) == static_cast<int>(active.size()));
  }
}
