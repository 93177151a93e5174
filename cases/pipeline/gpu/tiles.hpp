// The schedules in tiles.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "cases/pipeline/gpu/run.hpp"

namespace pipeline::inline RUNGS_BACKEND {

/// Computes the image tile by tile, strips of tiles in `slots` slots. `needs`: device memory that the source
/// takes; `make(gpu, spare)`: the source, with that many bytes to spare.
inline void run_tiles_on_gpu(
    const Node& tree, const GpuRun& on, unsigned slots, std::size_t needs,
    const std::function<std::unique_ptr<Source>(OnGpu& gpu, std::size_t spare)>& make) {
  const Settings& s = on.settings;
  const Window strip = strip_of(tree.frame, s.tile, s.order);
  const std::size_t others = on.fixed_device_bytes(tree, strip, slots) + needs;
  on.require("tiles of " + std::to_string(s.tile) + " pixels", others, on.pinned_bytes(strip, slots));
  on.on_gpu(strip, slots, [&](OnGpu& gpu, GpuWayOut& way_out) {
    run_tiles(tree, *make(gpu, on.device.limit() - others), s, way_out);
  });
}

/// What neighbouring tiles share is computed for each of them.
inline void run_recomputed_tiles_on_gpu(const Node& tree, const GpuRun& on, unsigned slots) {
  const Window tile = tile_window(tree.frame, on.settings.tile, 0, 0);
  run_tiles_on_gpu(tree, on, slots, recomputed_bytes(tree, tile),
                   [&](OnGpu& gpu, std::size_t) { return std::make_unique<Recomputed>(gpu, on.counts); });
}

}  // namespace pipeline::inline RUNGS_BACKEND
