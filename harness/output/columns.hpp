// The columns of a row, as harness/output/columns.csv lists them: the one list for bench and the scripts.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rungs {

/// One line of the list.
struct Column {
  std::string name;
  std::string type;  ///< text, integer, number, size ("1920x1080") or timestamp (UTC, ISO 8601)
  bool may_be_empty = false;
  std::vector<std::string> legal;  ///< the values that it may have; none: any of its type
  bool may_be_infinite = false;    ///< a number that may be the text inf
  std::string description;

  [[nodiscard]] bool is_number() const { return type == "integer" || type == "number"; }
};

/// All columns, in the order of the file of rows.
[[nodiscard]] const std::vector<Column>& columns();
/// Their names.
[[nodiscard]] const std::vector<std::string>& row_columns();
/// The index of a column; throws std::out_of_range if there is none of this name.
[[nodiscard]] std::size_t column(std::string_view name);
/// Name of the schema, which changes whenever the columns change: "rungs-row-3".
[[nodiscard]] const std::string& row_schema();
/// The JSON schema of a line of --format=jsonl, for --list=schema.
[[nodiscard]] std::string schema_json();

}  // namespace rungs
