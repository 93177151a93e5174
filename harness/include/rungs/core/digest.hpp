// A number that stands for the bytes of a long buffer, so that an output found right once need not be copied
// to the host to be seen to be the same again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <rungs/random.hpp>
#include <span>

namespace rungs {

/// The digest of host memory: the sum modulo 2^64 of random_bits(word ^ key, index) over all words. `key` is
/// drawn by the process and printed nowhere: buffers that differ have the same digest with a probability of
/// about 2^-64. Words are of 8 bytes, in the machine's order; the last one is filled up with
/// zeros. `bytes` may be a part of a buffer that begins at byte `from`, a multiple of 8: the digests of all
/// parts add up to that of the buffer.
[[nodiscard]] inline std::uint64_t digest_of(std::span<const std::byte> bytes, std::uint64_t key,
                                             std::size_t from = 0) {
  std::uint64_t sum = 0;
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, &bytes[at], bytes.size() - at < sizeof(word) ? bytes.size() - at : sizeof(word));
    sum += random_bits(word ^ key, (from + at) / sizeof(word));
  }
  return sum;
}

}  // namespace rungs
