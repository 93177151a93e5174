#include "harness/engine/task.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "harness/core/lists.hpp"

namespace rungs {
namespace {

std::size_t version_of(const Implementation& implementation, const Task& task) {
  const auto& versions = implementation.versions;
  const auto found = std::find_if(versions.begin(), versions.end(),
                                  [&](const CompiledVersion& one) { return one.params == task.axes; });
  if (found == versions.end())
    throw BadUsage("a worker does not have " + task.variant + " with " + task.axes + "; use --isolate=none");
  return static_cast<std::size_t>(found - versions.begin());
}

}  // namespace

Task task_of(const PlannedRow& planned) {
  Task task;
  task.variant = planned.variant->full_name();
  task.axes = axes_of(planned);
  task.backend = planned.backend;
  const Extents size = planned.problem->size();
  for (std::size_t i = 0; i < size.count(); ++i) task.size.push_back(size[i]);
  task.params = planned.problem->params();
  task.edge_case = planned.edge_case;
  if (planned.input != nullptr) task.input = planned.input->path;
  task.cache = planned.cache;
  task.seed = planned.seed;
  task.unsupported = planned.unsupported;
  task.of_ceiling = planned.of_ceiling;
  return task;
}

void Tasks::find_problem(const AnyCase& of, const Task& task) {
  const auto key = [](const Task& one) { return std::tie(one.size, one.params, one.edge_case); };
  if (problem_ != nullptr && &problem_->owner() == &of && key(last_) == key(task)) return;
  if (task.edge_case) {
    problem_ = std::move(of.edge_cases().at(*task.edge_case));
  } else {
    Extents size;
    for (const unsigned side : task.size) size.push_back(side);
    problem_ = of.problem(size, assignments_of(task.params));
  }
  last_ = task;
}

PlannedRow Tasks::planned(const Task& task) {
  PlannedRow planned;
  planned.variant = Registry::global().find(task.variant);
  if (planned.variant == nullptr)
    throw BadUsage("a worker does not have " + task.variant + "; use --isolate=none");
  const auto on = planned.variant->on.find(task.backend);
  if (on != planned.variant->on.end()) planned.version = version_of(on->second, task);
  find_problem(*planned.variant->owner, task);
  if (!task.input.empty() && (input_ == nullptr || input_->path != task.input))
    input_ = read_input(task.input);
  planned.backend = task.backend;
  planned.problem = problem_;
  planned.cache = task.cache;
  planned.seed = task.seed;
  planned.unsupported = task.unsupported;
  if (!task.input.empty()) planned.input = input_;
  planned.edge_case = task.edge_case;
  planned.of_ceiling = task.of_ceiling;
  return planned;
}

}  // namespace rungs
