#include "harness/output/csv.hpp"
#include <csv.h>
#include <fmt/format.h>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>
#include <rungs/core/errors.hpp>

namespace rungs {
namespace {

struct Collected {
  std::vector<std::vector<std::string>> lines;
  std::vector<std::string> line;
};

void on_field(void* text, std::size_t length, void* data) {
  static_cast<Collected*>(data)->line.emplace_back(static_cast<const char*>(text), length);
}

void on_line(int, void* data) {
  auto* collected = static_cast<Collected*>(data);
  collected->lines.push_back(std::move(collected->line));
  collected->line.clear();
}

}  // namespace

std::string csv_line(const std::vector<std::string>& fields) {
  std::string line;
  for (const auto& field : fields) {
    if (&field != &fields.front()) line += ',';
    // libcsv strips blanks at the ends of unquoted fields.
    const bool blank_ends = !field.empty() && (field.front() == ' ' || field.back() == ' ' || field.front() == '\t' ||
                                               field.back() == '\t');
    if (!blank_ends && field.find_first_of(",\"\r\n") == std::string::npos) {
      line += field;
      continue;
    }
    line += '"';
    for (const char c : field) line += c == '"' ? std::string("\"\"") : std::string(1, c);
    line += '"';
  }
  return line + '\n';
}

std::vector<std::vector<std::string>> parse_csv(std::string_view text, const std::string& origin) {
  if (!text.empty() && text.back() != '\n') {
    throw BadUsage(origin + ": the last line is cut (no line end); remove it, or write to another file");
  }
  csv_parser parser{};
  if (csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI) != 0) throw std::bad_alloc();
  const std::unique_ptr<csv_parser, void (*)(csv_parser*)> owner(&parser, csv_free);
  Collected collected;
  const bool whole = csv_parse(&parser, text.data(), text.size(), on_field, on_line, &collected) == text.size() &&
                     csv_fini(&parser, on_field, on_line, &collected) == 0;
  if (!whole) {
    throw BadUsage(fmt::format("{}: record {} is not CSV ({}); expected what --out writes", origin,
                               collected.lines.size() + 1, csv_strerror(csv_error(&parser))));
  }
  return std::move(collected.lines);
}

std::size_t whole_lines(std::string_view text) {
  std::size_t end = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') quoted = !quoted;
    if (text[i] == '\n' && !quoted) end = i + 1;
  }
  return end;
}

std::string read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw BadUsage(path + ": cannot be read: " + std::strerror(errno));
  const std::string text(std::istreambuf_iterator<char>(file), {});
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

}  // namespace rungs
