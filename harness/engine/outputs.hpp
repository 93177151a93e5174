// What a run writes: files, the journal, tables or lines of JSON, and the progress.
#pragma once

#include <functional>
#include <mutex>
#include "harness/engine/plan.hpp"
#include "harness/output/side_file.hpp"
#include "harness/output/terminal.hpp"

namespace rungs {

/// Throws BadUsage if an output file of these options cannot be used; creates nothing.
void check_outputs(const Options& options);

/// The files that a run keeps beside its rows: samples, visits of experiments, the side table, steps, facts.
class FilesBeside {
 public:
  /// Opens existing ones now, so that a wrong one is refused before anything is measured. `rows`: the file of
  /// rows; null if there is none. Throws BadUsage if one cannot be used.
  FilesBeside(const Options& options, const RowFile* rows);

  /// Adds the lines of a row that will be written to the file of rows; if it takes the place of one that the
  /// file drops, in place of that one's.
  void add(const Row& row);
  /// Adds what is new of a row that the file has already: its energy and its experiments.
  void add_known(const Row& row);
  /// Why some file's lines are in a second one (see AppendFile); usually empty.
  [[nodiscard]] std::string moved() const;
  /// Completes the files. `used`: the backends that have made rows, of each GPU one.
  void finish(const std::vector<BackendFacts>& used) const;

 private:
  void open_side() { side_.emplace("--out's", companion_of(out_, "side"), side_columns(), rows_); }
  /// Adds lines to the side table, if there is a file of rows.
  void add_side(const Row& row, const std::vector<Record>& lines);
  void add_why(const Row& row, bool again);

  const std::string out_;
  const std::uint64_t check_seed_;
  const RowFile* rows_;
  std::optional<SideFile> samples_;
  std::optional<SideFile> why_;   ///< with --why
  std::optional<SideFile> side_;  ///< opened by the first row that has lines for it
};

/// Rows as lines of JSON with what only a whole run knows: whether a row is of a ceiling, and its step. Rows of a
/// problem end in any order, so their lines wait for its end.
class RowLines {
 public:
  using Write = std::function<void(const std::string& line)>;

  /// A row has ended; `asked_for`: it is not of a ceiling alone.
  void add(const PlannedRow& planned, const Row& row, bool asked_for, const Write& write);
  void ends(const Group& group, const Write& write);

 private:
  struct Line {
    const PlannedRow* planned;
    Record record;
    double us = 0;
  };
  std::vector<Line> lines_;  ///< that wait
};

/// Shared by all that make rows of a run, which may call it from threads of their own.
class Outputs {
 public:
  /// Opens the output files. `tables`: standard output gets a table of each problem, unless --format says
  /// otherwise. Throws BadUsage if a file cannot be used.
  explicit Outputs(const Options& options, bool tables = true);
  /// A run that ends in order, also by an error, leaves no journal.
  ~Outputs() { journal_.clear(); }

  /// True if a file is resumed, so that it may hold rows.
  [[nodiscard]] bool resumes() const;
  /// Removes the rows that a resumed file already has. If one of them is incorrect or failed, the run is bad,
  /// as it was when that row was made. `now`: the backends of all rows, of each GPU one. Throws BadUsage if
  /// the file is from another run.
  void drop_held(std::vector<PlannedRow>& rows, const std::vector<BackendFacts>& now);

  void expect(std::size_t rows, std::size_t visits) { progress_.emplace(options_.progress, rows, visits); }
  /// No more rows of a problem will end: what lines of JSON wait for.
  void ends(const Group& group);
  /// These rows run from now on; replaces what this DeviceRun ran before. Rows that nobody asked for (of
  /// ceilings) do not count for the progress.
  void runs(const void* run, const Group& together, const Provenance& provenance, bool asked_for);
  /// A row is complete: writes it to the files, or as a line of JSON. `asked_for` as above.
  void add(const PlannedRow& planned, const Row& row, bool asked_for);

  [[nodiscard]] bool shows_tables() const { return tables_; }
  [[nodiscard]] const Terminal& terminal() const { return terminal_; }
  void print(const std::string& table);
  void say(const std::string& what);

  /// Completes the files. `used`: the backends that have made rows, of each GPU one.
  void finish(const std::vector<BackendFacts>& used);
  /// True if some row was incorrect or failed, or, once finished, if none is good.
  [[nodiscard]] bool bad() const { return bad_; }

 private:
  void take_left_rows();
  /// Throws Failed if something else has changed a file.
  void end_if_moved();
  void clear();
  void print_tally() const;
  void write_line(const std::string& line);

  const Options options_;
  const bool tables_;
  const Terminal terminal_;  ///< plain where no tables are shown
  std::recursive_mutex mutex_;
  std::optional<RowFile> file_;
  std::optional<AppendFile> json_lines_;
  RowLines lines_;
  std::optional<FilesBeside> beside_;  ///< always there once constructed
  Journal journal_;
  std::map<const void*, std::vector<Record>> running_;  ///< by DeviceRun: the journal
  std::optional<Progress> progress_;
  std::map<Status, std::size_t> tally_;    ///< of the rows that were asked for
  bool asked_ = false, measured_ = false;  ///< some row was asked for, or is good; of a resumed file, too
  bool bad_ = false;
};

}  // namespace rungs
