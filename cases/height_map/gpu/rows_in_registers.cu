// A warp walks down a strip of 128 columns: a row's heights stay in registers until the row below has used
// them. Loads of 16 bytes, four rows at a time.
// Compared with gpu/one_pixel, a height is loaded once instead of up to four times, with a quarter of the
// instructions, and 64 bytes per thread are under way. The right neighbour comes from the next lane by a
// shuffle. The differences along a row serve the cells above and below. No barrier until the strip is done,
// and no passes: the block that finishes last adds the blocks' sums, as in reduce/gpu/one_launch. The cost:
// the rows between two strips are loaded by both, one row in 33. The volume and the projected surface need no
// neighbours and only gain from the loads.
#include "cases/height_map/gpu/strip.hpp"

namespace {

namespace strip = height_map::strip;
using height_map::Measure;

template <Measure measure, bool Vectors>
__global__ void __launch_bounds__(strip::threads)
    rows_in_registers(float* result, float* of_blocks, const float* heights, unsigned width,
                      unsigned height) {
  strip::measure_strips<measure, Vectors>(result, of_blocks, heights, width, height, height_map::ExactRoot{});
}

template <Measure measure>
auto kernel_for(bool vectors) {
  return vectors ? rows_in_registers<measure, true> : rows_in_registers<measure, false>;
}

void launch(const height_map::Problem& p, const height_map::Views& v, std::byte* workspace,
            rungs::Stream stream) {
  const bool vectors = p.width % strip::columns_per_thread == 0;
  const auto kernel = p.measure == Measure::surface  ? kernel_for<Measure::surface>(vectors)
                      : p.measure == Measure::volume ? kernel_for<Measure::volume>(vectors)
                                                     : kernel_for<Measure::projected>(vectors);
  strip::launch(kernel, p, v, workspace, stream);
}

const rungs::Variant<height_map::Case> variant{{
    .improves = "gpu/one_pixel",
    .idea = "a warp walks down a strip with the row above in registers; 16-byte loads, one launch",
    .launch_with_workspace = launch,
    .workspace_bytes = strip::workspace_bytes,
}};

}  // namespace
