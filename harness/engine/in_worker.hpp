// Runs rows in a worker process, which is replaced after each row that is not ok or has left something in it.
#pragma once

#include <map>
#include <random>
#include <set>
#include <utility>
#include "harness/engine/messages.hpp"
#include "harness/worker/process.hpp"

namespace rungs {

/// What the supervisor keeps from its workers, in whose process the variant runs: keys, seeds of checks, and with
/// --paranoid the expected outputs. Has inputs and references of its own, of one problem at a time.
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

/// How often the user has asked for the run's end.
using Interrupts = int (*)();

class InWorker final : public RowRunner {
 public:
  /// The worker uses the GPU Rules::device.
  InWorker(const Options& options, Interrupts interrupts);

  /// Whatever ends the worker ends the row that ran: `failed`, with the signal or the phase. A row that is
  /// not ok is only believed where no other has run in its worker: else it runs again in a new one, alone.
  VisitOutcome visit(const Together& together, const std::function<bool()>& interrupted) override;
  /// Starts a new worker; on a GPU, checks that it works.
  void recover(Backend backend) noexcept override;
  BackendFacts facts(Backend backend) override;
  void open_counters(const std::vector<Counter>& counters) override;
  void rest() override { worker_.reset(); }
  [[nodiscard]] bool device_lost() const override { return !lost_.empty(); }

 private:
  WorkerProcess& worker();
  /// What happens until a reply comes.
  struct Waiting {
    Backend backend = Backend::host;
    bool starting = false;                   ///< the worker is: nothing is lost with it
    std::function<bool()> interrupted = {};  ///< then the worker is told to end its visit
    const PlannedRow* planned = nullptr;     ///< the worker's outputs are of this row, and compared
  };
  /// The reply to a request; empty if the worker ended, which is noted in `ended_`. Throws the error of the reply.
  std::optional<Reply> ask(const Request& request, const Waiting& waiting);
  /// The same for a request that is no visit. Throws Interrupted if the user does not want to wait for it.
  std::optional<Reply> ask_aside(const Request& request, const Waiting& waiting);
  [[nodiscard]] bool given_up(bool starting) const {
    return interrupts_ != nullptr && interrupts_() > (starting ? 0 : 1);
  }
  void start();
  void open_counters_again();
  VisitOutcome visit_there(const ToVisit& asked, const Together& together, const std::function<bool()>& interrupted);
  VisitOutcome take(Visited reply, const Together& together);
  void blame(const Together& together) const;

  Options options_;
  Interrupts interrupts_;
  SupervisorComparison comparison_;
  std::unique_ptr<WorkerProcess> worker_;
  std::random_device random_;
  std::set<std::string> seen_;             ///< rows that the worker has visited
  std::set<std::string> suspects_;         ///< rows that were tried again: they share no worker
  std::vector<Counter> counters_;          ///< open on the GPU
  std::map<Backend, BackendFacts> facts_;  ///< what workers have said last
  std::string lost_;                       ///< why the GPU does not work any more
  std::string ended_;                      ///< how the last worker ended, if it did not end by itself
};

/// The worker's side: serves the supervisor until it closes the channel; returns the exit code. Call it only
/// if is_worker().
int serve();

}  // namespace rungs
