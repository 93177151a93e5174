// Rows as lines of JSON, for scripts and tuners: --format=jsonl.
#pragma once

#include <string>

#include "harness/output/row.hpp"

namespace rungs {

/// A row as one line of JSON with its line end: an object with the columns of the CSV in their order. Numbers
/// are numbers, with the digits of the CSV; what is empty there is null. A maximum error that is infinite is
/// the text "inf", which JSON has no number for. schema_json() describes it.
[[nodiscard]] std::string json_line(const Record& record);

/// Has standard output for lines alone: during its lifetime what anything else prints there, variants that
/// run in this process among them, goes to standard error.
class JsonLines {
 public:
  JsonLines();
  ~JsonLines();
  JsonLines(const JsonLines&) = delete;
  JsonLines& operator=(const JsonLines&) = delete;

  /// Writes a row. Throws Failed if that fails.
  void write(const Record& record) const;

 private:
  int descriptor_;  ///< standard output as it was
};

}  // namespace rungs
