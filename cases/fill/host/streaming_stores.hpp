// Stores that bypass the caches, for one thread. Without a library: projects of users link this, too.
#pragma once

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "cases/fill/case.hpp"

namespace rungs::ceilings::fill {

#if defined(__x86_64__)
// Each returns how many words it wrote. With stores that are narrower than the CPU's widest, a line may be sent in
// parts, and this would be less than what other variants reach.

__attribute__((target("avx512f"))) inline std::size_t stream_64_bytes(std::uint32_t* to, std::size_t count) {
  const __m512i vector = _mm512_set1_epi32(static_cast<int>(value));
  std::size_t i = 0;
  for (; i + 16 <= count; i += 16) _mm512_stream_si512(reinterpret_cast<__m512i*>(to + i), vector);
  return i;
}

__attribute__((target("avx"))) inline std::size_t stream_32_bytes(std::uint32_t* to, std::size_t count) {
  const __m256i vector = _mm256_set1_epi32(static_cast<int>(value));
  std::size_t i = 0;
  for (; i + 8 <= count; i += 8) _mm256_stream_si256(reinterpret_cast<__m256i*>(to + i), vector);
  return i;
}

inline std::size_t stream_16_bytes(std::uint32_t* to, std::size_t count) {
  const __m128i vector = _mm_set1_epi32(static_cast<int>(value));
  std::size_t i = 0;
  for (; i + 4 <= count; i += 4) _mm_stream_si128(reinterpret_cast<__m128i*>(to + i), vector);
  return i;
}
#endif

/// Writes `count` words at `to`, which is 64-byte aligned. A CPU without such stores uses a plain loop.
inline void stream_values(std::uint32_t* to, std::size_t count) {
  std::size_t i = 0;
#if defined(__x86_64__)
  i = __builtin_cpu_supports("avx512f") ? stream_64_bytes(to, count)
      : __builtin_cpu_supports("avx")   ? stream_32_bytes(to, count)
                                        : stream_16_bytes(to, count);
  _mm_sfence();
#endif
  for (; i < count; ++i) to[i] = value;
}

}  // namespace rungs::ceilings::fill
