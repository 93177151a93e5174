// Reads and writes CSV: quoting as in RFC 4180, Unix line ends; reading is strict, with libcsv.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rungs {

/// One line with its line end; fields are quoted if needed.
[[nodiscard]] std::string csv_line(const std::vector<std::string>& fields);

/// Parses the text of a whole file. Throws BadUsage, naming `origin` and the line, if a quote is wrong or the
/// last line has no line end (a truncated file).
[[nodiscard]] std::vector<std::vector<std::string>> parse_csv(std::string_view text, const std::string& origin);

/// Length in bytes of the whole lines at the start of `text`: up to the last line end outside quotes.
[[nodiscard]] std::size_t whole_lines(std::string_view text);

/// Reads a whole file, but for a byte-order mark (of UTF-8), which spreadsheets write. Throws BadUsage if it cannot be
/// read.
[[nodiscard]] std::string read_text(const std::string& path);

}  // namespace rungs
