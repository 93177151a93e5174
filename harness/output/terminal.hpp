// What standard output can show, the tables that it shows, and the progress on standard error.
#pragma once

#include <chrono>
#include "harness/output/row.hpp"

namespace rungs {

/// Prints on standard error, as far as it can be written: a full disk or a closed pipe there ends no run.
void print_error(const std::string& text);
/// "bench: ..." as a line there.
void say(const std::string& what);

/// Plain text of any width, unless it says otherwise.
struct Terminal {
  bool colours = false;     ///< not with NO_COLOR in the environment (no-color.org)
  std::size_t columns = 0;  ///< 0: any number

  /// Of a file descriptor. A pipe or file, and a terminal that calls itself dumb, is plain.
  [[nodiscard]] static Terminal of(int descriptor);
};

/// Progress on stderr: a status line on a terminal, otherwise one line per row.
class Progress {
 public:
  /// `mode`: auto (status line if stderr is a terminal, else plain lines), always, never (no output). `rows`
  /// and `visits` are the totals; the time left is estimated from the visits.
  Progress(const std::string& mode, std::size_t rows, std::size_t visits);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void starts(const std::string& what);
  void ends(const std::string& what, const std::string& outcome);
  /// Removes the status line, so that other output can be printed.
  void clear();

 private:
  enum class Mode { silent, plain, line };
  [[nodiscard]] std::string time_left() const;

  Mode mode_;
  std::size_t rows_;
  std::size_t visits_;
  std::size_t done_ = 0;     ///< rows
  std::size_t started_ = 0;  ///< visits
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// The heading of a table, besides the problem.
struct TableHeading {
  std::string device;
  std::string ceilings;  ///< "fill 3.13 TB/s"
  double working_set_over_cache = 0;
};

/// The table of one problem and cache state, in ladder order: times, speedup over the variant that each row
/// improves, and share of the speed of light.
/// Columns that do not fit on the terminal are left out. Below it are the rows that have no time, and what is to be
/// said about those that have one.
[[nodiscard]] std::string table_text(const TableHeading& heading, std::vector<Row> rows, const Terminal& terminal = {});

/// One line for the table: how many rows were timed or found correct, and the fastest; below it a line for
/// each row that is incorrect, failed or unsupported.
[[nodiscard]] std::string brief_text(const std::vector<Row>& rows);

/// Of the rows of one problem, a line for each variant of which several versions were asked for: the fastest,
/// those that cannot be told from it (the 95 % intervals of their medians meet), how much slower the default
/// is, and how many are wrong. With several such variants, the fastest of all in a line of its own.
[[nodiscard]] std::string winners_text(const std::vector<Row>& rows);

}  // namespace rungs
