#include "harness/output/console.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "harness/output/units.hpp"

namespace rungs {
namespace {

using Line = std::vector<std::string>;

/// The fastest row of a variant, which may be compiled several times; nullptr where none was timed.
const Row* find(const std::vector<Row>& rows, const RegisteredVariant* variant) {
  const Row* fastest = nullptr;
  for (const Row& row : rows) {
    if (row.variant != variant || !row.timed()) continue;
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

std::string step_text(const Row& row, const std::vector<Row>& rows) {
  const Row* before = find(rows, Registry::global().previous(*row.variant));
  if (before == nullptr || !row.timed()) return "";
  return factor_text(before->median_us() / row.median_us());
}

std::string counter_text(const Metric& counter) {
  if (counter.unit == "bytes") return bytes_text(counter.value);
  if (counter.unit == "percent") return percent_text(counter.value);
  return fmt::format("{:.4g}", counter.value);
}

/// The interquartile range; with too few samples, the number of samples.
std::string noise_text(const Measurement& measured) {
  if (measured.summary.iqr_percent) return percent_text(*measured.summary.iqr_percent);
  return fmt::format("{} sample{}", measured.samples.size(), measured.samples.size() == 1 ? "" : "s");
}

bool any_energy(const std::vector<Row>& rows) {
  return std::any_of(rows.begin(), rows.end(), [](const Row& row) { return row.energy.has_value(); });
}

Line timed_line(const Row& row, const std::vector<Row>& rows) {
  Line line{label(row),
            time_text(row.median_us()),
            noise_text(*row.measurement),
            rate_text(row.bytes_per_second()),
            row.speed_of_light_percent > 0 ? percent_text(row.speed_of_light_percent) : "",
            step_text(row, rows)};
  if (any_energy(rows)) line.push_back(row.energy ? energy_text(row.energy->net_joules_per_launch) : "");
  for (const Metric& counter : row.counters) line.push_back(counter_text(counter));
  return line;
}

/// The column names; all rows with counters have the same ones.
Line header_line(const std::vector<Row>& rows) {
  Line header{"variant", "median", "noise", "rate", "speed of light", "step"};
  if (any_energy(rows)) header.emplace_back("net energy");
  for (const Row& row : rows) {
    if (row.counters.empty()) continue;
    for (const Metric& counter : row.counters) header.push_back(counter.name);
    break;
  }
  return header;
}

/// Width on the screen: continuation bytes of UTF-8 take no column.
std::size_t columns_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string laid_out(const std::vector<Line>& lines) {
  std::vector<std::size_t> widths;
  for (const Line& line : lines) {
    widths.resize(std::max(widths.size(), line.size()));
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], columns_of(line[i]));
  }
  std::string text;
  for (const Line& line : lines) {
    std::string row = " ";
    for (std::size_t i = 0; i < line.size(); ++i) {
      const std::string blanks(widths[i] - columns_of(line[i]), ' ');
      row += i == 0 ? " " + line[i] + blanks : "  " + blanks + line[i];
    }
    text += row.substr(0, row.find_last_not_of(' ') + 1) + "\n";
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

std::string table_text(const TableHeading& heading, std::vector<Row> rows) {
  const auto ladder = Registry::global().ladder(*rows.front().variant->owner);
  std::stable_sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) {
    return std::find(ladder.begin(), ladder.end(), a.variant) <
           std::find(ladder.begin(), ladder.end(), b.variant);
  });
  const bool any_timed = std::any_of(rows.begin(), rows.end(), [](const Row& row) { return row.timed(); });
  std::vector<Line> timed;
  std::vector<Line> others;
  if (any_timed) timed.push_back(header_line(rows));
  for (const Row& row : rows) {
    if (row.timed()) timed.push_back(timed_line(row, rows));
    if (!row.timed() || !row.message.empty()) {
      const std::string verdict = row.status == Status::ok ? "correct" : std::string(name_of(row.status));
      others.push_back({label(row), row.timed() ? "note" : verdict});
      if (!row.message.empty()) others.back().back() += ": " + row.message;
    }
  }
  std::string text = heading_text(heading, rows.front()) + laid_out(timed);
  // Messages are long, so they follow the name directly instead of going into a right-aligned column.
  std::size_t longest = 0;
  for (const Line& line : others) longest = std::max(longest, line[0].size());
  for (const Line& line : others) text += fmt::format("  {:<{}}  {}\n", line[0], longest, line[1]);
  return text;
}

}  // namespace rungs
