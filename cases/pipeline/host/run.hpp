// What all host variants do around their schedule.
#pragma once

#include <functional>
#include <memory>
#include <rungs/variant.hpp>

#include "cases/pipeline/case.hpp"
#include "cases/pipeline/run/outlet.hpp"
#include "cases/pipeline/run/plan.hpp"
#include "cases/pipeline/run/schedules.hpp"
#include "cases/pipeline/run/workplace.hpp"

namespace pipeline {

/// What a host schedule works with.
struct HostRun {
  const Settings& settings;
  Budget& budget;
  Counts& counts;
  Outlet& outlet;
  std::size_t& library_bytes;  ///< the most that a library has held besides the budget
};

/// The folder of a row, made outside the timing.
inline std::unique_ptr<Workplace> make_workplace(const Problem& p, const Views& v, rungs::Stream) {
  return std::make_unique<Workplace>(Case::settings(p, v), p.source);
}

/// Runs `schedule(tree, run)`, which hands the whole image to run.outlet. `crew`: the threads that hash;
/// null: the calling one.
inline void run_on_host(const Problem& p, const Views& v, const Workplace& files, Crew* crew,
                        const std::function<void(const Node& tree, const HostRun& on)>& schedule) {
  Budget budget("host", std::size_t{p.host_mib} << 20U);
  const Settings settings = files.with_files(Case::settings(p, v), budget);
  Counts counts;
  std::size_t library_bytes = 0;
  const auto sink = make_sink(settings.sink, settings.output, settings.shape(), budget);
  Outlet outlet(settings.shape(), settings.recipe.seeds.samples, v.samples, *sink, crew);
  const auto tree = host_tree(settings.tree, settings.recipe);
  counts.pixels_needed = needed_pixels(*tree, tree->frame.window());
  schedule(*tree, HostRun{settings, budget, counts, outlet, library_bytes});
  Figures figures = outlet.finish(v.digest, counts);
  figures.host_bytes = static_cast<double>(budget.peak() + library_bytes);
  figures.store(v.figures);
}

}  // namespace pipeline
