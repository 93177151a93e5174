// A 32-bit division by a value that is the same at every step, as a row length is. Against gpu/divide the
// divisor no longer hangs on the index, so that the compiler may make its reciprocal once, before the
// loop. A multiplication for the quotient, one for the remainder and the corrections are left: the
// conversions and the reciprocal, which the slowest units of a multiprocessor compute, should be gone.
#include <cstdint>

#include "cases/intdiv/gpu/chain.hpp"

namespace {

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

void launch(const intdiv::Problem& p, const intdiv::Views& v, rungs::Stream stream) {
  intdiv::require_narrow(p);
  intdiv::launch_chains(DivideInvariant{p.divisor, p.stride()}, p, v, stream);
}

const rungs::Variant<intdiv::Case> variant{{
    .name = "gpu/divide_invariant",
    .improves = "gpu/divide",
    .idea = "a divisor that stays the same over the loop",
    .gpu_only = "it reads the GPU's clock",
    .launch = launch,
}};

}  // namespace
