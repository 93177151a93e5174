// The buffers that rows of one problem share: host data once, working memory once a backend.
#pragma once

#include <map>
#include <memory>

#include "harness/bench/plan.hpp"
#include "harness/verify/problem_data.hpp"

namespace rungs {

/// Executors of a run, made when first needed: a run on the host never touches CUDA.
class Executors {
 public:
  Executors(int device, std::uint64_t seed) : device_(device), seed_(seed) {}
  [[nodiscard]] Executor& on(Backend backend);
  /// Makes the backend's executor anew where a variant has left it unusable; counters that were open are
  /// opened again. Memory of it must be gone.
  void restart(Backend backend);
  /// As Executor::open_counters of the GPU.
  void open_counters(const std::vector<Counter>& counters);

 private:
  int device_;
  std::uint64_t seed_;
  std::vector<Counter> counters_;  ///< open on the GPU
  std::map<Backend, std::unique_ptr<Executor>> executors_;
};

/// Holds the memory of one problem at a time; asking for another problem frees the last one's first.
class ProblemMemory {
 public:
  explicit ProblemMemory(Executors& executors) : executors_(executors) {}

  /// Inputs and expected outputs. Throws Unsupported where host memory does not suffice.
  [[nodiscard]] ProblemData& data(const PlannedRow& row);
  /// Where `row`'s backend computes, inputs loaded. Throws Unsupported where memory does not suffice.
  [[nodiscard]] GuardedMemory& working(const PlannedRow& row);
  /// The host's side of a variant that copies, inputs loaded.
  [[nodiscard]] GuardedMemory& mirror(const PlannedRow& row);
  /// Frees everything.
  void drop();

 private:
  void switch_to(const PlannedRow& row);
  GuardedMemory& loaded(std::map<Backend, std::unique_ptr<GuardedMemory>>& where, MemorySpace& space,
                        const PlannedRow& row);

  Executors& executors_;
  std::shared_ptr<const AnyProblem> problem_;
  std::uint64_t seed_ = 0;
  std::map<int, std::unique_ptr<ProblemData>> data_;  ///< by kind of result
  std::map<Backend, std::unique_ptr<GuardedMemory>> working_;
  std::map<Backend, std::unique_ptr<GuardedMemory>> mirrors_;
};

}  // namespace rungs
