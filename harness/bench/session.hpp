// One run of the program: makes rows, keeps the ceilings beside them, writes files and tables.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "harness/bench/run_row.hpp"
#include "harness/bench/side_files.hpp"
#include "harness/measure/ceilings.hpp"
#include "harness/report/progress.hpp"
#include "harness/report/published.hpp"
#include "harness/report/row_file.hpp"

namespace rungs {

class Session {
 public:
  /// Opens the output files; `tables`: prints a table of each problem. Throws BadUsage where a file cannot be
  /// used.
  explicit Session(const Options& options, bool tables = true);

  /// Takes out the rows that a resumed file holds already. Where one of the file is incorrect or failed, the
  /// exit code is 1, as it was when that row was made. Throws BadUsage where the file is of another run.
  void drop_held(std::vector<PlannedRow>& rows);
  /// Names the rows that are to be made; they must outlive this. Once `interrupted` says so, no more are
  /// begun.
  void begin(const std::vector<PlannedRow>& rows, std::function<bool()> interrupted = {});
  /// Gives one of these rows. The first of a group to be asked for makes all of its group, with the ceilings
  /// that their floors need before them; each is added to the files and to its group's table as soon as it is
  /// complete. Nothing where the row was interrupted.
  std::optional<Row> make(const PlannedRow& planned);
  /// Completes the last group.
  void finish();
  /// The places that rows were made in, with what has been found out about them.
  [[nodiscard]] Executors& executors() { return executors_; }
  /// 1 if some row was incorrect or failed, else 0.
  [[nodiscard]] int exit_code() const { return exit_code_; }

 private:
  void open_counters();
  void measure_ceilings(const PlannedRow& planned);
  void measure_ceiling(const std::vector<PlannedRow>& rows);
  void make_rows(const std::vector<const PlannedRow*>& rows);
  void complete(Row& row, const std::string& what);
  void keep(const Row& row);
  void finish_group();

  Options options_;
  bool tables_;
  PublishedFigures published_;
  Executors executors_;
  ProblemMemory memory_;
  std::optional<Dump> dump_;
  RowRules rules_;
  Ceilings ceilings_;
  std::set<std::tuple<Conditions, Ceiling, std::uint64_t>> tried_;  ///< ceilings, measured or not
  bool counters_tried_ = false;
  std::optional<RowFile> file_;
  SideFiles side_files_;
  std::optional<Progress> progress_;
  std::function<bool()> interrupted_;
  std::map<std::size_t, std::vector<const PlannedRow*>> groups_;  ///< rows not made yet
  std::map<const PlannedRow*, Row> ready_;                        ///< made, and not asked for yet
  std::set<Backend> made_on_;                                     ///< where rows were added to the files
  std::vector<Row> group_rows_;
  std::size_t group_ = 0;
  int exit_code_ = 0;
};

}  // namespace rungs
