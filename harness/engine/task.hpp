// A row as a worker is asked for it: all that making it needs, and nothing that both sides must look up.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/engine/plan.hpp"

namespace rungs {

/// What a planned row says, in values that another process of this program understands.
struct Task {
  std::string variant;  ///< "stitch/gpu/modulo"
  std::string axes;     ///< "block=128"
  Backend backend = Backend::host;
  std::vector<unsigned> size;  ///< the sides of the problem
  std::string params;          ///< of the problem: "repeater=100"
  /// Number of the case's edge cases that is the problem: one may be more than its size and parameters.
  std::optional<std::uint32_t> edge_case;
  std::string input;  ///< the path of --input, or empty
  std::optional<Cache> cache;
  std::uint64_t seed = 1;
  std::string unsupported;
  bool of_ceiling = false;
  bool operator==(const Task&) const = default;
};
/// For messages: each field once.
void fields(auto& archive, Task& t) {
  auto& [variant, axes, backend, size, params, edge_case, input, cache, seed, unsupported, of_ceiling] = t;
  archive(variant, axes, backend, size, params, edge_case, input, cache, seed, unsupported, of_ceiling);
}

/// The task of a row; the GPU is left out, as a worker knows only one.
[[nodiscard]] Task task_of(const PlannedRow& planned);

/// Finds what tasks name. Tasks of one problem that follow each other get the same object, so that they share
/// its memory.
class Tasks {
 public:
  /// The row of a task, without a group. Throws BadUsage if this program does not have what it names.
  [[nodiscard]] PlannedRow planned(const Task& task);

 private:
  void find_problem(const AnyCase& of, const Task& task);

  Task last_;
  std::shared_ptr<const AnyProblem> problem_;  ///< of `last_`
  std::shared_ptr<const InputImage> input_;    ///< the last one
};

}  // namespace rungs
