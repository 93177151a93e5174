// The schedule of host/row_bands and host/all_cores.
#pragma once

#include "cases/pipeline/host/run.hpp"
#include "cases/pipeline/run/band_rows.hpp"
#include "cases/pipeline/run/bands.hpp"

namespace pipeline {

/// `crew`: the threads that compute and hash; null: the calling one.
inline void run_in_bands(const Problem& p, const Views& v, const Workplace& files, Crew* crew) {
  run_on_host(p, v, files, crew, [&](const auto& tree, const HostRun& on) {
    const std::uint32_t rows = band_rows(tree, on.settings, on.budget.limit());
    OnHost host(on.budget, crew);
    Rolling source(host, on.counts);
    WayOut way_out(on.budget, band_of(tree.frame, rows).area(), on.outlet);
    run_bands(tree, source, rows, 0, tree.frame.height, way_out);
  });
}

}  // namespace pipeline
