#include "harness/output/side_file.hpp"
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <optional>
#include <rungs/core/errors.hpp>
#include "harness/output/csv.hpp"
#include "harness/output/units.hpp"

namespace rungs {
namespace {

/// Adds lines of one kind to others. A value that is not known has no line.
struct SideLines {
  std::vector<Record>& all;
  std::string kind;

  void add(const std::string& name, const std::string& value, const std::string& unit, std::size_t index = 0) {
    if (!value.empty()) all.push_back({kind, name, index > 0 ? std::to_string(index) : "", value, unit, "bench"});
  }
  void add(const std::string& name, const std::optional<double>& value, const std::string& unit,
           std::size_t index = 0) {
    if (value) add(name, number_text(*value), unit, index);
  }
};

std::optional<double> picojoules(double joules, std::uint64_t count) {
  if (count == 0) return std::nullopt;
  return 1e12 * joules / static_cast<double>(count);
}

}  // namespace

SideFile::SideFile(const std::string& option, const std::string& path, const std::vector<std::string>& columns,
                   const RowFile* rows)
    : file_(option, path) {
  std::vector<std::string> names(RowKey::columns().begin(), RowKey::columns().end());
  names.insert(names.end(), columns.begin(), columns.end());
  const std::string header = csv_line(names);
  const std::string text = file_.text();
  if (file_.start(header, text)) return;
  if (rows == nullptr) refuse_existing(option, path);
  if (rows->is_new()) {
    throw BadUsage(fmt::format("{} {}: holds lines, but the rows that are to be completed are a new file; name another",
                               option, path));
  }
  drop_lines_without_row(option, text, header, *rows);
}

void SideFile::drop_lines_without_row(const std::string& option, const std::string& text, const std::string& header,
                                      const RowFile& rows) {
  const auto refuse = [&] {
    throw BadUsage(
        fmt::format("{} {}: does not belong to the rows that are resumed; name another file", option, file_.path()));
  };
  const std::string whole = text.substr(0, whole_lines(text));
  // More than one line after the last complete one: the file is damaged, not truncated.
  if (!whole.starts_with(header) || text.find('\n', whole.size()) != std::string::npos) refuse();
  const auto lines = parse_csv(whole, option + " " + file_.path());
  const auto is_whole = [&](const auto& line) { return line.size() == lines.front().size(); };
  if (!std::ranges::all_of(lines, is_whole)) refuse();
  const auto has_row = [&](const auto& line) { return rows.holds(RowKey::from(line)); };
  const auto first_without = std::find_if_not(lines.begin() + 1, lines.end(), has_row);
  // Only the row in progress can be missing: otherwise the file belongs to other rows.
  const auto is_of_that_row = [&](const auto& line) { return RowKey::from(line) == RowKey::from(*first_without); };
  if (!std::all_of(first_without, lines.end(), is_of_that_row)) refuse();
  std::string kept = header;
  std::for_each(lines.begin() + 1, first_without, [&](const auto& line) { kept += csv_line(line); });
  if (!whole.starts_with(kept)) refuse();
  if (kept.size() < text.size()) file_.cut(kept.size());
}

void SideFile::append(const Row& row, const std::vector<std::vector<std::string>>& lines, bool replaces) {
  if (replaces) {
    std::string kept;
    for (const auto& line : parse_csv(file_.text(), file_.path())) {
      if (RowKey::from(line) != row.key()) kept += csv_line(line);
    }
    file_.replace(kept);
  }
  const auto key = row.key().fields();
  std::string text;
  for (const auto& values : lines) {
    auto fields = key;
    fields.insert(fields.end(), values.begin(), values.end());
    text += csv_line(fields);
  }
  file_.append(text);
}

std::vector<std::string> side_columns() { return {"kind", "name", "index", "value", "unit", "source"}; }

std::vector<Record> side_lines(const Row& row) {
  std::vector<Record> all;
  SideLines processes{all, "process"}, metrics{all, "metric"}, counters{all, "counter"}, driver{all, "driver"};
  std::size_t number = 0;
  for (const ProcessSummary& one : row.processes) {
    ++number;
    processes.add("samples", std::to_string(one.samples), "", number);
    processes.add("time_median_us", one.median_us, "us", number);
    processes.add("time_trimmed_mean_us", one.trimmed_mean_us, "us", number);
    processes.add("time_trimmed_sd_us", one.trimmed_sd_us, "us", number);
    if (one.sm_clock_mhz > 0) processes.add("sm_clock_mhz", one.sm_clock_mhz, "MHz", number);
  }
  for (const Metric& one : row.metrics) metrics.add(one.name, one.value, one.unit);
  for (const Metric& one : row.counters) counters.add(one.name, one.value, one.unit);
  number = 0;
  for (const Metric& one : row.driver) driver.add(one.name, one.value, one.unit, ++number);
  if (row.timed() && row.measurement->waits_inside) driver.add("waits_inside", "1", "");
  return all;
}

std::vector<Record> energy_lines(const Row& row) {
  if (!row.energy) return {};
  const Energy& energy = *row.energy;
  const PowerState& state = energy.state;
  std::vector<Record> all;
  SideLines lines{all, "energy"};
  lines.add("joules_per_launch", energy.joules_per_launch, "J");
  lines.add("idle_watts", energy.idle_watts, "W");
  lines.add("net_joules_per_launch", energy.net_joules_per_launch, "J");
  lines.add("ci_low", energy.ci_low, "J");
  lines.add("ci_high", energy.ci_high, "J");
  lines.add("pj_per_byte", picojoules(energy.net_joules_per_launch, row.work.bytes()), "pJ");
  lines.add("pj_per_operation", picojoules(energy.net_joules_per_launch, row.work.operations), "pJ");
  lines.add("seconds", energy.seconds, "s");
  lines.add("launches", energy.launches, "");
  lines.add("updates", std::to_string(energy.updates), "");
  lines.add("watts", energy.watts, "W");
  lines.add("temperature_c", state.temperature_c, "C");
  lines.add("sm_clock_mhz", state.sm_clock_mhz, "MHz");
  lines.add("memory_clock_mhz", state.memory_clock_mhz, "MHz");
  lines.add("power_limit_w", state.power_limit_w, "W");
  lines.add("throttle", energy.throttle, "");
  lines.add("time_median_us", row.median_us(), "us");  // tells that both are of one run
  return all;
}

std::vector<std::string> why_columns() {
  return {"resource",       "level",       "supply",       "placebo", "visit",
          "time_median_us", "time_low_us", "time_high_us", "samples", "note"};
}

std::vector<Record> why_lines(const Row& row) {
  std::vector<Record> all;
  for (const WhyVisit& one : row.why) {
    if (!one.note.empty()) {
      all.push_back({one.resource, "", "", "", "", "", "", "", "", one.note});
      continue;
    }
    all.push_back({one.resource, number_text(one.level), number_text(one.supply), one.placebo ? "yes" : "no",
                   std::to_string(one.visit), number_text(one.median_us), number_text(one.low_us),
                   number_text(one.high_us), std::to_string(one.samples), ""});
  }
  return all;
}

std::string technique_text(const RegisteredVariant& variant) {
  return fmt::format("{}", fmt::join(variant.info.technique, " "));
}

void write_steps(const std::string& rows_path, const std::set<std::string>& variants) {
  std::string lines;
  for (const auto* one : Registry::global().all()) {
    const bool plain = one->info.technique.empty() && one->info.step == Step::gain;
    if (plain || !variants.contains(one->full_name())) continue;
    lines += csv_line({one->owner->name(), one->info.name, technique_text(*one), std::string(name_of(one->info.step))});
  }
  const std::string path = companion_of(rows_path, "steps");
  if (path.empty() || lines.empty()) return;
  AppendFile("--out's", path).replace(csv_line({"case", "variant", "technique", "step"}) + lines);
}

}  // namespace rungs
