// libvips: demand-driven regions. The tree is built of libvips images, whose pixels the nodes' own functions
// compute; libvips chooses the regions, computes them on all cores and hands rows on in order.
#include "cases/pipeline/peer/libvips.hpp"

#include <rungs/variant.hpp>

#include "cases/pipeline/host/run.hpp"

namespace pipeline {
namespace {

/// Starts libvips, outside the timing.
std::unique_ptr<Workplace> start(const Problem& p, const Views& v, rungs::Stream stream) {
  const rungs::detail::OnAllCpus unpinned;
  check_vips(VIPS_INIT("bench"));
  vips_concurrency_set(static_cast<int>(rungs::detail::cores));
  vips_cache_set_max(0);  // no operation is called twice
  return make_workplace(p, v, stream);
}

/// Where rows go, as libvips calls it.
struct Rows {
  VipsPipeline& images;
  const HostRun& on;

  static int write(VipsRegion* region, VipsRect* rows, void* self) {
    auto& to = *static_cast<Rows*>(self);
    return to.images.errors().guard([&] {
      to.require_memory();
      // Whole rows of one byte per pixel have no gaps between them.
      const auto* const bytes = reinterpret_cast<const std::byte*>(VIPS_REGION_ADDR(region, 0, rows->top));
      to.on.outlet.take(
          {bytes, static_cast<std::size_t>(rows->width) * static_cast<std::size_t>(rows->height)});
    });
  }

  void require_memory() const {
    const std::size_t held = on.budget.used() + images.peak_bytes();
    if (held <= on.budget.limit()) return;
    throw rungs::Unsupported("libvips holds " + mebibytes(held) + ", its budget is " +
                             mebibytes(on.budget.limit()) + "; expected a larger budget");
  }
};

void run(const Problem& p, const Views& v, Workplace& files, rungs::Stream) {
  const rungs::detail::OnAllCpus unpinned;
  std::size_t peak = 0;
  Crew crew;
  run_on_host(p, v, files, &crew, [&](const Node& tree, const HostRun& on) {
    VipsPipeline images(on.budget);
    VipsImage* root = images.add(tree);
    Rows rows{images, on};
    const int result = vips_sink_disc(root, Rows::write, &rows);
    images.errors().rethrow();
    check_vips(result);
    on.counts.pixels_computed = images.pixels_computed();
    peak = on.budget.peak() + images.peak_bytes();
  });
  v.figures[static_cast<std::size_t>(Figure::host_bytes)] = static_cast<double>(peak);
}

const rungs::Variant<Case> variant{{
    .idea = "libvips: regions on demand",
    .all_cores = true,
    .prepared = rungs::prepared(start, run),
}};

}  // namespace
}  // namespace pipeline
