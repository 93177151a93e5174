// Stores that bypass the caches, for one thread.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "cases/fill/case.hpp"

namespace rungs::ceilings::fill {

/// Writes `count` words at `to`, which is 16-byte aligned. A CPU without such stores uses a plain loop.
inline void stream_values(std::uint32_t* to, std::size_t count) {
  std::size_t i = 0;
#if defined(__SSE2__)
  const __m128i vector = _mm_set1_epi32(static_cast<int>(value));
  for (; i + 4 <= count; i += 4) _mm_stream_si128(reinterpret_cast<__m128i*>(to + i), vector);
  _mm_sfence();
#endif
  for (; i < count; ++i) to[i] = value;
}

}  // namespace rungs::ceilings::fill
