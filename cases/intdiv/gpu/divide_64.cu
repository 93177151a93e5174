// A 64-bit division by a value that only the running program knows: what the code of the case edm's document
// does, where its text says 32 bits.
// The compiler writes a test first: if both operands fit in 32 bits, it divides in 32 bits, at the price of
// the test and a branch. Otherwise a subroutine of some hundred instructions runs. Indices of the document's
// size take the shortcut; index=wide shows the other path. As in gpu/divide the divisor hangs on the index.
#include <cstdint>

#include "cases/intdiv/gpu/chain.hpp"

namespace {

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

void launch(const intdiv::Problem& p, const intdiv::Views& v, rungs::Stream stream) {
  intdiv::launch_chains(Divide64{p.divisor, p.stride()}, p, v, stream);
}

const rungs::Variant<intdiv::Case> variant{{
    .name = "gpu/divide_64",
    .idea = "the same in 64 bits",
    .gpu_only = "it reads the GPU's clock",
    .launch = launch,
}};

}  // namespace
