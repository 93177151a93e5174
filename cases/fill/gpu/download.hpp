// A plane filled on the GPU and copied to the host. While one piece is copied, the next is filled, which
// takes a small fraction of the copy's time.
#pragma once

#include "cases/bus_pieces.hpp"
#include "cases/fill/case.hpp"

namespace rungs::ceilings::fill::inline RUNGS_BACKEND {

static __global__ void fill_words(std::uint32_t* target, std::size_t count, std::uint32_t word) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) target[i] = word;
}

inline void launch_download(const Call<Case>& call) {
  constexpr unsigned threads = 256;
  bus::for_pieces(call.problem.area(), [&](std::size_t first, std::size_t count) {
    rungs::launch({rungs::linear_grid((count + threads - 1) / threads), dim3(threads), call.stream}, fill_words,
                  call.views.target + first, count, value);
    rungs::download(call.host.target + first, call.views.target + first, count, rungs::fork(call.stream, 0));
  });
  rungs::join(call.stream, 1);
}

}  // namespace rungs::ceilings::fill::inline RUNGS_BACKEND
