// Writes a plane with a given number of stores under way: `warps` x 32 threads on each multiprocessor,
// `vectors` stores of 16 bytes per thread and turn. A store does not wait for memory, so a warp goes on to
// its next turn at once. Fewer warps should do than for reads.
#include "cases/in_flight/gpu/crew.hpp"

namespace {

template <unsigned vectors> __global__ void __launch_bounds__(1024) write(std::uint32_t* target, std::size_t count) {
  using in_flight::value;
  uint4* const to = reinterpret_cast<uint4*>(target);
  const std::size_t done = in_flight::for_turns<vectors>(count / 4, [&](std::size_t first, std::size_t step) {
#pragma unroll
    for (unsigned i = 0; i < vectors; ++i) __stcs(to + first + i * step, make_uint4(value, value, value, value));
  });
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = 4 * done + std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += threads)
    target[i] = value;
}

void launch(const in_flight::Problem& p, const in_flight::Views& v, rungs::Stream stream) {
  in_flight::with_vectors(
      p, [&](auto vectors) { in_flight::launch_crew(p, stream, write<vectors()>, v.target, p.area()); });
}

const rungs::Variant<in_flight::Case> variant{{
    .idea = "writes: a given number of stores per turn on each multiprocessor",
    .result = in_flight::Result::target,
    .launch = launch,
}};

}  // namespace
