// Lists as text: values joined by a character, and values of parameters and axes.
#pragma once

#include <algorithm>
#include <rungs/core/any_case.hpp>

namespace rungs {

/// Splits at a character; empty parts are kept.
inline std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::size_t from = 0;
  for (std::size_t end; (end = text.find(at, from)) != std::string::npos; from = end + 1)
    parts.push_back(text.substr(from, end - from));
  parts.push_back(text.substr(from));
  return parts;
}

/// Parses "repeater=100;..." into values by name. Throws BadUsage on anything else.
inline Assignments assignments_of(const std::string& text) {
  Assignments values;
  for (const std::string& part : split(text, ';')) {
    if (part.empty()) continue;
    const auto equals = part.find('=');
    if (equals == std::string::npos) throw BadUsage("'" + part + "': expected name=value");
    values[part.substr(0, equals)] = part.substr(equals + 1);
  }
  return values;
}

}  // namespace rungs
