// Visits rows in a worker process, which is replaced when a row has ended it or left something behind in it.
#pragma once

#include <map>
#include <memory>
#include <optional>

#include "harness/cli/messages.hpp"
#include "harness/cli/options.hpp"
#include "harness/core/phase_clock.hpp"
#include "harness/worker/process.hpp"

namespace rungs {

/// How often the user has asked for the run's end.
using Interrupts = int (*)();

class WorkerVisitor final : public Visitor {
 public:
  /// `gpu` and `timing` are as for make_plan, so that the worker makes the same plan.
  WorkerVisitor(const Options& options, bool gpu, bool timing, Interrupts interrupts);

  /// Whatever ends the worker ends the row that ran: `failed`, with the signal or the phase.
  Attempt visit(const Batch& batch, const std::function<bool()>& interrupted) override;
  /// Starts a new worker; on a GPU, checks that it works.
  void recover(Backend backend) noexcept override;
  BackendFacts facts(Backend backend) override;
  void open_counters(const std::vector<Counter>& counters) override;
  [[nodiscard]] bool device_lost() const override { return !lost_.empty(); }

 private:
  WorkerProcess& worker();
  /// The reply to a request; empty if the worker ended, which is noted in `ended_`. Throws the error of the
  /// reply.
  std::optional<Json> ask(const Json& request, Backend backend,
                          const std::function<bool()>& interrupted = {});
  [[nodiscard]] double deadline_s(Backend backend, bool in_variant) const;
  void take(const Json& reply, const Batch& batch);
  void blame(const Batch& batch) const;

  Options options_;
  Json start_;
  Interrupts interrupts_;
  std::unique_ptr<WorkerProcess> worker_;
  SpentSeconds spent_{};                   ///< by the worker, so far
  std::string counters_;                   ///< open on the GPU
  std::map<Backend, BackendFacts> facts_;  ///< what workers have said last
  std::string lost_;                       ///< why the GPU does not work any more
  std::string ended_;                      ///< how the last worker ended, if it did not end by itself
};

}  // namespace rungs
