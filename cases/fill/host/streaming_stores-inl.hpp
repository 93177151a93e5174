// Stores that bypass the caches, for one thread. Compiled once per instruction set: Highway includes a variant's file
// once per set, and each inclusion flips this guard, which lets the file in again.
#if defined(RUNGS_FILL_STREAMING_STORES) == defined(HWY_TARGET_TOGGLE)
#ifdef RUNGS_FILL_STREAMING_STORES
#undef RUNGS_FILL_STREAMING_STORES
#else
#define RUNGS_FILL_STREAMING_STORES
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>
#include <cstddef>
#include <cstdint>
#include "cases/fill/case.hpp"

HWY_BEFORE_NAMESPACE();
namespace rungs::ceilings::fill::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Writes `count` words at `to`, which begins a cache line, with the CPU's widest stores: with narrower ones a line
/// may be sent in parts.
HWY_INLINE void stream_values(std::uint32_t* to, std::size_t count) {
  const hn::ScalableTag<std::uint32_t> d;
  const auto vector = hn::Set(d, value);
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) hn::Stream(vector, d, to + i);
  hwy::FlushStream();
  for (; i < count; ++i) to[i] = value;
}

}  // namespace rungs::ceilings::fill::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
