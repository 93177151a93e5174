// gpu/3x3_clamped_middle with its sums, and some of its maxima, on another unit than the minima.
// In gpu/3x3_clamped_middle most additions take the min/max unit's time, and that is about what the memory needs. Here
// a sum is a multiplication by one, which is another unit. The larger of two values is what their sum leaves when the
// smaller is taken away: so one maximum a window, and one for every two windows, become two multiplications each.
#include "cases/median/gpu/clamped_middle.hpp"

namespace {

/// As median::PlainSums, by the multiplier. blockDim.z is 1, which the compiler does not know. It would add two
/// subtrahends first, by the unit of the minima, if each sum were not kept.
struct ByMultiplier {
  static __device__ __forceinline__ unsigned add(unsigned a, unsigned b) {
    return median::as_one_value(a * blockDim.z + b);
  }
  static __device__ __forceinline__ unsigned subtract(unsigned a, unsigned b) {
    return median::as_one_value(b * (0U - blockDim.z) + a);
  }
  static __device__ __forceinline__ unsigned larger(unsigned a, unsigned b, unsigned smaller) {
    return subtract(add(a, b), smaller);
  }
};

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_clamped_middle",
    .technique = {"pipes"},
    .idea = "sums, and maxima that a sum and a minimum give, on another unit",
    .races = "strips at the far sides are moved back and write pixels again, as they are",
    .result = median::Result::window3,
    .launch = median::launch_tiles<median::ClampedStrip<4, ByMultiplier>>,
}};

}  // namespace
