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

/// The state after another block of 16 words. The message schedule replaces the words.
__device__ __forceinline__ void add_block(std::uint32_t (&state)[8], std::uint32_t (&w)[block_words]) {
  // The first 32 bits of the fractions of the cube roots of the first 64 primes.
  constexpr std::uint32_t constants[rounds] = {
      0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
      0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
      0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
      0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
      0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
      0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
      0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
      0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
  std::uint32_t s[8];
#pragma unroll
  for (int i = 0; i < 8; ++i) s[i] = state[i];
#pragma unroll
  for (unsigned t = 0; t < rounds; ++t) {
    if (t >= block_words) {
      const std::uint32_t before = w[(t - 15) % block_words];
      const std::uint32_t last = w[(t - 2) % block_words];
      const std::uint32_t s0 = rotated(before, 7) ^ rotated(before, 18) ^ before >> 3U;
      const std::uint32_t s1 = rotated(last, 17) ^ rotated(last, 19) ^ last >> 10U;
      w[t % block_words] += s0 + w[(t - 7) % block_words] + s1;
    }
    const std::uint32_t e = s[4];
    const std::uint32_t a = s[0];
    const std::uint32_t chosen = (e & s[5]) ^ (~e & s[6]);
    const std::uint32_t majority = (a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]);
    const std::uint32_t first =
        s[7] + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + chosen + constants[t] + w[t % block_words];
    const std::uint32_t second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority;
#pragma unroll
    for (int i = 7; i > 0; --i) s[i] = s[i - 1];
    s[4] += first;
    s[0] = first + second;
  }
#pragma unroll
  for (int i = 0; i < 8; ++i) state[i] += s[i];
}

/// A stream in two parts: what an earlier piece has left of its last leaf, and the piece.
struct Stream {
  const std::uint8_t* tail;
  std::size_t tail_bytes;
  const std::uint8_t* piece;

  [[nodiscard]] __device__ std::uint8_t byte(std::size_t at) const {
    return at < tail_bytes ? tail[at] : piece[at - tail_bytes];
  }
  /// 16 words from byte `at` on, most significant byte first. Past the tail, four bytes are one load,
  /// wherever they begin.
  __device__ __forceinline__ void words(std::size_t at, std::uint32_t (&w)[block_words]) const {
    if (at < tail_bytes) {
#pragma unroll 1
      for (unsigned i = 0; i < block_words; ++i) {
        std::uint32_t word = 0;
        for (unsigned j = 0; j < 4; ++j) word = word << 8U | byte(at + 4 * i + j);
        shift_in(w, word);
      }
      return;
    }
    const std::uint8_t* const from = piece + (at - tail_bytes);
    const unsigned beside = static_cast<unsigned>(reinterpret_cast<std::size_t>(from) % 4);
    const auto* const aligned = reinterpret_cast<const std::uint32_t*>(from - beside);
    std::uint32_t low = aligned[0];
#pragma unroll
    for (unsigned i = 0; i < block_words; ++i) {
      // The last word has no neighbour if nothing is beside it.
      const std::uint32_t high = i + 1 < block_words || beside != 0 ? aligned[i + 1] : 0;
      w[i] = __byte_perm(__funnelshift_r(low, high, 8 * beside), 0, 0x0123);
      low = high;
    }
  }

 private:
  /// So that all indices are known at compile time.
  static __device__ __forceinline__ void shift_in(std::uint32_t (&w)[block_words], std::uint32_t word) {
#pragma unroll
    for (unsigned i = 0; i + 1 < block_words; ++i) w[i] = w[i + 1];
    w[block_words - 1] = word;
  }
};

/// The last words of a message of `bytes` bytes, of which those from `begin` on are not hashed yet: they are
/// followed by a bit of 1, by 0 and by the length in bits.
__device__ __forceinline__ void add_end(std::uint32_t (&state)[8], const Stream& stream, std::size_t begin,
                                        unsigned left, std::uint64_t bytes) {
  const unsigned blocks = left + 9 > 64 ? 2 : 1;
  for (unsigned block = 0; block < blocks; ++block) {
    std::uint32_t w[block_words];
#pragma unroll
    for (unsigned i = 0; i < block_words; ++i) {
      std::uint32_t word = 0;
#pragma unroll
      for (unsigned j = 0; j < 4; ++j) {
        const unsigned at = 64 * block + 4 * i + j;
        const std::uint32_t value = at < left ? stream.byte(begin + at) : at == left ? 0x80U : 0U;
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

/// Digests of the leaves of `bytes` bytes of a stream, the last of which may be short.
template <unsigned threads>
__global__ void __launch_bounds__(threads)
    hash_leaves(Stream stream, std::size_t bytes, std::uint8_t* digests) {
  const std::size_t leaf = std::size_t{blockIdx.x} * threads + threadIdx.x;
  if (leaf * leaf_bytes >= bytes) return;
  const std::size_t begin = leaf * leaf_bytes;
  const auto length = static_cast<unsigned>(min(bytes - begin, std::size_t{leaf_bytes}));
  std::uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                            0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  unsigned done = 0;
#pragma unroll 1
  for (; done + 64 <= length; done += 64) {
    std::uint32_t w[block_words];
    stream.words(begin + done, w);
    add_block(state, w);
  }
  add_end(state, stream, begin + done, length - done, length);
  auto* const to = reinterpret_cast<std::uint32_t*>(digests + leaf * sizeof(Sha256));
#pragma unroll
  for (int i = 0; i < 8; ++i) to[i] = __byte_perm(state[i], 0, 0x0123);
}

}  // namespace sha

/// Queues the digests of the leaves in `bytes` bytes, `tail` and then `piece`. With `bytes` a multiple of a
/// leaf apart from the stream's end, each leaf is whole.
inline void hash_leaves(rungs::Stream on, sha::Stream stream, std::size_t bytes, std::byte* digests) {
  if (bytes == 0) return;
  constexpr unsigned threads = 128;
  const std::size_t leaves = (bytes + leaf_bytes - 1) / leaf_bytes;
  rungs::launch({rungs::linear_grid((leaves + threads - 1) / threads), dim3(threads), on},
                sha::hash_leaves<threads>, stream, bytes, reinterpret_cast<std::uint8_t*>(digests));
}

}  // namespace pipeline::inline RUNGS_BACKEND
