#include <fmt/format.h>
#include <algorithm>
#include <array>
#include "harness/output/terminal.hpp"
#include "harness/output/units.hpp"

namespace rungs {
namespace {

enum class Colour { none, green, red, yellow };

struct Cell {
  std::string text;
  Colour colour = Colour::none;
};
using Line = std::vector<Cell>;

/// The fastest row of a variant, which may be compiled several times, or of all (null); null where none was timed.
const Row* fastest_of(const std::vector<Row>& rows, const RegisteredVariant* variant = nullptr) {
  const Row* fastest = nullptr;
  for (const Row& row : rows) {
    if ((variant != nullptr && row.variant != variant) || !row.timed()) continue;
    if (fastest == nullptr || row.median_us() < fastest->median_us()) fastest = &row;
  }
  return fastest;
}

std::string label(const Row& row) {
  return row.axes.empty() ? row.variant->info.name : row.variant->info.name + " " + row.axes;
}

/// The parameters of the problem, which all rows of a table share.
std::string problem_params(const Row& row) {
  std::string params = row.params.substr(0, row.params.size() - row.axes.size());
  if (params.ends_with(';')) params.pop_back();
  return params;
}

Cell step_cell(const Row& row, const std::vector<Row>& rows) {
  const RegisteredVariant* improved = Registry::global().previous(*row.variant);
  const Row* before = improved != nullptr ? fastest_of(rows, improved) : nullptr;
  if (before == nullptr || !row.timed()) return {};
  const double ratio = before->median_us() / row.median_us();
  const std::string text = gain_text(ratio);
  return {text, text == "as fast" ? Colour::none : ratio > 1 ? Colour::green : Colour::red};
}

std::string counter_text(const Metric& counter) {
  if (counter.unit == "bytes") return bytes_text(counter.value);
  if (counter.unit == "percent") return percent_text(counter.value);
  return fmt::format("{:.4g}", counter.value);
}

/// The interquartile range; with too few samples, the number of samples.
Cell noise_cell(const Measurement& measured) {
  constexpr double much_percent = 1;
  if (const auto& noise = measured.summary.iqr_percent)
    return {percent_text(*noise), *noise > much_percent ? Colour::yellow : Colour::none};
  return {fmt::format("{} sample{}", measured.samples.size(), measured.samples.size() == 1 ? "" : "s")};
}

bool any_energy(const std::vector<Row>& rows) {
  return std::ranges::any_of(rows, [](const Row& row) { return row.energy.has_value(); });
}

Line timed_line(const Row& row, const std::vector<Row>& rows) {
  Line line{{label(row)},
            {time_text(row.median_us())},
            noise_cell(*row.measurement),
            {rate_text(row.bytes_per_second())},
            {row.speed_of_light_percent > 0 ? percent_text(row.speed_of_light_percent) : ""},
            step_cell(row, rows)};
  if (any_energy(rows)) line.push_back({row.energy ? energy_text(row.energy->net_joules_per_launch) : ""});
  for (const Metric& counter : row.counters) line.push_back({counter_text(counter)});
  return line;
}

/// The column names; all rows with counters have the same ones.
Line header_line(const std::vector<Row>& rows) {
  Line header{{"variant"}, {"median"}, {"noise"}, {"rate"}, {"speed of light"}, {"step"}};
  if (any_energy(rows)) header.push_back({"net energy"});
  for (const Row& row : rows) {
    if (row.counters.empty()) continue;
    for (const Metric& counter : row.counters) header.push_back({counter.name});
    break;
  }
  return header;
}

/// Width on the screen: continuation bytes of UTF-8 take no column.
std::size_t columns_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::vector<std::size_t> widths_of(const std::vector<Line>& lines) {
  std::vector<std::size_t> widths;
  for (const Line& line : lines) {
    widths.resize(std::max(widths.size(), line.size()));
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], columns_of(line[i].text));
  }
  return widths;
}

/// Leaves columns out until the lines fit: the rate, the noise and the share of the speed of light, then what
/// stands rightmost. The first line is the header.
void fit(std::vector<Line>& lines, std::size_t columns) {
  if (columns == 0 || lines.empty()) return;
  const auto needs = [&] {
    std::size_t width = 0;
    for (const std::size_t one : widths_of(lines)) width += 2 + one;
    return width;
  };
  const auto leave_out = [&](std::size_t column) {
    for (Line& line : lines) {
      if (column < line.size()) line.erase(line.begin() + static_cast<std::ptrdiff_t>(column));
    }
  };
  for (const char* const name : {"rate", "noise", "speed of light"}) {
    if (needs() <= columns) return;
    const Line& header = lines.front();
    const auto found = std::ranges::find_if(header, [&](const Cell& cell) { return cell.text == name; });
    if (found != header.end()) leave_out(static_cast<std::size_t>(found - header.begin()));
  }
  while (needs() > columns && lines.front().size() > 2) leave_out(lines.front().size() - 1);
}

