// JSON as text (RFC 8259). Values are JSON already; arrays and objects are made of them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rungs {

/// A text in quotes. What is no UTF-8 in it becomes U+FFFD.
[[nodiscard]] std::string json_text(std::string_view text);
/// True for a number as JSON has it: "-1.5e+10", but not "inf", "01" or ".5".
[[nodiscard]] bool is_json_number(std::string_view text);
/// An array, a line for each value, indented by two blanks.
[[nodiscard]] std::string json_array(const std::vector<std::string>& values);
/// The same of an object, from names and values.
[[nodiscard]] std::string json_object(const std::vector<std::pair<std::string, std::string>>& members);

}  // namespace rungs
