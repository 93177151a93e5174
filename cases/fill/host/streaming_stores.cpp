// Stores that go around the caches.
// A store to a cached line reads the line first, so that a memset that stays in the caches moves every byte
// twice: on large planes the C library's may do so. Against host/memset this should take up to half the time
// where it does, and lose on planes that fit in a cache. A CPU without such stores gets a plain loop.
#include <cstddef>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "cases/fill/case.hpp"

namespace {

void launch(const fill::Problem& p, const fill::Views& v, rungs::Stream) {
  const std::size_t count = p.area();
  std::size_t i = 0;
#if defined(__SSE2__)
  const __m128i vector = _mm_set1_epi32(static_cast<int>(fill::value));
  for (; i + 4 <= count; i += 4) _mm_stream_si128(reinterpret_cast<__m128i*>(v.target + i), vector);
  _mm_sfence();
#endif
  for (; i < count; ++i) v.target[i] = fill::value;
}

const rungs::Variant<fill::Case> variant{{
    .name = "host/streaming_stores",
    .improves = "host/memset",
    .idea = "stores that go around the caches",
    .launch = launch,
}};

}  // namespace
