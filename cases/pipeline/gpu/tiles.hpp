// The schedules of gpu/tiles_serial and gpu/tiles_cached.
#pragma once

#include <cstddef>
#include <string>

#include "cases/pipeline/gpu/run.hpp"
#include "cases/pipeline/run/recomputed.hpp"
#include "cases/pipeline/run/tiles.hpp"

namespace pipeline::inline RUNGS_BACKEND {

/// Computes the image tile by tile, strips of tiles in `slots` slots. `needs(tile)`: device memory that the
/// source takes; `make(place, spare)`: the source, with that many bytes to spare.
template <class Tree, class Needs, class Make>
void run_tiles_on_gpu(const Tree& tree, const GpuRun& on, unsigned slots, const Needs& needs,
                      const Make& make) {
  const Settings& s = on.settings;
  const Window strip = strip_of(tree.frame, s.tile, s.order);
  const std::size_t others =
      on.fixed_device_bytes(tree, strip, slots) + needs(tile_window(tree.frame, s.tile, 0, 0));
  on.require("tiles of " + std::to_string(s.tile) + " pixels", others, on.pinned_bytes(strip, slots));
  on.on_gpu(strip, slots, [&](OnGpu& gpu, GpuWayOut& way_out) {
    auto source = make(gpu, on.device.limit() - others);
    run_tiles(tree, source, s, way_out);
  });
}

}  // namespace pipeline::inline RUNGS_BACKEND
