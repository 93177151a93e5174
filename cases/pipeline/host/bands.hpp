// The schedule of host/row_bands and host/all_cores.
#pragma once

#include "cases/pipeline/host/run.hpp"
#include "cases/pipeline/run/bands.hpp"

namespace pipeline {

/// Rows of a band: about 4 MiB of output, at least one, as many as the budget allows.
template <class Tree>
[[nodiscard]] std::uint32_t band_rows(const Tree& tree, const HostRun& on) {
  constexpr std::uint32_t bytes_at_once = 4U << 20U;
  const auto needs = [&](std::uint32_t rows) {
    const Window band = band_of(tree.frame, rows);
    return fixed_bytes(tree, on.settings) + band.area() + rolling_bytes<OnHost>(tree, band);
  };
  require_budget("one row at a time", needs(1), on.budget.limit());
  const std::uint32_t most = std::clamp(bytes_at_once / tree.frame.width, 1U, tree.frame.height);
  return most_rows(most, on.budget.limit(), needs);
}

inline void run_in_bands(const Problem& p, const Views& v, const Workplace& files, Cores cores) {
  const unsigned threads = cores == Cores::one ? 1 : rungs::detail::cores;
  run_on_host(p, v, files, threads, [&](const auto& tree, const HostRun& on) {
    const std::uint32_t rows = band_rows(tree, on);
    OnHost host(on.budget, cores);
    Rolling source(host, on.counts);
    WayOut way_out(on.budget, band_of(tree.frame, rows).area(), on.outlet);
    run_bands(tree, source, rows, 0, tree.frame.height, way_out);
  });
}

}  // namespace pipeline
