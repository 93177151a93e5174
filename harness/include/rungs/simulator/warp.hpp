// Warp intrinsics. A lane waits until all lanes of its mask have reached the same operation with the same mask. All
// throw rungs::Failed if the mask lacks the caller or names a lane that does not exist or has returned. CUDA allows
// some cases of the latter, but a mask with lanes that take no part is nearly always a mistake.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <rungs/simulator/wait.hpp>
#include <type_traits>

namespace rungs::simulator {

enum class WarpOperation { sync, shfl, shfl_up, shfl_down, shfl_xor, ballot, match_any, match_all, reduce };

/// Lies on the stack of the lane while it waits; the last lane to arrive fills in the results of all.
struct WarpRequest {
  const char* name = "";  ///< in CUDA: "__shfl_up_sync"
  WarpOperation operation = WarpOperation::sync;
  unsigned mask = 0;
  std::uint64_t value = 0;                                           ///< bits of the lane's value
  unsigned lane_argument = 0;                                        ///< for shuffles: source lane, delta or lane mask
  unsigned width = 32;                                               ///< for shuffles
  std::uint64_t (*combine)(std::uint64_t, std::uint64_t) = nullptr;  ///< for reductions: two lanes' values
  std::uint64_t result = 0;
};

/// Calls `use(lane)` for the lanes in `mask`.
template <class Use> void for_lanes(unsigned mask, Use use) {
  for (unsigned left = mask; left != 0; left &= left - 1) use(static_cast<unsigned>(std::countr_zero(left)));
}

/// Fills in the results of the lanes in `mask`; all of them have a request. A value read from a lane outside
/// the mask is undefined in CUDA and `poison` here.
void complete(WarpRequest* const (&requests)[32], unsigned mask, std::uint64_t poison);

/// The calling lane's part in a warp operation; returns its result.
std::uint64_t warp_operation(WarpRequest request, Site site);

/// The lanes of the calling thread's warp that are at `site`. As many as can be: CUDA promises no more than the caller.
unsigned active_lanes(Site site);

template <class T> std::uint64_t to_bits(T value) {
  static_assert(sizeof(T) <= sizeof(std::uint64_t));
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(T));
  return bits;
}

template <class T> T from_bits(std::uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof(T));
  return value;
}

namespace subset {

inline void __syncwarp(unsigned mask = 0xFFFFFFFF, Site site = Site::here()) {
  warp_operation({"__syncwarp", WarpOperation::sync, mask}, site);
}

inline unsigned __activemask(Site site = Site::here()) { return active_lanes(site); }

// Overloads instead of templates, so that narrow integers promote to int as in CUDA.
#define RUNGS_SHUFFLE(name, operation, T, Lanes)                                                     \
  inline T name(unsigned mask, T value, Lanes lanes, int width = 32, Site site = Site::here()) {     \
    return from_bits<T>(warp_operation({#name, WarpOperation::operation, mask, to_bits(value),       \
                                        static_cast<unsigned>(lanes), static_cast<unsigned>(width)}, \
                                       site));                                                       \
  }
#define RUNGS_SHUFFLES(T)                                 \
  RUNGS_SHUFFLE(__shfl_sync, shfl, T, int)                \
  RUNGS_SHUFFLE(__shfl_up_sync, shfl_up, T, unsigned)     \
  RUNGS_SHUFFLE(__shfl_down_sync, shfl_down, T, unsigned) \
  RUNGS_SHUFFLE(__shfl_xor_sync, shfl_xor, T, int)

RUNGS_SHUFFLES(int)
RUNGS_SHUFFLES(unsigned)
RUNGS_SHUFFLES(long)
RUNGS_SHUFFLES(unsigned long)
RUNGS_SHUFFLES(long long)
RUNGS_SHUFFLES(unsigned long long)
RUNGS_SHUFFLES(float)
RUNGS_SHUFFLES(double)

#undef RUNGS_SHUFFLES
#undef RUNGS_SHUFFLE

inline unsigned __ballot_sync(unsigned mask, int predicate, Site site = Site::here()) {
  constexpr const char* name = "__ballot_sync, __any_sync or __all_sync";
  return static_cast<unsigned>(warp_operation({name, WarpOperation::ballot, mask, predicate != 0 ? 1U : 0U}, site));
}
inline int __any_sync(unsigned mask, int predicate, Site site = Site::here()) {
  return __ballot_sync(mask, predicate, site) != 0 ? 1 : 0;
}
inline int __all_sync(unsigned mask, int predicate, Site site = Site::here()) {
  return __ballot_sync(mask, predicate, site) == mask ? 1 : 0;
}
template <class T> unsigned __match_any_sync(unsigned mask, T value, Site site = Site::here()) {
  return static_cast<unsigned>(
      warp_operation({"__match_any_sync", WarpOperation::match_any, mask, to_bits(value)}, site));
}
template <class T> unsigned __match_all_sync(unsigned mask, T value, int* all_match, Site site = Site::here()) {
  const auto same =
      static_cast<unsigned>(warp_operation({"__match_all_sync", WarpOperation::match_all, mask, to_bits(value)}, site));
  *all_match = same == mask ? 1 : 0;
  return same == mask ? mask : 0;
}

// `combined`: of the values a and b of two lanes.
#define RUNGS_REDUCTION(name, T, combined)                                                                           \
  inline T name(unsigned mask, T value, Site site = Site::here()) {                                                  \
    const auto combine = [](std::uint64_t x, std::uint64_t y) {                                                      \
      const T a = from_bits<T>(x), b = from_bits<T>(y);                                                              \
      return to_bits<T>(combined);                                                                                   \
    };                                                                                                               \
    return from_bits<T>(warp_operation({#name, WarpOperation::reduce, mask, to_bits(value), 0, 32, combine}, site)); \
  }

RUNGS_REDUCTION(__reduce_add_sync, int, static_cast<int>(std::int64_t{a} + b))
RUNGS_REDUCTION(__reduce_add_sync, unsigned, a + b)
RUNGS_REDUCTION(__reduce_min_sync, int, a < b ? a : b)
RUNGS_REDUCTION(__reduce_min_sync, unsigned, a < b ? a : b)
RUNGS_REDUCTION(__reduce_max_sync, int, a < b ? b : a)
RUNGS_REDUCTION(__reduce_max_sync, unsigned, a < b ? b : a)
RUNGS_REDUCTION(__reduce_and_sync, unsigned, a& b)
RUNGS_REDUCTION(__reduce_or_sync, unsigned, a | b)
RUNGS_REDUCTION(__reduce_xor_sync, unsigned, a ^ b)

#undef RUNGS_REDUCTION

}  // namespace subset
}  // namespace rungs::simulator
