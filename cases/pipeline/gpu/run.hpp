// What all GPU variants do around their schedule, and the schedules that several of them share.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <rungs/device.hpp>
#include <rungs/variant.hpp>
#include <string>
#include <type_traits>
#include "cases/pipeline/case.hpp"
#include "cases/pipeline/gpu/download_ring.hpp"
#include "cases/pipeline/gpu/on_gpu.hpp"
#include "cases/pipeline/run/schedules.hpp"

namespace pipeline::inline RUNGS_BACKEND {

/// What a row keeps between its launches: its files, and memory that launches take and give back.
struct GpuState {
  GpuState(const Settings& settings, SourceKind source, rungs::Stream stream)
      : files(settings, source), device(stream) {}
  RowFolder files;
  DeviceMemory device;
  PinnedMemory pinned;
};

/// Side streams of a download ring; a schedule may use others.
inline constexpr unsigned ring_streams = 2;
/// Bands on their way at the same time.
inline constexpr unsigned band_slots = 3;

/// What a GPU schedule works with.
struct GpuRun {
  const Settings& settings;
  Budget& device;
  Budget& pinned;
  Figures& figures;  ///< device_bytes: the peak of GPUs that have budgets of their own
  DigestAndSink& output;
  rungs::Stream stream;

  /// Pinned memory for pieces of the output, and for the mask of one if it comes from a file.
  [[nodiscard]] std::size_t pinned_bytes(Window piece, unsigned slots) const {
    return slots * slot_bytes(piece.area()) + MaskUpload::buffers * mask_bytes(piece);
  }
  /// Device memory for them and for the patterns.
  [[nodiscard]] std::size_t fixed_device_bytes(const Node& tree, Window piece, unsigned slots) const {
    return slots * piece.area() + pattern_bytes(tree);
  }
  /// Throws rungs::Unsupported if a budget is too small.
  void require(const std::string& what, std::size_t on_device, std::size_t in_pinned) const {
    require_budget(what + " in GPU memory", on_device, device.limit());
    require_budget(what + " in pinned memory", in_pinned, pinned.limit());
  }

  /// Calls `work(place, pieces)`. Pieces of the output are not larger than `piece`.
  template <class At = OnGpu>
  void on_gpu(Window piece, unsigned slots,
              const std::type_identity_t<std::function<void(At&, DownloadRing&)>>& work) const {
    MaskUpload masks(pinned, mask_bytes(piece));
    At gpu(device, masks, stream);
    const GpuStreams streams{stream, rungs::fork(stream, 0), rungs::fork(stream, 1)};
    DownloadRing pieces(device, pinned, piece.area(), slots, output, streams);
    work(gpu, pieces);
    pieces.finish();
    rungs::join(stream, ring_streams);
    figures.bus_bytes = static_cast<double>(pieces.bus_bytes() + masks.bytes());
  }
  /// Of the largest plane of a mask from a file; 0 if there is none.
  [[nodiscard]] std::size_t mask_bytes(Window piece) const {
    if (settings.recipe.mask_file == nullptr) return 0;
    return plane_bytes(OnGpu::alignment, 1, grown(piece, settings.recipe.distance_max - 1));
  }
};

/// Runs `schedule(tree, run)`, which hands the whole image to run.output; writes the outputs on the host.
template <class State = GpuState>
void run_on_gpu(const rungs::Call<Case>& call,
                const std::function<void(const Node& tree, const GpuRun& on)>& schedule) {
  const Problem& p = call.problem;
  const Views& host = call.host;
  GpuState& state = call.state<State>();
  rungs::upload(call.views.seeds, host.seeds, Seeds::count, call.stream);
  Budget on_host("host", std::size_t{p.host_mib} << 20U);
  Budget on_device("device", std::size_t{p.device_mib} << 20U, state.device);
  const Settings settings = state.files.with_files(Case::settings(p, host), on_host);
  const auto sink = make_sink(settings.sink, settings.output, settings.recipe.frame, on_host);
  // Pinned memory is host memory: it gets what files have left.
  Budget pinned("pinned", on_host.limit() - on_host.used(), state.pinned);
  Figures figures;
  DigestAndSink output(settings.recipe.frame, settings.recipe.seeds.samples, host.samples, *sink);
  const auto tree = make_tree<OnGpu>(settings.tree, settings.recipe);
  figures.pixels_needed = needed_pixels(*tree, tree->frame.window());
  schedule(*tree, GpuRun{settings, on_device, pinned, figures, output, call.stream});
  output.finish(host.digest, figures);
  figures.host_bytes = static_cast<double>(on_host.peak() + pinned.peak());
  figures.pinned_bytes = static_cast<double>(pinned.peak());
  figures.device_bytes = std::max(figures.device_bytes, static_cast<double>(on_device.peak()));
  std::memcpy(host.figures, &figures, sizeof(figures));
}

/// For VariantSpec::prepare. `State`: GpuState, or one with more.
template <class State> std::unique_ptr<State> make_state(const rungs::Call<Case>& call) {
  return std::make_unique<State>(Case::settings(call.problem, call.host), call.problem.source, call.stream);
}

/// Computes the image tile by tile, strips of tiles in `slots` slots. `needs`: device memory that the source
/// takes; `make(gpu, spare)`: the source, with that many bytes to spare.
inline void run_tiles_on_gpu(const Node& tree, const GpuRun& on, unsigned slots, std::size_t needs,
                             const std::function<std::unique_ptr<Source>(OnGpu& gpu, std::size_t spare)>& make) {
  const Settings& s = on.settings;
  const Window strip = strip_of(tree.frame, s.tile, s.order);
  const std::size_t others = on.fixed_device_bytes(tree, strip, slots) + needs;
  on.require("tiles of " + std::to_string(s.tile) + " pixels", others, on.pinned_bytes(strip, slots));
  on.on_gpu(strip, slots, [&](OnGpu& gpu, DownloadRing& pieces) {
    run_tiles(tree, *make(gpu, on.device.limit() - others), s, pieces);
  });
}

/// What neighbouring tiles share is computed for each of them.
inline void run_recomputed_tiles_on_gpu(const Node& tree, const GpuRun& on, unsigned slots) {
  const Window tile = tile_window(tree.frame, on.settings.tile, 0, 0);
  run_tiles_on_gpu(tree, on, slots, recomputed_bytes(tree, tile),
                   [&](OnGpu& gpu, std::size_t) { return std::make_unique<Recomputed>(gpu, on.figures); });
}

/// Rows of a band: about 16 MiB of output, which take 0.3 ms at 55 GB/s, but at least 4 bands if the image is smaller,
/// so that some work overlaps; whole tiles of the sliding window; as many as the budgets allow. `source_bytes(band)`:
/// device memory that the source takes. `gpus`: that share the pinned memory.
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

/// Each node keeps the rows that the next band needs again, see KeptRows. `At`: OnGpu, or one like it.
template <class At> void run_bands_on_gpu(const Node& tree, const GpuRun& on) {
  const std::uint32_t rows = gpu_band_rows(tree, on, [&](Window band) { return kept_rows_bytes(tree, band); });
  on.on_gpu<At>(band_of(tree.frame, rows), band_slots, [&](At& gpu, DownloadRing& pieces) {
    KeptRows source(gpu, on.figures);
    run_bands(tree, source, rows, pieces);
  });
}

}  // namespace pipeline::inline RUNGS_BACKEND
