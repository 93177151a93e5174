// One variant on one problem, ready to be launched and judged.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "harness/bench/dump.hpp"
#include "harness/bench/problem_memory.hpp"
#include "harness/verify/verify.hpp"

namespace rungs {

/// Holds what a variant works on; the problem's memory is shared with the other variants of its group.
class Rung {
 public:
  /// Throws Unsupported where memory does not suffice.
  Rung(const PlannedRow& planned, ProblemMemory& memory, Executor& executor);
  Rung(const Rung&) = delete;
  Rung& operator=(const Rung&) = delete;

  /// Everything that a launch must write is garbage afterwards. Where a variant copies, the device holds
  /// another garbage than the host's outputs: bytes that it must leave alone would else pass although it
  /// downloaded them.
  void poison();
  /// Loads the inputs again, which other variants share and may have damaged.
  void reload();
  /// Runs one launch in a pass of Executor::passes(). Throws Failed on any error.
  void launch_once(std::size_t pass) { executor_.run(launch_, pass); }
  /// Throws Failed where a launch works on another stream than its own.
  void check_stream();
  /// What takes samples of its launches; must not outlive this.
  [[nodiscard]] std::unique_ptr<Probe> probe(Cache cache) {
    return executor_.probe(launch_, cache, touched_);
  }
  /// Draws the inputs and what the last launch computed.
  void draw(Dump& dump, const PlannedRow& planned) const;
  /// See Executor::driver_operations.
  [[nodiscard]] std::string driver_operations() { return executor_.driver_operations(launch_); }
  /// The hardware counters of one launch; see Executor::count.
  [[nodiscard]] std::vector<Metric> count(Cache cache) { return executor_.count(launch_, cache); }
  /// The case's further figures.
  [[nodiscard]] std::vector<Metric> metrics() { return data_.metrics(); }
  /// Whether all that the last launch wrote is right, and nothing else was touched. `when` begins the
  /// message.
  [[nodiscard]] Verdict judge(const std::string& when);

 private:
  const Implementation& implementation_;
  Executor& executor_;
  ProblemData& data_;
  GuardedMemory& working_;
  GuardedMemory* mirror_;
  GuardedMemory workspace_;
  std::vector<const GuardedMemory*> touched_;
  Launch launch_;
};

}  // namespace rungs
