// What the variants of a file of rows are to those that they improve, in a file next to it.
#pragma once

#include <rungs/core/registry.hpp>
#include <set>
#include <string>

namespace rungs {

/// The ids of a variant's techniques, the main one first, separated by blanks.
[[nodiscard]] std::string technique_text(const RegisteredVariant& variant);

/// Writes the steps of these variants, of full names, next to `rows_path` ("rows.csv" -> "rows.steps.csv"):
/// columns case, variant, technique and step. A gain without a technique has no line, and without lines there
/// is no file. Throws Failed if it cannot be written.
void write_steps(const std::string& rows_path, const std::set<std::string>& variants);

}  // namespace rungs
