// Cold caches on the host.
#pragma once

#include <cstddef>

#if defined(__x86_64__)
#include <emmintrin.h>
#else
#include <cstring>
#include <vector>
#endif

namespace rungs {

#if defined(__x86_64__)
/// Takes `bytes` bytes out of every cache level. Better than writing over the last level: server parts share
/// hundreds of megabytes of it, most of which other cores keep, while a flushed line is gone for certain.
inline void evict(const std::byte* start, std::size_t bytes) {
  constexpr std::size_t line = 64;
  for (std::size_t offset = 0; offset < bytes; offset += line) _mm_clflush(start + offset);
  _mm_mfence();
}
#else
/// Writes over a buffer larger than the caches, since there is no portable way to flush single lines.
inline void evict(const std::byte*, std::size_t) {
  static std::vector<unsigned char> over(std::size_t{256} << 20U);
  static unsigned char value = 0;
  std::memset(over.data(), ++value, over.size());
}
#endif

}  // namespace rungs
