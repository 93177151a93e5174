// A 16-byte store a thread, marked as streaming, a warp's stores side by side.
// With no load, no loop and no arithmetic but an index, nothing is left to wait for but memory.
#include <cstddef>
#include <cstdint>

#include "cases/fill/case.hpp"
#include "harness/device.hpp"

namespace {

__global__ void vector_store(std::uint32_t* target, std::size_t count, std::uint32_t value) {
  const std::size_t vector = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t first = vector * 4;
  if (first + 4 <= count) {
    __stcs(reinterpret_cast<uint4*>(target) + vector, make_uint4(value, value, value, value));
  } else {
    for (std::size_t i = first; i < count; ++i) target[i] = value;
  }
}

void launch(const fill::Problem& p, const fill::Views& v, rungs::Stream stream) {
  constexpr unsigned threads = 256;
  constexpr std::size_t words_a_block = threads * 4;
  const auto blocks = static_cast<unsigned>((p.area() + words_a_block - 1) / words_a_block);
  rungs::launch({dim3(blocks), dim3(threads), stream}, vector_store, v.target, p.area(), fill::value);
}

const rungs::Variant<fill::Case> variant{{
    .name = "gpu/vector_store",
    .improves = "host/memset",
    .idea = "a 16-byte streaming store a thread",
    .launch = launch,
}};

}  // namespace
