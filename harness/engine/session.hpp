// Makes the rows of a run that one visitor can make, with the ceilings that they are compared with.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "harness/engine/outputs.hpp"
#include "harness/engine/run_row.hpp"
#include "harness/measure/ceilings.hpp"

namespace rungs {

class Session {
 public:
  /// `visitor` and `outputs` must outlive this object.
  Session(const Options& options, Visitor& visitor, Outputs& outputs);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Sets the rows to make; they must outlive this object. Once `interrupted` returns true, no further rows
  /// are started.
  void begin(const std::vector<const PlannedRow*>& rows, std::function<bool()> interrupted = {});
  /// Makes one of these rows. The first request from a group makes all its rows, after the ceilings that
  /// their speeds of light need; each row is added to the outputs as soon as it is complete. Empty if the row
  /// was interrupted.
  std::optional<Row> make(const PlannedRow& planned);
  /// Completes the last group: prints its tables.
  void finish();
  /// The facts of the backends on which rows were made.
  [[nodiscard]] std::vector<BackendFacts> used();

 private:
  void open_counters();
  void measure_ceilings(const PlannedRow& planned);
  void measure_ceiling(const std::vector<PlannedRow>& rows);
  void make_rows(const std::vector<const PlannedRow*>& rows);
  /// Makes rows once, in the processes that the visitor has, and passes each to `ends`.
  void run(const std::vector<const PlannedRow*>& rows, bool asked_for,
           const std::function<void(const PlannedRow&, Row)>& ends);
  void complete(const PlannedRow& planned, Row row);
  /// Prints the table of one ladder: rows of one problem, backend and cache state.
  /// The tables of the current problem.
  [[nodiscard]] std::string tables(bool remarks) const;
  [[nodiscard]] std::string table(const std::vector<Row>& rows, bool remarks) const;

  Options options_;
  Visitor& visitor_;
  Outputs& outputs_;
  const bool stale_;  ///< the program is older than its sources
  Ceilings ceilings_;
  std::set<std::tuple<Conditions, Ceiling, std::uint64_t>> tried_;  ///< ceilings tried, measured or not
  bool counters_tried_ = false;
  std::function<bool()> interrupted_;
  std::map<std::size_t, std::vector<const PlannedRow*>> groups_;  ///< rows not made yet
  std::map<const PlannedRow*, Row> ready_;                        ///< made, but not requested yet
  std::set<Backend> made_on_;                                     ///< backends of the rows made
  std::vector<Row> group_rows_;
  std::size_t group_ = 0;
};

}  // namespace rungs
