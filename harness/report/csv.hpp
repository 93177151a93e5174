// CSV in and out: quoting as in RFC 4180 with Unix line ends; reading through libcsv, strictly.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rungs {

/// One line, quoted where needed, with its line end.
[[nodiscard]] std::string csv_line(const std::vector<std::string>& fields);

/// Parses a whole file's text. Throws BadUsage, naming `origin` and the line, where a quote is wrong or the
/// last line has no line end (a file cut in mid-line).
[[nodiscard]] std::vector<std::vector<std::string>> parse_csv(std::string_view text,
                                                              const std::string& origin);

/// How many bytes at the start of `text` are whole lines: up to the last line end that is in no quotes.
[[nodiscard]] std::size_t whole_lines(std::string_view text);

/// Reads a whole file. Throws BadUsage where it cannot be read.
[[nodiscard]] std::string read_text(const std::string& path);

}  // namespace rungs
