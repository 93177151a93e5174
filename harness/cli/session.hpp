// One run of the program: makes rows, keeps the ceilings, writes files and tables.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "harness/cli/run_row.hpp"
#include "harness/cli/side_files.hpp"
#include "harness/measure/ceilings.hpp"
#include "harness/output/journal.hpp"
#include "harness/output/progress.hpp"
#include "harness/output/row_file.hpp"

namespace rungs {

class Session {
 public:
  /// Opens the output files; `tables`: print a table of each problem. `visitor` must outlive this object.
  /// Throws BadUsage if a file cannot be used.
  Session(const Options& options, Visitor& visitor, bool tables = true);
  /// A run that ends in order, also by an error, leaves no journal.
  ~Session() { journal_.clear(); }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Removes the rows that a resumed file already has. If one of them is incorrect or failed, the exit code
  /// is 1, as it was when that row was made. Throws BadUsage if the file is from another run.
  void drop_held(std::vector<PlannedRow>& rows);
  /// Sets the rows to make; they must outlive this object. Once `interrupted` returns true, no further rows
  /// are started.
  void begin(const std::vector<PlannedRow>& rows, std::function<bool()> interrupted = {});
  /// Makes one of these rows. The first request from a group makes all its rows, after the ceilings that
  /// their speeds of light need; each row is added to the files and to its group's table as soon as it is
  /// complete. Empty if the row was interrupted.
  std::optional<Row> make(const PlannedRow& planned);
  /// Completes the last group.
  void finish();
  /// 3 if the GPU was lost; 1 if some row was incorrect or failed; else 0.
  [[nodiscard]] int exit_code() const { return visitor_.device_lost() ? 3 : exit_code_; }

 private:
  void open_counters();
  void take_left_rows();
  void measure_ceilings(const PlannedRow& planned);
  void measure_ceiling(const std::vector<PlannedRow>& rows);
  void make_rows(const std::vector<const PlannedRow*>& rows);
  void note_start(const std::vector<const PlannedRow*>& batch);
  void complete(Row& row, const std::string& what);
  void keep(const Row& row);
  void finish_group();
  /// Prints the table of one ladder: rows of one problem, backend and cache state.
  void print_table(const std::vector<Row>& rows);

  Options options_;
  bool tables_;
  Visitor& visitor_;
  Ceilings ceilings_;
  std::set<std::tuple<Conditions, Ceiling, std::uint64_t>> tried_;  ///< ceilings tried, measured or not
  bool counters_tried_ = false;
  std::optional<RowFile> file_;
  SideFiles side_files_;
  Journal journal_;
  std::optional<Progress> progress_;
  std::function<bool()> interrupted_;
  std::map<std::size_t, std::vector<const PlannedRow*>> groups_;  ///< rows not made yet
  std::map<const PlannedRow*, Row> ready_;                        ///< made, but not requested yet
  std::set<Backend> made_on_;                                     ///< backends of the rows added to the files
  std::vector<Row> group_rows_;
  std::size_t group_ = 0;
  int exit_code_ = 0;
};

}  // namespace rungs
