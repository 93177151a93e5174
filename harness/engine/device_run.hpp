// Makes the rows of one GPU, or of host and simulator, with the ceilings that they are compared with.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>
#include "harness/engine/outputs.hpp"
#include "harness/engine/row_runner.hpp"
#include "harness/measure/ceilings.hpp"

namespace rungs {

struct MadeRow {
  const PlannedRow* planned;
  Row row;
};

struct MadeGroup {
  std::vector<MadeRow> rows;  ///< in the order in which they were completed; some are missing if interrupted
  std::string tables;         ///< as they are to be printed; empty if none are shown
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
  /// Measures one; those that fail once more, in a fresh process. Returns why there is none; empty if there
  /// is.
  std::string measure_ceiling(Ceiling kind, const PlannedRow& planned);
  /// What a row has to say that has no ceiling; usually empty.
  [[nodiscard]] std::string why_no_ceiling(const Row& row) const;
  /// Makes rows in as many processes as were asked for.
  void make_rows(const Group& group);
  /// Makes rows once, in the processes that the runner has, and passes each to `ends`.
  void run(const Group& group, bool asked_for, const std::function<void(const PlannedRow&, Row)>& ends);
  void complete(const PlannedRow& planned, Row row);
  /// The tables of the rows made.
  [[nodiscard]] std::string tables(bool remarks) const;
  /// The table of one ladder: rows of one problem, backend and cache state.
  [[nodiscard]] std::string table(const std::vector<Row>& rows, bool remarks) const;

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

}  // namespace rungs
