// The kernel of gpu/3x3_moved_sums, which the variant that numbers its strips runs too.
#pragma once

#include <cuda_fp16.h>
#include <cstring>
#include <rungs/device.hpp>
#include "cases/median/gpu/clamped_middle.hpp"
#include "cases/median/gpu/two_rows.hpp"

namespace median::inline RUNGS_BACKEND {

/// Sums of two pixels a word by the multiplier. blockDim.z is 1, which the compiler does not know.
struct ByMultiplier {
  static __device__ __forceinline__ unsigned multiply_add(unsigned a, unsigned b, unsigned c) {
#if defined(RUNGS_SIMULATOR)
    return a * b + c;
#else
    unsigned sum;  // the compiler would add two subtrahends first, by the unit of the minima
    asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(sum) : "r"(a), "r"(b), "r"(c));
    return sum;
#endif
  }
  static __device__ __forceinline__ unsigned add(unsigned a, unsigned b) { return multiply_add(a, blockDim.z, b); }
  static __device__ __forceinline__ unsigned subtract(unsigned a, unsigned b) {
    return multiply_add(b, 0U - blockDim.z, a);
  }
};

/// Sums by the half-precision unit: a lane of 0 to 2047 is a multiple of the smallest half above zero, and sums of such
/// are exact.
struct ByHalves {
  static __device__ __forceinline__ __half2 halves(unsigned word) {
    __half2 pair;
    memcpy(&pair, &word, sizeof(word));
    return pair;
  }
  static __device__ __forceinline__ unsigned word(__half2 pair) {
    unsigned value;
    memcpy(&value, &pair, sizeof(value));
    return value;
  }
  static __device__ __forceinline__ unsigned add(unsigned a, unsigned b) { return word(__hadd2(halves(a), halves(b))); }
  static __device__ __forceinline__ unsigned subtract(unsigned a, unsigned b) {
    return word(__hsub2(halves(a), halves(b)));
  }
};

template <class Sums> __device__ __forceinline__ SortedColumn sort(unsigned a, unsigned b, unsigned c, unsigned sum) {
  const unsigned low = __vimin3_u16x2(a, b, c);
  const unsigned high = __vimax3_u16x2(a, b, c);
  return {low, Sums::subtract(Sums::subtract(sum, low), high), high};
}

/// As median_by_clamp; the ceiling is what the floor leaves of two values.
template <class Sums>
__device__ __forceinline__ unsigned median_of_columns(const SortedColumn& a, const SortedColumn& b, const SortedColumn& c, unsigned smaller,
                                              unsigned larger, unsigned middle) {
  const unsigned low = __vimax3_u16x2(a.low, b.low, c.low);
  const unsigned high = __vimin3_u16x2(a.high, b.high, c.high);
  const unsigned floor = __vminu2(low, high);
  const unsigned ceiling = Sums::subtract(Sums::add(low, high), floor);
  return __vminu2(ceiling, __vimax3_u16x2(floor, smaller, __vminu2(larger, middle)));
}

template <class Sums> struct MovedSums {
  template <unsigned windows>
  static __device__ __forceinline__ void row(const SortedColumn (&c)[windows + 2], unsigned (&medians)[windows]) {
#pragma unroll
    for (unsigned x = 0; x < windows; x += 2) {
      const unsigned smaller = __vminu2(c[x + 1].middle, c[x + 2].middle);
      const unsigned larger = Sums::subtract(Sums::add(c[x + 1].middle, c[x + 2].middle), smaller);
      medians[x] = median_of_columns<Sums>(c[x], c[x + 1], c[x + 2], smaller, larger, c[x].middle);
      medians[x + 1] = median_of_columns<Sums>(c[x + 1], c[x + 2], c[x + 3], smaller, larger, c[x + 3].middle);
    }
  }

  template <unsigned windows>
  __device__ __forceinline__ void operator()(const unsigned (&row_of)[4][windows + 2], unsigned (&upper)[windows],
                                             unsigned (&lower)[windows]) const {
    SortedColumn above[windows + 2];
    SortedColumn below[windows + 2];
#pragma unroll
    for (unsigned x = 0; x < windows + 2; ++x) {
      const unsigned shared = Sums::add(row_of[1][x], row_of[2][x]);
      above[x] = sort<Sums>(row_of[0][x], row_of[1][x], row_of[2][x], Sums::add(shared, row_of[0][x]));
      below[x] = sort<Sums>(row_of[1][x], row_of[2][x], row_of[3][x], Sums::add(shared, row_of[3][x]));
    }
    row(above, upper);
    row(below, lower);
  }
};

/// As ClampedStrip, with the sums by `Sums`, which takes lanes with the pixel in byte `place`.
template <class Sums, LaneByte place, unsigned rows = 4>
using MovedStrip = TwoRowsAhead<MovedSums<Sums>, rows, 0, place>;

}  // namespace median::inline RUNGS_BACKEND
