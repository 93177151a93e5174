// Shared by the variants: how many threads there are, and which vectors each of them takes.
#pragma once

#include <rungs/device.hpp>
#include <type_traits>
#include <utility>
#include "cases/in_flight/case.hpp"

namespace in_flight::inline RUNGS_BACKEND {

/// Calls `body(first)` for each turn of this thread: its vectors are first, first + step, ..., `vectors` of
/// them, all within `whole`. Neighbouring threads take neighbouring vectors. Returns the first vector after
/// the last whole turn of all threads.
template <unsigned vectors, class Body> __device__ std::size_t for_turns(std::size_t whole, const Body& body) {
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  const std::size_t turns = whole / (threads * vectors);
  const std::size_t thread = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
#pragma unroll 1
  for (std::size_t turn = 0; turn < turns; ++turn) body(turn * threads * vectors + thread, threads);
  return turns * threads * vectors;
}

/// Launches a kernel with the problem's number of warps on each multiprocessor: one block, or two from 33 warps on.
template <class... Parameters, class... Arguments>
void launch_crew(const Problem& p, rungs::Stream stream, void (*kernel)(Parameters...), Arguments... arguments) {
  const unsigned blocks = p.warps > 32 ? 2 : 1;
  const unsigned threads = p.warps / blocks * 32;
  if (rungs::resident_blocks(kernel, threads) < blocks * rungs::multiprocessors()) {
    throw rungs::Unsupported("a multiprocessor cannot hold " + std::to_string(p.warps) +
                             " warps of this kernel at once: it needs too many registers");
  }
  rungs::launch({dim3(blocks * rungs::multiprocessors()), dim3(threads), stream}, kernel, arguments...);
}

/// Calls `launch` with the number of vectors as a compile-time constant.
template <class Launch> void with_vectors(const Problem& p, const Launch& launch) {
  const auto launch_if = [&](auto vectors) {
    if (p.vectors == vectors) launch(vectors);
  };
  [&]<unsigned... vectors>(std::integer_sequence<unsigned, vectors...>) {
    (launch_if(std::integral_constant<unsigned, vectors>{}), ...);
  }
  (std::integer_sequence<unsigned, 1, 2, 4, 8>{});
}

}  // namespace in_flight::inline RUNGS_BACKEND
