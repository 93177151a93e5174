// The CSV of a run: appended row by row, resumed without losing a line.
#pragma once

#include <map>
#include <set>
#include "harness/output/append_file.hpp"
#include "harness/output/provenance.hpp"

namespace rungs {

/// A rows.csv that is open for writing. No other run can write it at the same time.
class RowFile {
 public:
  /// Creates `path` with its header; with `resume`, continues an existing file. Throws BadUsage and leaves
  /// the file unchanged if the path cannot be written, is not empty without `resume`, has another schema, a
  /// row twice, or is open in another run. A truncated last row (full disk, crash) is removed, which is said.
  /// With `drop_failed`, rows that failed do not count, and each is replaced when it is added.
  RowFile(const std::string& path, bool resume, bool drop_failed = false);

  /// True if this run created the file, so that no file next to it can belong to its rows.
  [[nodiscard]] bool is_new() const { return is_new_; }
  /// The status of the row with this key and seed; empty if the file has none.
  [[nodiscard]] std::string status(const RowKey& key, std::uint64_t seed) const;
  /// How many of its rows are incorrect or failed, and count.
  [[nodiscard]] std::size_t bad_rows() const;
  /// From now on a row does not count, as one that failed.
  void drop(const RowKey& key, std::uint64_t seed);
  /// How many rows do not count, and have not been replaced yet.
  [[nodiscard]] std::size_t dropped_rows() const { return dropped_.size(); }
  /// True if a row with this key is one of them.
  [[nodiscard]] bool drops(const RowKey& key) const;
  /// True if the file has a row with this key and any seed.
  [[nodiscard]] bool holds(const RowKey& key) const;
  /// The full names of the variants that have rows.
  [[nodiscard]] std::set<std::string> variants() const;
  /// Throws BadUsage if existing rows of these backends are from another device, which is none of `now`, or
  /// another commit: their times would be compared with the new ones as if they were from one run. `now` has
  /// several entries for the backend of several GPUs.
  void require_same_run(const std::vector<BackendFacts>& now) const;
  /// Throws BadUsage if the file has rows of a variant that were built with something else than `built_with`:
  /// another version of a library, or, of a variant in Python, of its file.
  void require_same_build(const std::string& case_name, const std::string& variant,
                          const std::string& built_with) const;
  /// Adds a row. Throws Failed, with nothing added, if writing fails.
  void append(const Record& record);
  /// Why the rows, all of them, are in a second file (see AppendFile); usually empty.
  [[nodiscard]] const std::string& moved();
  /// Adds a row unless the file has one with its key and seed; true if it was added.
  bool take(const Record& record);

 private:
  void take_over(const std::string& text, bool drop_failed);
  void remember(const Record& record);
  void write(const std::string& more);
  [[nodiscard]] std::string text() const;

  AppendFile file_;
  bool is_new_ = false;
  std::vector<Record> records_;
  std::map<std::pair<RowKey, std::string>, Record> dropped_;        ///< by key and seed
  std::map<std::pair<RowKey, std::string>, std::string> statuses_;  ///< by key and seed
};

/// The rows that run right now, in "rows.csv.started" next to "rows.csv": what a run that is killed leaves behind.
/// Writes nothing if it was made without a path. A journal that cannot be written is no reason to stop a run.
class Journal {
 public:
  Journal() = default;
  explicit Journal(const std::string& rows_path);

  /// The rows that an earlier run has left, as it would have written them had it lived. Empty if there are
  /// none, or if the file is damaged.
  [[nodiscard]] std::vector<Record> left() const;
  /// Replaces what the file says by these rows.
  void write(const std::vector<Record>& rows) const;
  /// Removes the file: no row runs.
  void clear() const;

 private:
  std::string path_;
};

}  // namespace rungs
