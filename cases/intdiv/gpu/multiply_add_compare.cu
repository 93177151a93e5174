// No division per step: the row and the column are updated together with the index.
// Compared with gpu/divide, the column is known, so the next one is the column plus the stride. If that is
// beyond the row's end (a compare), one row is added and a row's length subtracted (a multiplication by 0 or
// 1, which needs no branch; the compiler makes a select of it). It works because a step enters the next row
// at most. One division per chain remains, for its start. The document states a speedup of a factor of ten.
#include "cases/intdiv/gpu/chain.hpp"

namespace {

#ifndef RUNGS_SIMULATOR
struct MultiplyAddCompare {
  std::uint32_t columns;
  std::uint32_t stride;
  std::uint32_t row = 0;
  std::uint32_t column = 0;

  __device__ void start(std::uint64_t first) {
    row = static_cast<std::uint32_t>(first / columns);
    column = static_cast<std::uint32_t>(first % columns);
  }
  __device__ intdiv::Place next() {
    const intdiv::Place place{row, column};
    column += stride + (column & 1U);
    const std::uint32_t over = column >= columns ? 1 : 0;
    row += over;
    column -= over * columns;
    return place;
  }
};
#endif

const rungs::Variant<intdiv::Case> variant{{
    .improves = "gpu/divide",
    .technique = {"carry"},
    .idea = "row and column updated per step, no division",
    .gpu_only = "it reads the GPU's clock",
    .launch = RUNGS_GPU_ONLY(intdiv::launch_divisions<MultiplyAddCompare>),
}};

}  // namespace
