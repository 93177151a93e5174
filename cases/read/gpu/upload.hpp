// A plane copied to the GPU and summed there. While one piece comes, the one before it is summed, which takes
// a small fraction of the copy's time.
#pragma once

#include "cases/bus_pieces.hpp"
#include "cases/read/gpu/block_sum.hpp"

namespace rungs::ceilings::read::inline RUNGS_BACKEND {

static __global__ void sum_piece(std::uint32_t* sum, const std::uint32_t* source, std::size_t count) {
  const std::uint32_t of_block = block_sum<4>(source, count);
  if (threadIdx.x == 0) atomicAdd(sum, of_block);
}

inline void launch_upload(const Call<Case>& call) {
  const Views& device = call.views;
  rungs::fill_bytes(device.sum, 0, sizeof(std::uint32_t), call.stream);
  bus::for_pieces(call.problem.area(), [&](std::size_t first, std::size_t count) {
    rungs::upload(device.source + first, call.host.source + first, count, call.stream);
    rungs::launch({dim3(blocks_for<4>(count)), dim3(threads), rungs::fork(call.stream, 0)}, sum_piece, device.sum,
                  device.source + first, count);
  });
  rungs::join(call.stream, 1);
  rungs::download(call.host.sum, device.sum, 1, call.stream);
}

}  // namespace rungs::ceilings::read::inline RUNGS_BACKEND
