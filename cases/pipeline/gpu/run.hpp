// What all GPU variants do around their schedule.
#pragma once

#include <cstddef>
#include <memory>
#include <rungs/device.hpp>
#include <rungs/variant.hpp>
#include <string>

#include "cases/pipeline/case.hpp"
#include "cases/pipeline/gpu/mask_upload.hpp"
#include "cases/pipeline/gpu/memory.hpp"
#include "cases/pipeline/gpu/on_gpu.hpp"
#include "cases/pipeline/gpu/way_out.hpp"
#include "cases/pipeline/run/counts.hpp"
#include "cases/pipeline/run/outlet.hpp"
#include "cases/pipeline/run/plan.hpp"
#include "cases/pipeline/run/results.hpp"
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

/// What a GPU schedule works with.
struct GpuRun {
  const Settings& settings;
  Budget& device;
  Budget& pinned;
  Counts& counts;
  Outlet& outlet;
  rungs::Stream stream;
  std::uint64_t& bus_bytes;

  /// Pinned memory for pieces of the output, and for the mask of one if it comes from a file.
  [[nodiscard]] std::size_t pinned_bytes(Window piece, unsigned slots) const {
    return slots * slot_bytes(piece.area()) + MaskUpload::buffers * mask_bytes(piece);
  }
  /// Device memory for them and for the patterns.
  template <class Tree>
  [[nodiscard]] std::size_t fixed_device_bytes(const Tree& tree, Window piece, unsigned slots) const {
    return way_out_device_bytes(piece.area(), slots) + pattern_bytes<OnGpu>(tree);
  }
  /// Throws rungs::Unsupported if a budget is too small.
  void require(const std::string& what, std::size_t on_device, std::size_t in_pinned) const {
    require_budget(what + " in GPU memory", on_device, device.limit());
    require_budget(what + " in pinned memory", in_pinned, pinned.limit());
  }

  /// Calls `work(place, way_out)`. Pieces of the output are not larger than `piece`.
  template <class Place = OnGpu, class Work>
  void on_gpu(Window piece, unsigned slots, const Work& work) const {
    MaskUpload masks(pinned, mask_bytes(piece));
    Place gpu(device, masks, stream);
    GpuWayOut way_out(device, pinned, piece.area(), slots, settings.shape().bytes(), outlet, stream);
    work(gpu, way_out);
    way_out.finish();
    bus_bytes = way_out.bus_bytes() + masks.bytes();
  }

 private:
  [[nodiscard]] std::size_t mask_bytes(Window piece) const {
    if (settings.recipe.mask_file == nullptr) return 0;
    return plane_bytes<OnGpu, std::uint8_t>(grown(piece, settings.recipe.distance_max - 1));
  }
};

/// Runs `schedule(tree, run)`, which hands the whole image to run.outlet; writes the outputs on the host.
template <class Schedule>
void run_on_gpu(const Problem& p, const Views& device, const Views& host, GpuState& state,
                rungs::Stream stream, const Schedule& schedule) {
  rungs::upload(device.seeds, host.seeds, Seeds::count, stream);
  Budget on_host("host", std::size_t{p.host_mib} << 20U);
  Budget on_device("device", std::size_t{p.device_mib} << 20U, state.device);
  const Settings settings = state.files.with_files(Case::settings(p, host), on_host);
  const auto sink = make_sink(settings.sink, settings.output, settings.shape(), on_host);
  // Pinned memory is host memory: it gets what files have left.
  Budget pinned("pinned", on_host.limit() - on_host.used(), state.pinned);
  Counts counts;
  Outlet outlet(settings.shape(), settings.recipe.seeds.samples, host.samples, *sink);
  std::uint64_t bus_bytes = 0;
  with_tree(settings, [&](const auto& tree) {
    counts.pixels_needed = needed_pixels(tree, tree.frame.window());
    schedule(tree, GpuRun{settings, on_device, pinned, counts, outlet, stream, bus_bytes});
  });
  Figures figures = write_results(host, outlet, counts, *sink);
  figures.set(Figure::host_bytes, static_cast<double>(on_host.peak() + pinned.peak()));
  figures.set(Figure::pinned_bytes, static_cast<double>(pinned.peak()));
  figures.set(Figure::device_bytes, static_cast<double>(on_device.peak()));
  figures.set(Figure::bus_bytes, static_cast<double>(bus_bytes));
}

/// For VariantSpec::prepared: `run(problem, device, host, state, stream)`.
using GpuLaunch = void (*)(const Problem&, const Views& device, const Views& host, GpuState&, rungs::Stream);
[[nodiscard]] inline rungs::Prepared<Problem, Views> prepared_on_gpu(GpuLaunch run) {
  return {
      [](const Problem& p, const Views&, const Views& host, rungs::Stream stream) -> std::shared_ptr<void> {
        return std::make_shared<GpuState>(Case::settings(p, host), p.source, stream);
      },
      [run](const Problem& p, const Views& device, const Views& host, void* state, rungs::Stream stream) {
        run(p, device, host, *static_cast<GpuState*>(state), stream);
      },
      true};
}

}  // namespace pipeline::inline RUNGS_BACKEND
