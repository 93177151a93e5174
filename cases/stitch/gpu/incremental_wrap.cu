// A block a row; its threads walk along it and wrap by a compare.
// Against gpu/fast_division the row's place in the pattern is found once a block, and a thread finds its own
// only for its first pixel. From there to the next it is always a block's width: an addition, a comparison,
// at most one subtraction. Indices within a row fit in 32 bits. Since a thread's pixels now depend on each
// other, there are fewer, longer threads, and a row shorter than a block leaves some without work.
#include "cases/divisor.hpp"
#include "cases/stitch/case.hpp"
#include "harness/device.hpp"

namespace {

constexpr unsigned threads = 512;

__global__ void incremental_wrap(float* target, unsigned width, const float* repeater,
                                 division::Divisor side) {
  const unsigned y = blockIdx.x;
  const float* const row = repeater + division::remainder(y, side) * side.value;
  float* const to = target + rungs::at(0, y, width);
  const unsigned step = division::remainder(threads, side);
  unsigned from = division::remainder(threadIdx.x, side);
  for (unsigned x = threadIdx.x; x < width; x += threads) {
    to[x] = row[from];
    from += step;
    if (from >= side.value) from -= side.value;
  }
}

void launch(const stitch::Problem& p, const stitch::Views& v, rungs::Stream stream) {
  rungs::launch({dim3(p.height), dim3(threads), stream}, incremental_wrap, v.target, p.width, v.repeater,
                division::by(p.repeater));
}

const rungs::Variant<stitch::Case> variant{{
    .name = "gpu/incremental_wrap",
    .improves = "gpu/fast_division",
    .idea = "a block a row, x wraps by a compare",
    .launch = launch,
}};

}  // namespace
