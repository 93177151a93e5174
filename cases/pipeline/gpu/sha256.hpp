// SHA-256 (FIPS 180-4) of the leaves of a stream, one thread per leaf.
#pragma once

#include <cstddef>
#include <cstdint>
#include <rungs/device.hpp>
#include "cases/pipeline/run/digest.hpp"

namespace pipeline::inline RUNGS_BACKEND {

namespace sha {

inline constexpr unsigned rounds = 64;
inline constexpr unsigned block_words = 16;

__device__ __forceinline__ std::uint32_t rotated(std::uint32_t word, unsigned by) {
  return __funnelshift_r(word, word, by);
}

/// The first 32 bits of the fractions of the cube roots of the first 64 primes.
__constant__ const std::uint32_t constants[rounds] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

/// One round: s is (a, b, c, d, e, f, g, h).
__device__ __forceinline__ void add_word(std::uint32_t (&s)[8], std::uint32_t word) {
  const std::uint32_t e = s[4];
  const std::uint32_t a = s[0];
  const std::uint32_t chosen = (e & s[5]) ^ (~e & s[6]);
  const std::uint32_t majority = (a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]);
  const std::uint32_t first = s[7] + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + chosen + word;
  const std::uint32_t second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority;
#pragma unroll
  for (int i = 7; i > 0; --i) s[i] = s[i - 1];
  s[4] += first;
  s[0] = first + second;
}

/// The next 16 words of the message schedule.
__device__ __forceinline__ void extend(std::uint32_t (&w)[block_words]) {
#pragma unroll
  for (unsigned t = 0; t < block_words; ++t) {
    const std::uint32_t before = w[(t + 1) % block_words];
    const std::uint32_t last = w[(t + 14) % block_words];
    const std::uint32_t s0 = rotated(before, 7) ^ rotated(before, 18) ^ before >> 3U;
    const std::uint32_t s1 = rotated(last, 17) ^ rotated(last, 19) ^ last >> 10U;
    w[t] += s0 + w[(t + 9) % block_words] + s1;
  }
}

/// The state after another block of 16 words, which are replaced. 16 rounds per pass of the loop: the code of
/// all 64 would not fit in a multiprocessor's first instruction cache, and a warp alone would wait for it.
__device__ __forceinline__ void add_block(std::uint32_t (&state)[8], std::uint32_t (&w)[block_words]) {
  std::uint32_t s[8];
#pragma unroll
  for (int i = 0; i < 8; ++i) s[i] = state[i];
#pragma unroll 1
  for (unsigned begin = 0; begin < rounds; begin += block_words) {
    if (begin > 0) extend(w);
#pragma unroll
    for (unsigned t = 0; t < block_words; ++t) add_word(s, constants[begin + t] + w[t]);
  }
#pragma unroll
  for (int i = 0; i < 8; ++i) state[i] += s[i];
}

/// 64 bytes as they are loaded: 17 words, since a message may begin at any byte.
struct Loaded {
  std::uint32_t words[block_words + 1];

  __device__ __forceinline__ void load(const std::uint8_t* from) {
    const unsigned into = bytes_into_word(from);
    const auto* const aligned = reinterpret_cast<const std::uint32_t*>(from - into);
#pragma unroll
    for (unsigned i = 0; i < block_words; ++i) words[i] = aligned[i];
    // Nothing of the message is in the last word if it begins at a word.
    words[block_words] = into != 0 ? aligned[block_words] : 0;
  }
  /// As SHA-256 takes them: most significant byte first.
  __device__ __forceinline__ void unpack(const std::uint8_t* from, std::uint32_t (&w)[block_words]) const {
    const unsigned into = bytes_into_word(from);
#pragma unroll
    for (unsigned i = 0; i < block_words; ++i)
      w[i] = __byte_perm(__funnelshift_r(words[i], words[i + 1], 8 * into), 0, 0x0123);
  }

 private:
  static __device__ __forceinline__ unsigned bytes_into_word(const std::uint8_t* from) {
    return static_cast<unsigned>(reinterpret_cast<std::size_t>(from) % 4);
  }
};

/// The last words of a message of `bytes` bytes, of which the `left` bytes at `from` are not hashed yet: they
/// are followed by a bit of 1, by 0 and by the length in bits.
__device__ __forceinline__ void add_end(std::uint32_t (&state)[8], const std::uint8_t* from, unsigned left,
                                        std::uint64_t bytes) {
  const unsigned blocks = left + 9 > 64 ? 2 : 1;
  for (unsigned block = 0; block < blocks; ++block) {
    std::uint32_t w[block_words];
#pragma unroll
    for (unsigned i = 0; i < block_words; ++i) {
      std::uint32_t word = 0;
#pragma unroll
      for (unsigned j = 0; j < 4; ++j) {
        const unsigned at = 64 * block + 4 * i + j;
        const std::uint32_t value = at < left ? from[at] : at == left ? 0x80U : 0U;
        word = word << 8U | value;
      }
      w[i] = word;
    }
    if (block + 1 == blocks) {
      w[14] = static_cast<std::uint32_t>(bytes * 8 >> 32U);
      w[15] = static_cast<std::uint32_t>(bytes * 8);
    }
    add_block(state, w);
  }
}

/// Digests of the leaves of the `bytes` bytes at `from`, the last of which may be short. A thread has one
/// leaf, and little else to do while it waits for memory: it loads 64 bytes ahead.
template <unsigned threads>
__global__ void __launch_bounds__(threads)
    hash_leaves(const std::uint8_t* from, std::size_t bytes, std::uint8_t* digests) {
  const std::size_t leaf = std::size_t{blockIdx.x} * threads + threadIdx.x;
  if (leaf * leaf_bytes >= bytes) return;
  const std::uint8_t* at = from + leaf * leaf_bytes;
  const auto length = static_cast<unsigned>(min(bytes - leaf * leaf_bytes, std::size_t{leaf_bytes}));
  std::uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                            0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  unsigned left = length;
  Loaded ahead;
  if (left >= 64) ahead.load(at);
#pragma unroll 1
  for (; left >= 64; left -= 64, at += 64) {
    std::uint32_t w[block_words];
    ahead.unpack(at, w);
    if (left >= 128) ahead.load(at + 64);
    add_block(state, w);
  }
  add_end(state, at, left, length);
  auto* const to = reinterpret_cast<std::uint32_t*>(digests + leaf * sizeof(Sha256));
#pragma unroll
  for (int i = 0; i < 8; ++i) to[i] = __byte_perm(state[i], 0, 0x0123);
}

}  // namespace sha

/// Queues the digests of the leaves of `bytes` bytes in device memory. The last leaf may be short.
/// `digests`: device memory, or pinned memory of the host.
inline void hash_leaves(rungs::Stream on, const std::byte* from, std::size_t bytes, std::byte* digests) {
  if (bytes == 0) return;
  // A block of one warp: the warps of a small band are spread over many multiprocessors.
  constexpr unsigned threads = 32;
  const std::size_t leaves = (bytes + leaf_bytes - 1) / leaf_bytes;
  rungs::launch({rungs::linear_grid((leaves + threads - 1) / threads), dim3(threads), on}, sha::hash_leaves<threads>,
                reinterpret_cast<const std::uint8_t*>(from), bytes, reinterpret_cast<std::uint8_t*>(digests));
}

}  // namespace pipeline::inline RUNGS_BACKEND
