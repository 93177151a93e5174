// JSON as text (RFC 8259), and rows as lines of it. Values are JSON already; arrays and objects are made of them.
#pragma once

#include "harness/output/row.hpp"

namespace rungs {

/// A text in quotes. What is no UTF-8 in it becomes U+FFFD.
[[nodiscard]] std::string json_text(std::string_view text);
/// An array, a line for each value, indented by two blanks.
[[nodiscard]] std::string json_array(const std::vector<std::string>& values);
/// The same of an object, from names and values.
[[nodiscard]] std::string json_object(const std::vector<std::pair<std::string, std::string>>& members);

/// A row as one line of JSON with its line end: an object with the columns of the CSV in their order. Numbers are
/// numbers, with the digits of the CSV; what is empty there is null. A maximum error that is infinite is the text
/// "inf", which JSON has no number for. Behind them stand `more`, names and values. schema_json() describes all.
[[nodiscard]] std::string json_line(const Record& record,
                                    const std::vector<std::pair<std::string, std::string>>& more = {});

}  // namespace rungs
