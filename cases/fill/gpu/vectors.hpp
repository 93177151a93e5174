// A 16-byte store a thread, a warp's stores side by side. With no load, no loop and no arithmetic but an
// index, nothing is left to wait for but memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cases/fill/case.hpp"
#include "harness/device.hpp"

namespace fill {

// Static, since the CUDA and the simulator build of one source meet in one program.

/// `Store{}(to, four)` writes four words at once; words behind the last four go one by one.
template <class Store>
static __global__ void fill_vectors(std::uint32_t* target, std::size_t count, std::uint32_t word) {
  const std::size_t vector = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t first = vector * 4;
  if (first + 4 <= count) {
    Store{}(reinterpret_cast<uint4*>(target) + vector, make_uint4(word, word, word, word));
  } else {
    for (std::size_t i = first; i < count; ++i) target[i] = word;
  }
}

template <class Store>
static void launch_vectors(const Problem& p, const Views& v, rungs::Stream stream) {
  constexpr unsigned threads = 256;
  constexpr std::size_t words_a_block = threads * 4;
  const std::size_t blocks = (p.area() + words_a_block - 1) / words_a_block;
  rungs::launch({rungs::in_a_row(blocks), dim3(threads), stream}, fill_vectors<Store>, v.target, p.area(),
                value);
}

}  // namespace fill
