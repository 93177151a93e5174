// CCCL's division by a divisor that the host knows before the launch; the host computes a multiplier and a shift.
// Compared with gpu/divide_invariant, the exact multiplier needs no correction: the upper half of one product, shifted,
// is the quotient. The cost is tests for divisors that this does not work for (1, powers of two); they are the same at
// every step, so the compiler can do them before the loop.
#include <rungs/device.hpp>
#include "cases/intdiv/case.hpp"

#ifndef RUNGS_SIMULATOR
#include <cstdint>
#include <cuda/cmath>
#include <cuda/version>

#if CCCL_VERSION < 3001000
#include <cub/detail/fast_modulo_division.cuh>
#endif
#include "cases/intdiv/gpu/chain.hpp"

namespace {

// Public since CUDA 13.1. Before, the same arithmetic was a detail of CUB, under another name.
#if CCCL_VERSION < 3001000
template <class T> using FastDivisor = cub::detail::fast_div_mod<T>;
#else
template <class T> using FastDivisor = cuda::fast_mod_div<T>;
#endif

/// `T` is as wide as the index: 32 or 64 bits.
template <class T> struct FastModDiv {
  FastDivisor<T> divisor;
  T columns;
  std::uint32_t stride;
  T index = 0;

  __device__ void start(std::uint64_t first) { index = static_cast<T>(first); }
  __device__ intdiv::Place next() {
    const T row = index / divisor;
    const T column = index - row * columns;
    index += stride + (column & 1U);
    return {static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column)};
  }
};

template <class T> void launch_with(const intdiv::Problem& p, const intdiv::Views& v, rungs::Stream stream) {
  intdiv::launch_chains(FastModDiv<T>{FastDivisor<T>(T{p.divisor}), p.divisor, p.stride()}, p, v, stream);
}

void launch(const intdiv::Problem& p, const intdiv::Views& v, rungs::Stream stream) {
  if (p.index == intdiv::Index::narrow) {
    launch_with<std::uint32_t>(p, v, stream);
  } else {
    launch_with<std::uint64_t>(p, v, stream);
  }
}

}  // namespace
#endif

namespace {

const rungs::Variant<intdiv::Case> variant{{
    .improves = "gpu/divide_invariant",
    .technique = {"mulshift"},
    .idea = "cuda::fast_mod_div: a multiplier found on the host",
    .gpu_only = "it reads the GPU's clock",
    .launch = RUNGS_GPU_ONLY(launch),
}};

}  // namespace
