// Makes the rows of one GPU, or of host and simulator, with the ceilings that they are compared with.
#pragma once

#include <atomic>
#include <set>
#include <tuple>
#include "harness/engine/outputs.hpp"
#include "harness/engine/row_runner.hpp"
#include "harness/measure/ceilings.hpp"

namespace rungs {

struct MadeRow {
  const PlannedRow* planned;
  Row row;
};

struct MadeGroup {
  std::vector<MadeRow> rows;        ///< in the order in which they were completed; some are missing if interrupted
  std::vector<std::string> tables;  ///< as they are to be printed; none if none are shown
};

class DeviceRun {
 public:
  /// `runner` and `outputs` must outlive this object. Once `interrupted`, which may be empty, returns true,
  /// no further rows are started.
  DeviceRun(const Options& options, RowRunner& runner, Outputs& outputs, std::function<bool()> interrupted = {});
  DeviceRun(const DeviceRun&) = delete;
  DeviceRun& operator=(const DeviceRun&) = delete;

  /// Makes all rows of a group, after the ceilings that their speeds of light need; each is added to the
  /// outputs as soon as it is complete.
  MadeGroup make(const Group& group);
  /// The facts of the backends on which rows were made.
  [[nodiscard]] std::vector<BackendFacts> used();

 private:
  void open_counters();
  void measure_ceilings(const PlannedRow& planned);
  /// Measures one; those that fail once more, in a fresh process. Returns why there is none; empty if there is.
  std::string measure_ceiling(Ceiling kind, const PlannedRow& planned);
  /// What a row has to say that has no ceiling; usually empty.
  [[nodiscard]] std::string why_no_ceiling(const Row& row) const;
  /// Makes rows in as many processes as were asked for.
  void make_rows(const Group& group);
  /// Makes rows once, in the processes that the runner has, and passes each to `ends`.
  void run(const Group& group, bool asked_for, const std::function<void(const PlannedRow&, Row)>& ends);
  void complete(const PlannedRow& planned, Row row);
  [[nodiscard]] std::string tables() const;
  /// The table of one ladder: rows of one problem, backend and cache state.
  [[nodiscard]] std::string table(const std::vector<Row>& rows) const;

  Options options_;
  RowRunner& runner_;
  Outputs& outputs_;
  std::function<bool()> interrupted_;
  const bool stale_;  ///< the program is older than its sources
  Ceilings ceilings_;
  std::map<std::tuple<Conditions, Ceiling, std::uint64_t>, std::string> tried_;  ///< why there is none
  bool counters_tried_ = false;
  std::set<Backend> made_on_;  ///< backends of the rows made
  std::vector<MadeRow> made_;  ///< of the group
};

/// Repeats the GPU rows of a plan for each of `gpus`. With one GPU all rows are of run 0. With several, run 0
/// has the rows that are made once (those of host and simulator, and of variants that use all GPUs), and each
/// GPU a run of its own behind it, in this order.
[[nodiscard]] std::vector<PlannedRow> once_per_gpu(std::vector<PlannedRow> rows, const std::vector<GpuFacts>& gpus);

/// Makes what runs the rows of a GPU, given as --device counts, and those of host and simulator.
using MakeRunner = std::function<std::unique_ptr<RowRunner>(int device)>;

/// Gets the rows of each group, once they are made; those of one after those of another.
using Present = std::function<void(const Group&, const std::vector<MadeRow>&)>;

/// Makes the rows of a plan. Run 0 is first and alone. The others follow one after another, since GPUs that share a
/// host also share its bus, its CPUs and its cooling.
class DeviceRuns {
 public:
  /// `at_once`: how many problems of host and simulator are made at the same time; 1 if anything is timed.
  /// `gpus` as for `once_per_gpu`. `outputs` must outlive this object. Once `interrupted` returns true, no
  /// further rows are started.
  DeviceRuns(const Options& options, unsigned at_once, const std::vector<GpuFacts>& gpus, const MakeRunner& make_runner,
             Outputs& outputs, std::function<bool()> interrupted);

  void drop_held(std::vector<PlannedRow>& rows);
  /// Makes the rows, group by group, each group as often as `repetitions` says before it is presented. Throws
  /// what a run has thrown, after all have ended.
  void make(const std::vector<PlannedRow>& rows, unsigned repetitions, const Present& present);
  void finish();
  /// 3 if a GPU was lost; 1 if some row was incorrect or failed; else 0.
  [[nodiscard]] int exit_code() const;

 private:
  struct One {
    std::unique_ptr<RowRunner> runner;
    std::unique_ptr<DeviceRun> run;
  };

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
