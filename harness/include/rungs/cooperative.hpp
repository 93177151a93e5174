// Launches whose blocks all run at once, so that cooperative_groups::this_grid().sync() may wait for them.
#pragma once

#include <rungs/device.hpp>
#include <utility>

#if defined(RUNGS_SIMULATOR)
#include <rungs/simulator/grid_sync.hpp>
#endif

namespace rungs {
inline namespace RUNGS_BACKEND {

/// As launch. Throws Failed if there are more blocks than can run at once (resident_blocks).
template <class... Parameters, class... Arguments>
void launch_cooperative(const Grid& grid, void (*kernel)(Parameters...), Arguments&&... arguments) {
#if defined(RUNGS_SIMULATOR)
  const simulator::GridSync allowed;
  launch(grid, kernel, std::forward<Arguments>(arguments)...);
#else
  cudaLaunchAttribute together{};
  together.id = cudaLaunchAttributeCooperative;
  together.val.cooperative = 1;
  launching::start(grid, &together, kernel, std::forward<Arguments>(arguments)...);
#endif
}

}  // namespace RUNGS_BACKEND
}  // namespace rungs
