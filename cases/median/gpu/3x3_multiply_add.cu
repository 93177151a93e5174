// The columns' middle ones by multiply-adds in place of subtractions.
// Against gpu/3x3_batch, a column's middle one is not the sum less the smallest and the largest, which is one
// instruction of the unit that does minima too, but two multiply-adds by minus one, which another unit does.
// The minus one is a constant that the compiler does not know, or it would make a subtraction of them again.
// It costs an instruction more a column; with those of all other middle ones moved as well, that price is
// higher than the gain. Where memory is the limit, and the unit of minima waits for it, it is a small loss.
#include "cases/median/case.hpp"
#include "cases/median/gpu/numbered.hpp"
#include "cases/median/gpu/strip3.hpp"
#include "cases/median/gpu/three_sums.hpp"
#include "harness/device.hpp"

namespace {

__constant__ unsigned minus_one = 0xFFFFFFFFU;

struct MultiplyAdd {
  static __device__ __forceinline__ unsigned rest(unsigned sum, unsigned low, unsigned high) {
    return high * minus_one + (low * minus_one + sum);
  }
};

const rungs::Variant<median::Case> variant{{
    .name = "gpu/3x3_multiply_add",
    .improves = "gpu/3x3_batch",
    .idea = "columns' subtractions as multiply-adds, done by another unit",
    .spills = "two registers where rows are not aligned to 16 bytes",
    .result = median::Result::window3,
    .launch = median::launch_numbered<median::Strip3<median::MediansBySums<MultiplyAdd>, 4>>,
}};

}  // namespace
