// What all host variants do around their schedule.
#pragma once

#include <functional>
#include <memory>
#include <rungs/variant.hpp>

#include "cases/pipeline/case.hpp"
#include "cases/pipeline/run/digest_and_sink.hpp"
#include "cases/pipeline/run/plan.hpp"
#include "cases/pipeline/run/row_folder.hpp"
#include "cases/pipeline/run/schedules.hpp"

namespace pipeline {

/// What a host schedule works with.
struct HostRun {
  const Settings& settings;
  Budget& budget;
  Counts& counts;
  DigestAndSink& output;
  std::size_t& bytes_of_library;  ///< the most that a library has held besides the budget
};

/// The folder of a row, made outside the timing.
inline std::unique_ptr<RowFolder> make_row_folder(const rungs::Call<Case>& call) {
  return std::make_unique<RowFolder>(Case::settings(call.problem, call.views), call.problem.source);
}

/// Runs `schedule(tree, run)`, which hands the whole image to run.output. `crew`: the threads that hash;
/// null: the calling one.
inline void run_on_host(const rungs::Call<Case>& call, Crew* crew,
                        const std::function<void(const Node& tree, const HostRun& on)>& schedule) {
  const Problem& p = call.problem;
  const Views& v = call.views;
  Budget budget("host", std::size_t{p.host_mib} << 20U);
  const Settings settings = call.state<RowFolder>().with_files(Case::settings(p, v), budget);
  Counts counts;
  std::size_t bytes_of_library = 0;
  const auto sink = make_sink(settings.sink, settings.output, settings.shape(), budget);
  DigestAndSink output(settings.shape(), settings.recipe.seeds.samples, v.samples, *sink, crew);
  const auto tree = host_tree(settings.tree, settings.recipe);
  counts.pixels_needed = needed_pixels(*tree, tree->frame.window());
  schedule(*tree, HostRun{settings, budget, counts, output, bytes_of_library});
  Figures figures = output.finish(v.digest, counts);
  figures.host_bytes = static_cast<double>(budget.peak() + bytes_of_library);
  figures.store(v.figures);
}

}  // namespace pipeline
