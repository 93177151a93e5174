// One block per row; its threads step along the row and wrap with a compare. Compared with gpu/fast_division, the
// pattern row is computed once per block, and a thread computes its column only for its first pixel. The next pixel is
// always one block width further: an addition, a comparison and at most one subtraction. Indices within a row fit in 32
// bits. The cost: a thread's pixels now depend on each other, there are fewer and longer threads, and a row shorter
// than a block leaves some threads without work.
#include "cases/divisor.hpp"
#include "cases/stitch/case.hpp"

namespace {

constexpr unsigned threads = 512;

__global__ void incremental_wrap(float* target, unsigned width, const float* repeater, division::Divisor columns,
                                 division::Divisor rows) {
  const unsigned y = blockIdx.x;
  const float* const row = repeater + division::remainder(y, rows) * columns.value;
  float* const to = target + rungs::at(0, y, width);
  const unsigned step = division::remainder(threads, columns);
  unsigned from = division::remainder(threadIdx.x, columns);
  for (unsigned x = threadIdx.x; x < width; x += threads) {
    to[x] = row[from];
    from += step;
    if (from >= columns.value) from -= columns.value;
  }
}

void launch(const stitch::Problem& p, const stitch::Views& v, rungs::Stream stream) {
  rungs::launch({dim3(p.height), dim3(threads), stream}, incremental_wrap, v.target, p.width, v.repeater,
                division::by(p.repeater.width), division::by(p.repeater.height));
}

const rungs::Variant<stitch::Case> variant{{
    .improves = "gpu/fast_division",
    .technique = {"carry"},
    .idea = "one block per row, x wraps by a compare",
    .launch = launch,
}};

}  // namespace
