// The schedule of GPU variants in bands of whole rows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "cases/pipeline/gpu/run.hpp"

namespace pipeline::inline RUNGS_BACKEND {

/// Bands on their way at the same time.
inline constexpr unsigned band_slots = 3;

/// Rows of a band: about 16 MiB of output, which take 0.3 ms at 55 GB/s, but at least 4 bands if the image
/// is smaller, so that some work overlaps; whole tiles of the sliding window; as many as the
/// budgets allow. `source_bytes(band)`: device memory that the source takes. `gpus`: that share the pinned
/// memory.
[[nodiscard]] inline std::uint32_t gpu_band_rows(const Node& tree, const GpuRun& on,
                                                 const std::function<std::size_t(Window)>& source_bytes,
                                                 std::size_t gpus = 1) {
  constexpr std::size_t bytes_at_once = std::size_t{16} << 20U;
  constexpr std::uint32_t tile = distance::sliding::height;
  const auto on_device = [&](std::uint32_t rows) {
    const Window band = band_of(tree.frame, rows);
    return on.fixed_device_bytes(tree, band, band_slots) + source_bytes(band);
  };
  const auto in_pinned = [&](std::uint32_t rows) {
    return gpus * on.pinned_bytes(band_of(tree.frame, rows), band_slots);
  };
  on.require("one row at a time", on_device(1), in_pinned(1));
  const std::size_t bytes = std::min(bytes_at_once, tree.frame.window().area() / 4);
  const auto wanted = static_cast<std::uint32_t>(std::max<std::size_t>(bytes / tree.frame.width, tile));
  const std::uint32_t most = std::min(wanted, tree.frame.height);
  const std::uint32_t rows =
      std::min(most_rows(most, on.device.limit(), on_device), most_rows(most, on.pinned.limit(), in_pinned));
  return rows > tile ? rows / tile * tile : rows;
}

/// Each node keeps the rows that the next band needs again, see Rolling. `At`: OnGpu, or one like it.
template <class At>
void run_bands_on_gpu(const Node& tree, const GpuRun& on) {
  const std::uint32_t rows = gpu_band_rows(tree, on, [&](Window band) { return rolling_bytes(tree, band); });
  on.on_gpu<At>(band_of(tree.frame, rows), band_slots, [&](At& gpu, GpuWayOut& way_out) {
    Rolling source(gpu, on.counts);
    run_bands(tree, source, rows, way_out);
  });
}

}  // namespace pipeline::inline RUNGS_BACKEND
