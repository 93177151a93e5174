#include "harness/output/row.hpp"
#include <algorithm>
#include <array>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include "harness/output/csv.hpp"
#include "harness/output/json.hpp"
#include "harness/output/units.hpp"

namespace rungs {
namespace {

std::string known(double value) { return value > 0 ? number_text(value) : ""; }

std::string known(const std::optional<double>& value) { return value ? number_text(*value) : ""; }

/// `set` takes the name of a column and its text.
void set_times(const auto& set, const Row& row) {
  const Measurement& measured = *row.measurement;
  const Summary& times = measured.summary;
  set("samples", std::to_string(measured.samples.size()));
  set("discarded", std::to_string(measured.discarded));
  set("time_min_us", number_text(times.min));
  set("time_median_us", number_text(times.median));
  set("time_mean_us", number_text(times.mean));
  set("time_p95_us", number_text(times.p95));
  set("iqr_percent", known(times.iqr_percent));
  if (times.interval) {
    set("ci_low_us", number_text(times.interval->low));
    set("ci_high_us", number_text(times.interval->high));
  }
  set("modes", times.modes_apart_percent ? "2" : "1");
  set("stop_reason", name_of(measured.stop_reason));
  set("event_overhead_us", known(row.event_overhead_us));
  set("gbps", known(row.bytes_per_second() / 1e9));
  set("gops", known(static_cast<double>(row.work.operations) / row.median_us() / 1e3));
  set("sm_clock_mhz", known(measured.sm_clock_mhz));
}

void set_provenance(const auto& set, const Row& row) {
  const Provenance& from = row.provenance;
  const std::string& library = row.variant->info.built_with;
  set("host", from.host);
  set("device", from.device);
  set("device_uuid", from.device_uuid);
  set("driver", from.driver);
  set("cuda", from.cuda);
  set("compiler", library.empty() ? from.compiler : library);
  set("commit", from.commit);
  set("rungs_commit", from.rungs_commit);
  set("binary", from.binary);
}

using Members = std::vector<std::pair<std::string, std::string>>;

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream words(text);
  return {std::istream_iterator<std::string>(words), {}};
}

std::string field_json(const Column& one) {
  Members members{{"description", json_text(one.description)}};
  std::vector<std::string> values;
  for (const std::string& word : one.legal) values.push_back(one.is_number() ? word : json_text(word));
  if (!values.empty()) {
    if (one.may_be_empty) values.emplace_back("null");
    members.emplace_back("enum", json_array(values));
    return json_object(members);
  }
  values = {json_text(one.is_number() ? one.type : "string")};
  if (one.may_be_infinite) values.push_back(json_text("string"));
  if (one.may_be_empty) values.push_back(json_text("null"));
  members.emplace_back("type", json_array(values));
  return json_object(members);
}

}  // namespace

std::string_view name_of(Status status) {
  constexpr std::array<std::string_view, 5> names{"ok", "incorrect", "unsupported", "failed", "unstable"};
  return names.at(static_cast<std::size_t>(status));
}

RowKey Row::key() const {
  return {variant->owner->name(),
          variant->info.name,
          std::string(name_of(backend)),
          size,
          params,
          cache ? std::string(name_of(*cache)) : "",
          provenance.device_uuid};
}

double Row::bytes_per_second() const { return timed() ? static_cast<double>(work.bytes()) / (median_us() * 1e-6) : 0; }

Record to_record(const Row& row) {
  Record record(row_columns().size());
  const auto set = [&](std::string_view name, std::string_view text) { record.at(column(name)) = text; };
  set("schema", row_schema());
  set("case", row.variant->owner->name());
  set("variant", row.variant->info.name);
  set("improves", row.variant->info.improves);
  set("backend", name_of(row.backend));
  set("status", name_of(row.status));
  set("message", row.message);
  set("size", row.size);
  set("params", row.params);
  if (row.cache) set("cache", name_of(*row.cache));
  if (row.timed()) set_times(set, row);
  set("bytes", std::to_string(row.work.bytes()));
  set("operations", std::to_string(row.work.operations));
  set("peak_percent", known(row.peak_percent));
  set("speed_of_light_percent", known(row.speed_of_light_percent));
  set("ceiling", row.ceiling);
  set("max_error", number_text(row.max_error));
  set("mismatches", std::to_string(row.mismatches));
  set("clock_locked", row.state.clock_locked);
  set("throttle", row.state.throttle);
  set("temperature_c", known(row.state.temperature_c));
  set_provenance(set, row);
  set("seed", std::to_string(row.seed));
  set("timestamp", row.timestamp);
  return record;
}

extern const char* const columns_csv;  // columns.csv as text; the build makes it

const std::vector<Column>& columns() {
  static const std::vector<Column> list = [] {
    std::vector<Column> all;
    const auto lines = parse_csv(columns_csv, "columns.csv");
    for (std::size_t i = 1; i < lines.size(); ++i) {
      const auto& line = lines[i];
      all.push_back(
          {line.at(0), line.at(1), line.at(2) == "yes", words_of(line.at(3)), line.at(4) == "yes", line.at(5)});
    }
    return all;
  }();
  return list;
}

const std::vector<std::string>& row_columns() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const Column& one : columns()) list.push_back(one.name);
    return list;
  }();
  return names;
}

std::size_t column(std::string_view name) {
  const auto& names = row_columns();
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) throw std::out_of_range("no column " + std::string(name));
  return static_cast<std::size_t>(found - names.begin());
}

const std::string& row_schema() { return columns().at(column("schema")).legal.at(0); }

std::string schema_json() {
  std::vector<std::string> names;
  Members fields;
  for (const Column& one : columns()) {
    names.push_back(json_text(one.name));
    fields.emplace_back(one.name, field_json(one));
  }
  const auto add = [&](const std::string& name, const std::string& types, const std::string& description) {
    names.push_back(json_text(name));
    fields.emplace_back(name, json_object({{"type", "[" + types + "]"}, {"description", json_text(description)}}));
  };
  add("is_ceiling", R"("boolean")", "whether it is measured for the speed of light of others, and not asked for");
  add("step", R"("number", "null")", "how many times faster than the variant that it improves, in this run");
  add("technique", R"("string")", "ids of the techniques of that step, the main one first, separated by blanks");
  add("step_kind", R"("string")", "gain, back (worse on purpose) or question (another result or time)");
  add("source", R"("string")", "the file of the variant, relative to its project");
  return json_object({{"$schema", json_text("https://json-schema.org/draft/2020-12/schema")},
                      {"title", json_text("A row of bench --format=jsonl")},
                      {"description", json_text("A line of standard output. Names are the columns of --out, what is "
                                                "empty there is null; and five more.")},
                      {"type", json_text("object")},
                      {"additionalProperties", "false"},
                      {"required", json_array(names)},
                      {"properties", json_object(fields)}}) +
         "\n";
}

}  // namespace rungs
