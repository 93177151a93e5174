// Rows as lines of JSON with what only a whole run knows: whether a row is of a ceiling, and its step.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>
#include "harness/engine/plan.hpp"

namespace rungs {

/// Rows of a problem end in any order; a line waits for the row of what the variant improves.
class RowLines {
 public:
  using Write = std::function<void(const std::string& line)>;

  /// The rows of a problem are made from now on.
  void begins(const Group& group);
  /// No more of them will end.
  void ends(const Group& group, const Write& write);
  /// A row has ended; `asked_for`: it is not of a ceiling alone.
  void add(const PlannedRow& planned, const Row& row, bool asked_for, const Write& write);

 private:
  struct Line {
    Record record;
    std::optional<RowKey> before;  ///< of what the variant improves
    double us = 0;
    bool asked_for = true;
    const RegisteredVariant* variant = nullptr;
  };
  void write_complete(const Write& write);

  std::vector<Line> lines_;           ///< that wait
  std::set<RowKey> open_;             ///< rows of begun problems that have not ended
  std::map<RowKey, RowKey> first_;    ///< of the versions of a variant
  std::map<RowKey, double> medians_;  ///< in microseconds
};

}  // namespace rungs
