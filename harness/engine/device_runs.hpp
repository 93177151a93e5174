// The rows of several GPUs: one GPU after another, or all at the same time.
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>
#include "harness/engine/device_run.hpp"
#include "harness/measure/gpus.hpp"

namespace rungs {

/// Repeats the GPU rows of a plan for each of `gpus`. With one GPU all rows are of run 0. With several, run 0
/// has the rows that are made once (those of host and simulator, and of variants that use all GPUs), and each
/// GPU a run of its own behind it, in this order.
[[nodiscard]] std::vector<PlannedRow> once_per_gpu(std::vector<PlannedRow> rows, const std::vector<GpuFacts>& gpus);

/// Makes what runs the rows of a GPU, given as --device counts, and those of host and simulator.
using MakeRunner = std::function<std::unique_ptr<RowRunner>(int device)>;

/// Gets the rows of each group, once they are made; those of one after those of another.
using Present = std::function<void(const Group&, const std::vector<MadeRow>&)>;

/// Makes the rows of a plan. Run 0 is first and alone. The others follow one after another, since GPUs that
/// share a host also share its bus, its CPUs and its cooling; with --concurrent they run at the same time, in
/// a thread each.
class DeviceRuns {
 public:
  /// `at_once`: how many problems of host and simulator are made at the same time; 1 if anything is timed.
  /// `gpus` as for `once_per_gpu`. `outputs` must outlive this object. Once `interrupted` returns true, no
  /// further rows are started.
  DeviceRuns(const Options& options, unsigned at_once, const std::vector<GpuFacts>& gpus, const MakeRunner& make_runner,
             Outputs& outputs, std::function<bool()> interrupted);
  DeviceRuns(const DeviceRuns&) = delete;
  DeviceRuns& operator=(const DeviceRuns&) = delete;

  /// See Outputs::drop_held.
  void drop_held(std::vector<PlannedRow>& rows);
  /// Makes the rows, group by group, each group as often as `repetitions` says before it is presented. Throws
  /// what a run has thrown, after all have ended.
  void make(const std::vector<PlannedRow>& rows, unsigned repetitions, const Present& present);
  /// Completes the files.
  void finish();
  /// 3 if a GPU was lost; 1 if some row was incorrect or failed; else 0.
  [[nodiscard]] int exit_code() const;

 private:
  struct One {
    std::unique_ptr<RowRunner> runner;
    std::unique_ptr<DeviceRun> run;
  };

  const bool concurrent_;
  const unsigned processes_;
  Outputs& outputs_;
  std::function<bool()> interrupted_;
  std::vector<One> all_;          ///< by PlannedRow::device_run; behind them the helpers of run 0
  std::size_t first_helper_ = 0;  ///< in `all_`
  std::mutex mutex_;              ///< for what is presented, and for `error_`
  std::atomic<bool> failed_ = false;
  std::exception_ptr error_;  ///< the first of those that have ended a run
};

}  // namespace rungs
