// Cold caches on the host.
#pragma once

#include <cstddef>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#else
#include <cstring>
#include <vector>
#endif

namespace rungs {

#if defined(__x86_64__)
namespace detail {

inline constexpr std::size_t cache_line = 64;

inline void flush_in_order(const std::byte* start, std::size_t bytes) {
  for (std::size_t offset = 0; offset < bytes; offset += cache_line) _mm_clflush(start + offset);
}

/// Flushes need not wait for each other, which takes a fraction of the time.
__attribute__((target("clflushopt"))) inline void flush_in_any_order(const std::byte* start,
                                                                     std::size_t bytes) {
  for (std::size_t offset = 0; offset < bytes; offset += cache_line)
    _mm_clflushopt(const_cast<std::byte*>(start) + offset);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
}

/// CPUID leaf 7, EBX: the compiler's built-in feature check does not know this feature everywhere.
inline bool flushes_in_any_order() {
  unsigned eax = 0;
  unsigned ebx = 0;
  unsigned ecx = 0;
  unsigned edx = 0;
  return __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) != 0 && (ebx & bit_CLFLUSHOPT) != 0;
}

}  // namespace detail

/// Flushes `bytes` bytes from every cache level. Better than writing a buffer as large as the last-level
/// cache: server CPUs share hundreds of megabytes of it, most of it in slices of other cores. A flushed line
/// is certainly gone.
inline void flush_caches(const std::byte* start, std::size_t bytes) {
  static const bool any_order = detail::flushes_in_any_order();
  any_order ? detail::flush_in_any_order(start, bytes) : detail::flush_in_order(start, bytes);
  _mm_mfence();
}
#else
/// Writes a buffer larger than the caches, since there is no portable way to flush single lines.
inline void flush_caches(const std::byte*, std::size_t) {
  static std::vector<unsigned char> over(std::size_t{256} << 20U);
  static unsigned char value = 0;
  std::memset(over.data(), ++value, over.size());
}
#endif

}  // namespace rungs
