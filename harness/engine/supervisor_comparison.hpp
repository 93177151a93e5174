// What the supervisor keeps from its workers, in whose process the variant runs: keys, seeds of checks, and
// with
// --paranoid the expected outputs.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include "harness/engine/bound_variant.hpp"
#include "harness/engine/messages.hpp"
#include "harness/engine/problem_memory.hpp"
#include "harness/worker/channel.hpp"

namespace rungs {

/// The worker's side: asks the supervisor a question (ToCompare, SecretOf) and returns its answer. Throws the
/// answer's error.
using AskSupervisor = std::function<Reply(Reply)>;
/// Compares by sending the outputs to the supervisor.
[[nodiscard]] Compare compare_in_supervisor(AskSupervisor ask);
/// The supervisor's secrets, asked for when they are used.
[[nodiscard]] Secrets secrets_of_supervisor(const AskSupervisor& ask);

/// The supervisor's side: has inputs and references of its own, of one problem at a time.
class SupervisorComparison {
 public:
  explicit SupervisorComparison(std::uint64_t check_seed);
  /// The answer to a worker's question about a row: what it asks for, or an error. Empty if it is none.
  [[nodiscard]] std::optional<Reply> answer(const PlannedRow& planned, const Reply& question);

 private:
  [[nodiscard]] Comparison compare(const PlannedRow& planned, const ToCompare& message);

  std::unique_ptr<MemorySpace> space_ = make_heap_space();
  Executors executors_{0, 0};  ///< none is made: only data on the host are asked for
  ProblemMemory memory_;
  const Secrets secrets_;
  std::shared_ptr<const AnyProblem> problem_;
  /// Of `problem_`. With inputs, as a comparison may look at them, too.
  std::unique_ptr<GuardedMemory> buffers_;
  std::optional<std::pair<Inputs, std::uint64_t>> loaded_;  ///< these inputs, of this seed
};

}  // namespace rungs
