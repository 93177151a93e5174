// A thread loads four 16-byte vectors before it stores the first, all marked as streaming.
// Four loads in flight a thread are more than memory's latency needs at this many threads, and a block's
// loads, like its stores, form one contiguous run. The words after the last whole run are copied one by one.
#include <cstddef>
#include <cstdint>

#include "cases/copy/case.hpp"
#include "harness/device.hpp"

namespace {

constexpr unsigned threads = 256;
constexpr unsigned vectors_a_thread = 4;
constexpr std::size_t words_a_block = std::size_t{threads} * vectors_a_thread * 4;

__global__ void vector_copy(std::uint32_t* target, const std::uint32_t* source, std::size_t count) {
  const std::size_t first = blockIdx.x * words_a_block;
  if (first + words_a_block <= count) {
    const uint4* const from = reinterpret_cast<const uint4*>(source + first) + threadIdx.x;
    uint4* const to = reinterpret_cast<uint4*>(target + first) + threadIdx.x;
    uint4 held[vectors_a_thread];
    for (unsigned i = 0; i < vectors_a_thread; ++i) held[i] = __ldcs(from + i * threads);
    for (unsigned i = 0; i < vectors_a_thread; ++i) __stcs(to + i * threads, held[i]);
  } else {
    for (std::size_t i = first + threadIdx.x; i < count; i += threads) target[i] = source[i];
  }
}

void launch(const copy::Problem& p, const copy::Views& v, rungs::Stream stream) {
  const auto blocks = static_cast<unsigned>((p.area() + words_a_block - 1) / words_a_block);
  rungs::launch({dim3(blocks), dim3(threads), stream}, vector_copy, v.target, v.source, p.area());
}

const rungs::Variant<copy::Case> variant{{
    .name = "gpu/vector_copy",
    .improves = "host/memcpy",
    .idea = "four 16-byte loads in flight a thread",
    .launch = launch,
}};

}  // namespace
