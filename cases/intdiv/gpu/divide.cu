// A 32-bit division by a value known only at run time.
// The GPU has no instruction for it: the compiler generates a floating-point reciprocal, its conversion to an
// integer, and two correction steps. Each step should pay for all of that, so the divisor here depends on the
// index: a bit is added to it that is never set in an index, which the compiler cannot know. Otherwise the
// reciprocal could be computed once, before the loop (gpu/divide_invariant).
#include "cases/intdiv/gpu/chain.hpp"

namespace {

#ifndef RUNGS_SIMULATOR
struct Divide {
  std::uint32_t columns;
  std::uint32_t stride;
  std::uint32_t index = 0;

  __device__ void start(std::uint64_t first) { index = static_cast<std::uint32_t>(first); }
  __device__ intdiv::Place next() {
    const std::uint32_t divisor = columns + (index >> 31U);
    const std::uint32_t row = index / divisor;
    const std::uint32_t column = index - row * divisor;
    index += stride + (column & 1U);
    return {row, column};
  }
};
#endif

const rungs::Variant<intdiv::Case> variant{{
    .improves = "gpu/divide_64",
    .technique = {"narrow"},
    .idea = "32-bit division by a value known only at run time",
    .gpu_only = "it reads the GPU's clock",
    .launch = RUNGS_GPU_ONLY(intdiv::launch_narrow<Divide>),
}};

}  // namespace
