// Stores that go around the caches, of one thread.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "cases/fill/case.hpp"

namespace fill {

/// Writes `count` words from `to`, a multiple of 16 bytes. A CPU without such stores gets a plain loop.
inline void stream_values(std::uint32_t* to, std::size_t count) {
  std::size_t i = 0;
#if defined(__SSE2__)
  const __m128i vector = _mm_set1_epi32(static_cast<int>(value));
  for (; i + 4 <= count; i += 4) _mm_stream_si128(reinterpret_cast<__m128i*>(to + i), vector);
  _mm_sfence();
#endif
  for (; i < count; ++i) to[i] = value;
}

}  // namespace fill
