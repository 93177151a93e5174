// 4x4 windows at a time from lists in shared memory.
#include <rungs/device.hpp>

#include "cases/median_window/case.hpp"
#include "cases/median_window/gpu/tiles.hpp"

namespace {

template <unsigned window>
using Lists = median_window::TileLists<window>;

template <unsigned window>
__global__ void __launch_bounds__(Lists<window>::threads)
    tiles_4x4(median_window::Views views, unsigned width, unsigned height, unsigned blocks_per_row) {
  const median_window::TileFilter<window> filter{views, width, height, rungs::dynamic_shared<unsigned>()};
  filter.filter(blockIdx.x % blocks_per_row * 4 * Lists<window>::tiles, blockIdx.x / blocks_per_row * 8);
}

#ifdef ONLY
template __global__ void tiles_4x4<ONLY>(median_window::Views views, unsigned width, unsigned height, unsigned blocks_per_row);
#else
void launch(const median_window::Problem& p, const median_window::Views& v, rungs::Stream stream) {
  if (p.window < 11) throw rungs::Unsupported("window=" + std::to_string(p.window) + ": needs a window of at least 11");
  median_window::with_window<31, 11>(p, "", [&]<unsigned window>(std::integral_constant<unsigned, window>) {
    if (!p.has_windows()) return;
    const dim3 blocks =
        rungs::grid_for(p.width - window + 1, p.height - window + 1, dim3(4 * Lists<window>::tiles, 8));
    rungs::launch({rungs::linear_grid(std::size_t{blocks.x} * blocks.y), dim3(Lists<window>::threads), stream,
                   Lists<window>::words * sizeof(unsigned)},
                  tiles_4x4<window>, v, p.width, p.height, blocks.x);
  });
}

const rungs::Variant<median_window::Case> variant{{
    .improves = "gpu/shared_rows",
    .technique = {"reuse", "smem"},
    .idea = "4x4 windows from lists in shared memory",
    .launch = launch,
}};
#endif

}  // namespace
