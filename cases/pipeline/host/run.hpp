// What all host variants do around their schedule.
#pragma once

#include <cstring>
#include <functional>
#include <memory>
#include <rungs/variant.hpp>
#include "cases/pipeline/case.hpp"
#include "cases/pipeline/run/schedules.hpp"

namespace pipeline {

/// What a host schedule works with.
struct HostRun {
  const Settings& settings;
  Budget& budget;
  Figures& figures;  ///< host_bytes: the most that a library has held besides the budget
  DigestAndSink& output;
};

/// The folder of a row, made outside the timing.
inline std::unique_ptr<RowFolder> make_row_folder(const rungs::Call<Case>& call) {
  return std::make_unique<RowFolder>(Case::settings(call.problem, call.views), call.problem.source);
}

/// Runs `schedule(tree, run)`, which hands the whole image to run.output. `on_all_cpus`: see DigestAndSink.
inline void run_on_host(const rungs::Call<Case>& call,
                        const std::function<void(const Node& tree, const HostRun& on)>& schedule,
                        bool on_all_cpus = false) {
  const Views& v = call.views;
  Budget budget("host", std::size_t{call.problem.host_mib} << 20U);
  const Settings settings = call.state<RowFolder>().with_files(Case::settings(call.problem, v), budget);
  Figures figures;
  const auto sink = make_sink(settings.sink, settings.output, settings.recipe.frame, budget);
  DigestAndSink output(settings.recipe.frame, settings.recipe.seeds.samples, v.samples, *sink, on_all_cpus);
  const auto tree = host_tree(settings.tree, settings.recipe);
  figures.pixels_needed = needed_pixels(*tree, tree->frame.window());
  schedule(*tree, HostRun{settings, budget, figures, output});
  output.finish(v.digest, figures);
  figures.host_bytes += static_cast<double>(budget.peak());
  std::memcpy(v.figures, &figures, sizeof(figures));
}

}  // namespace pipeline
