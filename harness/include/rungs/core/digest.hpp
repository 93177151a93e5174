// A number that stands for the bytes of a long buffer, so that an output found right once need not be copied
// to the host to be seen to be the same again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#ifdef __CUDACC__
#define RUNGS_ON_BOTH __host__ __device__
#else
#define RUNGS_ON_BOTH
#endif

namespace rungs {

/// What word `index` of a buffer adds to its digest, which is the sum over all words modulo 2^64. `key` is
/// drawn by the process and printed nowhere. Mixes with SplitMix64's finaliser: buffers that differ have the
/// same digest with a probability of about 2^-64.
RUNGS_ON_BOTH constexpr std::uint64_t digest_term(std::uint64_t key, std::uint64_t index,
                                                  std::uint64_t word) {
  std::uint64_t z = (word ^ key) * 0xD1342543DE82EF95U + (index + 1) * 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

/// The digest of host memory. Words are of 8 bytes, in the machine's order; the last one is filled up with
/// zeros. `bytes` may be a part of a buffer that begins at byte `from`, a multiple of 8: the digests of all
/// parts add up to that of the buffer.
[[nodiscard]] inline std::uint64_t digest_of(std::span<const std::byte> bytes, std::uint64_t key,
                                             std::size_t from = 0) {
  std::uint64_t sum = 0;
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, &bytes[at], bytes.size() - at < sizeof(word) ? bytes.size() - at : sizeof(word));
    sum += digest_term(key, (from + at) / sizeof(word), word);
  }
  return sum;
}

}  // namespace rungs

#undef RUNGS_ON_BOTH
