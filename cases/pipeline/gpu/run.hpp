// What all GPU variants do around their schedule.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <rungs/device.hpp>
#include <rungs/variant.hpp>
#include <string>
#include <type_traits>

#include "cases/pipeline/case.hpp"
#include "cases/pipeline/gpu/memory.hpp"
#include "cases/pipeline/gpu/on_gpu.hpp"
#include "cases/pipeline/gpu/way_out.hpp"
#include "cases/pipeline/run/outlet.hpp"
#include "cases/pipeline/run/plan.hpp"
#include "cases/pipeline/run/schedules.hpp"
#include "cases/pipeline/run/workplace.hpp"

namespace pipeline::inline RUNGS_BACKEND {

/// What a row keeps between its launches: its files, and memory that launches take and give back.
struct GpuState {
  GpuState(const Settings& settings, SourceKind source, rungs::Stream stream)
      : files(settings, source), device(stream), pinned(stream) {}
  Workplace files;
  DeviceMemory device;
  PinnedMemory pinned;
};

/// What a schedule reports besides its counts.
struct GpuFigures {
  std::uint64_t bus_bytes = 0;
  std::size_t device_peak = 0;  ///< of a GPU with a budget of its own
};

/// What a GPU schedule works with.
struct GpuRun {
  const Settings& settings;
  Budget& device;
  Budget& pinned;
  Counts& counts;
  Outlet& outlet;
  rungs::Stream stream;
  GpuFigures& figures;

  /// Pinned memory for pieces of the output, and for the mask of one if it comes from a file.
  [[nodiscard]] std::size_t pinned_bytes(Window piece, unsigned slots) const {
    return slots * slot_bytes(piece.area()) + MaskUpload::buffers * mask_bytes(piece);
  }
  /// Device memory for them and for the patterns.
  [[nodiscard]] std::size_t fixed_device_bytes(const Node& tree, Window piece, unsigned slots) const {
    return way_out_device_bytes(piece.area(), slots) + pattern_bytes(tree);
  }
  /// Throws rungs::Unsupported if a budget is too small.
  void require(const std::string& what, std::size_t on_device, std::size_t in_pinned) const {
    require_budget(what + " in GPU memory", on_device, device.limit());
    require_budget(what + " in pinned memory", in_pinned, pinned.limit());
  }

  /// Calls `work(place, way_out)`. Pieces of the output are not larger than `piece`.
  template <class At = OnGpu>
  void on_gpu(Window piece, unsigned slots,
              const std::type_identity_t<std::function<void(At&, GpuWayOut&)>>& work) const {
    MaskUpload masks(pinned, mask_bytes(piece));
    At gpu(device, masks, stream);
    const GpuStreams streams{stream, rungs::fork(stream, 0), rungs::fork(stream, 1)};
    GpuWayOut way_out(device, pinned, piece.area(), slots, settings.shape().bytes(), outlet, streams);
    work(gpu, way_out);
    way_out.finish();
    rungs::join(stream, first_branch_stream);
    figures.bus_bytes = way_out.bus_bytes() + masks.bytes();
  }
  /// Of the largest plane of a mask from a file; 0 if there is none.
  [[nodiscard]] std::size_t mask_bytes(Window piece) const {
    if (settings.recipe.mask_file == nullptr) return 0;
    return plane_bytes(OnGpu::alignment, 1, grown(piece, settings.recipe.distance_max - 1));
  }
};

/// Runs `schedule(tree, run)`, which hands the whole image to run.outlet; writes the outputs on the host.
inline void run_on_gpu(const Problem& p, const Views& device, const Views& host, GpuState& state,
                       rungs::Stream stream,
                       const std::function<void(const Node& tree, const GpuRun& on)>& schedule) {
  rungs::upload(device.seeds, host.seeds, Seeds::count, stream);
  Budget on_host("host", std::size_t{p.host_mib} << 20U);
  Budget on_device("device", std::size_t{p.device_mib} << 20U, state.device);
  const Settings settings = state.files.with_files(Case::settings(p, host), on_host);
  const auto sink = make_sink(settings.sink, settings.output, settings.shape(), on_host);
  // Pinned memory is host memory: it gets what files have left.
  Budget pinned("pinned", on_host.limit() - on_host.used(), state.pinned);
  Counts counts;
  Outlet outlet(settings.shape(), settings.recipe.seeds.samples, host.samples, *sink);
  GpuFigures seen;
  const auto tree = make_tree<OnGpu>(settings.tree, settings.recipe);
  counts.pixels_needed = needed_pixels(*tree, tree->frame.window());
  schedule(*tree, GpuRun{settings, on_device, pinned, counts, outlet, stream, seen});
  Figures figures = outlet.finish(host.digest, counts);
  figures.host_bytes = static_cast<double>(on_host.peak() + pinned.peak());
  figures.pinned_bytes = static_cast<double>(pinned.peak());
  figures.device_bytes = static_cast<double>(std::max(on_device.peak(), seen.device_peak));
  figures.bus_bytes = static_cast<double>(seen.bus_bytes);
  figures.store(host.figures);
}

/// For VariantSpec::prepared. `State`: GpuState, or one with more.
template <class State = GpuState>
[[nodiscard]] rungs::Prepared<Problem, Views> prepared_on_gpu(void (*run)(const Problem&, const Views& device,
                                                                          const Views& host, State&,
                                                                          rungs::Stream)) {
  return {
      [](const Problem& p, const Views&, const Views& host, rungs::Stream stream) -> std::shared_ptr<void> {
        return std::make_shared<State>(Case::settings(p, host), p.source, stream);
      },
      [run](const Problem& p, const Views& device, const Views& host, void* state, rungs::Stream stream) {
        run(p, device, host, *static_cast<State*>(state), stream);
      },
      true};
}

}  // namespace pipeline::inline RUNGS_BACKEND
