// The rows that run right now, in a file next to the rows: what a run that is killed leaves behind.
#pragma once

#include <string>
#include <vector>

#include "harness/output/row.hpp"

namespace rungs {

/// Path of the journal of "rows.csv": "rows.csv.started".
[[nodiscard]] std::string journal_path(const std::string& rows_path);

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
