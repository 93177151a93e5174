// One 16-byte store per thread, coalesced within a warp. With no load, no loop and no arithmetic except an
// index, only memory bandwidth is left as a limit.
#pragma once

#include <rungs/device.hpp>
#include "cases/fill/case.hpp"

namespace rungs::ceilings::fill::inline RUNGS_BACKEND {

/// `Store{}(to, four)` writes four words at once; words after the last four are written one by one.
template <class Store> __global__ void fill_vectors(std::uint32_t* target, std::size_t count, std::uint32_t word) {
  const std::size_t vector = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t first = vector * 4;
  if (first + 4 <= count) {
    Store{}(reinterpret_cast<uint4*>(target) + vector, make_uint4(word, word, word, word));
  } else {
    for (std::size_t i = first; i < count; ++i) target[i] = word;
  }
}

template <class Store> inline void launch_vectors(const Problem& p, const Views& v, rungs::Stream stream) {
  constexpr unsigned threads = 256;
  constexpr std::size_t words_per_block = threads * 4;
  const std::size_t blocks = (p.area() + words_per_block - 1) / words_per_block;
  rungs::launch({rungs::linear_grid(blocks), dim3(threads), stream}, fill_vectors<Store>, v.target, p.area(), value);
}

}  // namespace rungs::ceilings::fill::inline RUNGS_BACKEND