std::string painted(const Cell& cell, bool colours) {
  if (!colours || cell.colour == Colour::none) return cell.text;
  constexpr std::array codes{"", "32", "31", "33"};
  return fmt::format("\x1b[{}m{}\x1b[0m", codes.at(static_cast<std::size_t>(cell.colour)), cell.text);
}

std::string laid_out(std::vector<Line> lines, const Terminal& terminal) {
  fit(lines, terminal.columns);
  const auto widths = widths_of(lines);
  std::string text;
  for (Line& line : lines) {
    while (!line.empty() && line.back().text.empty()) line.pop_back();
    text += " ";
    for (std::size_t i = 0; i < line.size(); ++i) {
      const std::string blanks(widths[i] - columns_of(line[i].text), ' ');
      const std::string cell = painted(line[i], terminal.colours);
      text += i > 0 ? "  " + blanks + cell : line.size() > 1 ? " " + cell + blanks : " " + cell;
    }
    text += "\n";
  }
  return text;
}

std::string heading_text(const TableHeading& heading, const Row& any) {
  std::string text = any.variant->ladder_name() + "  " + any.size;
  if (const std::string params = problem_params(any); !params.empty()) text += " " + params;
  text += "   " + heading.device;
  if (any.cache) text += "   " + std::string(name_of(*any.cache));
  if (!heading.ceilings.empty()) text += "   " + heading.ceilings;
  if (heading.working_set_over_cache > 0) {
    text += fmt::format("   working set {:.2g} x L2", heading.working_set_over_cache);
  }
  return text + "\n";
}

}  // namespace

std::string table_text(const TableHeading& heading, std::vector<Row> rows, const Terminal& terminal) {
  const auto ladder = Registry::global().ladder(*rows.front().variant->owner);
  std::ranges::stable_sort(rows, [&](const Row& a, const Row& b) {
    return std::ranges::find(ladder, a.variant) < std::ranges::find(ladder, b.variant);
  });
  const bool any_timed = std::ranges::any_of(rows, &Row::timed);
  std::vector<Line> timed;
  std::vector<std::array<std::string, 2>> others;
  if (any_timed) timed.push_back(header_line(rows));
  for (const Row& row : rows) {
    if (row.timed()) timed.push_back(timed_line(row, rows));
    if (!row.timed() || !row.message.empty()) {
      const std::string verdict = row.status == Status::ok ? "correct" : std::string(name_of(row.status));
      others.push_back({label(row), row.timed() ? "note" : verdict});
      if (!row.message.empty()) others.back()[1] += ": " + row.message;
    }
  }
  std::string text = heading_text(heading, rows.front()) + laid_out(timed, terminal);
  // Messages are long, so they follow the name directly instead of going into a right-aligned column.
  std::size_t longest = 0;
  for (const auto& line : others) longest = std::max(longest, line[0].size());
  for (const auto& line : others) text += fmt::format("  {:<{}}  {}\n", line[0], longest, line[1]);
  return text;
}

std::string brief_text(const std::vector<Row>& rows) {
  const Row& any = rows.front();
  const Row* fastest = fastest_of(rows);
  std::size_t timed = 0;
  std::size_t correct = 0;
  std::string others;
  for (const Row& row : rows) {
    if (row.timed()) {
      ++timed;
    } else if (row.status == Status::ok) {
      ++correct;
    } else {
      others += fmt::format("  {}  {}: {}\n", label(row), name_of(row.status), row.message);
    }
  }
  std::string text = fmt::format("{:<13} {:<12} {:<9}", any.variant->ladder_name(), any.size, name_of(any.backend));
  if (any.cache) text += fmt::format(" {:<5}", name_of(*any.cache));
  if (timed > 0) text += fmt::format(" {} timed", timed);
  if (correct > 0) text += fmt::format("{} {} correct", timed > 0 ? "," : "", correct);
  if (fastest != nullptr) {
    text += fmt::format(", fastest {} {}", label(*fastest), time_text(fastest->median_us()));
    if (fastest->speed_of_light_percent > 0)
      text += fmt::format(", {} of the speed of light", percent_text(fastest->speed_of_light_percent));
  }
  return text + "\n" + others;
}

}  // namespace rungs
