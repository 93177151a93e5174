// A 64-bit division by a value known only at run time. The code of the case edm's document does this, although its text
// says 32 bits. The compiler generates a test first: if both operands fit in 32 bits, it divides in 32 bits, at the
// cost of the test and a branch. Otherwise a subroutine of about a hundred instructions runs. Indices of the document's
// size take the shortcut; index=wide shows the other path. As in gpu/divide, the divisor depends on the index.
#include "cases/intdiv/gpu/chain.hpp"

namespace {

#ifndef RUNGS_SIMULATOR
struct Divide64 {
  std::uint64_t columns;
  std::uint32_t stride;
  std::uint64_t index = 0;

  __device__ void start(std::uint64_t first) { index = first; }
  __device__ intdiv::Place next() {
    const std::uint64_t divisor = columns + (index >> 63U);
    const std::uint64_t row = index / divisor;
    const std::uint64_t column = index - row * divisor;
    index += stride + (column & 1U);
    return {static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column)};
  }
};
#endif

const rungs::Variant<intdiv::Case> variant{{
    .idea = "the same in 64 bits",
    .gpu_only = "it reads the GPU's clock",
    .launch = RUNGS_GPU_ONLY(intdiv::launch_divisions<Divide64>),
}};

}  // namespace
