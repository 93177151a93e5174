// A 32-bit division by a value that is the same at every step, like a row length.
// Compared with gpu/divide, the divisor no longer depends on the index, so the compiler may compute its
// reciprocal once, before the loop. A multiplication for the quotient, one for the remainder and the
// corrections remain. The conversions and the reciprocal, which run on an SM's slowest units, should be gone.
#include "cases/intdiv/gpu/chain.hpp"

namespace {

#ifndef RUNGS_SIMULATOR
struct DivideInvariant {
  std::uint32_t columns;
  std::uint32_t stride;
  std::uint32_t index = 0;

  __device__ void start(std::uint64_t first) { index = static_cast<std::uint32_t>(first); }
  __device__ intdiv::Place next() {
    const std::uint32_t row = index / columns;
    const std::uint32_t column = index - row * columns;
    index += stride + (column & 1U);
    return {row, column};
  }
};
#endif

const rungs::Variant<intdiv::Case> variant{{
    .improves = "gpu/divide",
    .technique = {"mulshift"},
    .idea = "a divisor that stays the same over the loop",
    .gpu_only = "it reads the GPU's clock",
    .launch = RUNGS_GPU_ONLY(intdiv::launch_narrow<DivideInvariant>),
}};

}  // namespace
