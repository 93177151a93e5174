// Comparison of a worker's outputs in the supervisor, where the variant cannot reach it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "harness/engine/bound_variant.hpp"
#include "harness/engine/messages.hpp"
#include "harness/engine/problem_memory.hpp"
#include "harness/worker/channel.hpp"

namespace rungs {

/// The worker's side: compares by sending the outputs to the supervisor, at the other end of `channel`, which
/// must outlive the function. That throws what the supervisor's comparison has thrown.
[[nodiscard]] Compare compare_in_supervisor(const Channel& channel);

/// The supervisor's side: has inputs and references of its own, of one problem at a time.
class SupervisorComparison {
 public:
  /// The answer to a worker's outputs of a row: the comparison, or its error. `message` is the worker's.
  [[nodiscard]] Reply answer(const PlannedRow& planned, const ToCompare& message);

 private:
  [[nodiscard]] Comparison compare(const PlannedRow& planned, const ToCompare& message);

  std::unique_ptr<MemorySpace> space_ = make_heap_space();
  Executors executors_{0, 0};  ///< none is made: only data on the host are asked for
  ProblemMemory memory_{executors_};
  std::shared_ptr<const AnyProblem> problem_;
  /// Of `problem_`. With inputs, as a comparison may look at them, too.
  std::unique_ptr<GuardedMemory> buffers_;
  std::optional<std::pair<Inputs, std::uint64_t>> loaded_;  ///< these inputs, of this seed
};

}  // namespace rungs
