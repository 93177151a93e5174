#include "harness/output/row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "harness/output/units.hpp"

namespace rungs {
namespace {

std::string if_known(double value) { return value > 0 ? number_text(value) : ""; }

struct Column {
  std::string name;
  std::function<std::string(const Row&)> text;
  bool is_number = false;
};

/// A column that is empty if the row was not timed.
Column timed(std::string name, std::function<std::string(const Measurement&)> text, bool is_number = true) {
  return {std::move(name), [text](const Row& row) { return row.timed() ? text(*row.measurement) : ""; },
          is_number};
}

/// A column of numbers.
Column number(std::string name, std::function<std::string(const Row&)> text) {
  return {std::move(name), std::move(text), true};
}

/// The list of all columns: name and content, in file order.
const std::vector<Column>& columns() {
  static const std::vector<Column> list{
      {"schema", [](const Row&) { return std::string(row_schema); }},
      {"case", [](const Row& row) { return row.variant->owner->name(); }},
      {"variant", [](const Row& row) { return row.variant->info.name; }},
      {"improves", [](const Row& row) { return row.variant->info.improves; }},
      {"backend", [](const Row& row) { return std::string(name_of(row.backend)); }},
      {"status", [](const Row& row) { return std::string(name_of(row.status)); }},
      {"message", [](const Row& row) { return row.message; }},
      {"size", [](const Row& row) { return row.size; }},
      {"params", [](const Row& row) { return row.params; }},
      {"cache", [](const Row& row) { return row.cache ? std::string(name_of(*row.cache)) : ""; }},
      timed("samples", [](const Measurement& m) { return std::to_string(m.samples.size()); }),
      timed("discarded", [](const Measurement& m) { return std::to_string(m.discarded); }),
      timed("time_min_us", [](const Measurement& m) { return number_text(m.summary.min); }),
      timed("time_median_us", [](const Measurement& m) { return number_text(m.summary.median); }),
      timed("time_mean_us", [](const Measurement& m) { return number_text(m.summary.mean); }),
      timed("time_p95_us", [](const Measurement& m) { return number_text(m.summary.p95); }),
      timed("iqr_percent",
            [](const Measurement& m) {
              return m.summary.iqr_percent ? number_text(*m.summary.iqr_percent) : "";
            }),
      timed("ci_low_us",
            [](const Measurement& m) {
              return m.summary.interval ? number_text(m.summary.interval->low) : "";
            }),
      timed("ci_high_us",
            [](const Measurement& m) {
              return m.summary.interval ? number_text(m.summary.interval->high) : "";
            }),
      timed("modes",
            [](const Measurement& m) { return std::string(m.summary.modes_apart_percent ? "2" : "1"); }),
      timed(
          "stop_reason", [](const Measurement& m) { return std::string(name_of(m.stop_reason)); }, false),
      number("event_overhead_us",
             [](const Row& row) { return row.timed() ? if_known(row.event_overhead_us) : ""; }),
      number("bytes", [](const Row& row) { return std::to_string(row.work.bytes()); }),
      number("operations", [](const Row& row) { return std::to_string(row.work.operations); }),
      number("gbps", [](const Row& row) { return if_known(row.bytes_per_second() / 1e9); }),
      number("gops",
             [](const Row& row) {
               return row.timed() ? if_known(static_cast<double>(row.work.operations) / row.median_us() / 1e3)
                                  : "";
             }),
      number("peak_percent", [](const Row& row) { return if_known(row.peak_percent); }),
      number("speed_of_light_percent", [](const Row& row) { return if_known(row.speed_of_light_percent); }),
      number("max_error", [](const Row& row) { return number_text(row.max_error); }),
      number("mismatches", [](const Row& row) { return std::to_string(row.mismatches); }),
      timed("sm_clock_mhz", [](const Measurement& m) { return if_known(m.sm_clock_mhz); }),
      {"clock_locked", [](const Row& row) { return row.state.clock_locked; }},
      {"throttle", [](const Row& row) { return row.state.throttle; }},
      number("temperature_c",
             [](const Row& row) {
               return row.state.temperature_c ? number_text(*row.state.temperature_c) : "";
             }),
      {"host", [](const Row& row) { return row.provenance.host; }},
      {"device", [](const Row& row) { return row.provenance.device; }},
      {"device_uuid", [](const Row& row) { return row.provenance.device_uuid; }},
      {"driver", [](const Row& row) { return row.provenance.driver; }},
      {"cuda", [](const Row& row) { return row.provenance.cuda; }},
      {"compiler",
       [](const Row& row) {
         const std::string& library = row.variant->info.built_with;
         return library.empty() ? row.provenance.compiler : library;
       }},
      {"commit", [](const Row& row) { return row.provenance.commit; }},
      {"rungs_commit", [](const Row& row) { return row.provenance.rungs_commit; }},
      {"binary", [](const Row& row) { return row.provenance.binary; }},
      number("seed", [](const Row& row) { return std::to_string(row.seed); }),
      {"timestamp", [](const Row& row) { return row.timestamp; }},
  };
  return list;
}

}  // namespace

std::string_view name_of(Status status) {
  switch (status) {
    case Status::ok:
      return "ok";
    case Status::incorrect:
      return "incorrect";
    case Status::unsupported:
      return "unsupported";
    case Status::failed:
      return "failed";
    case Status::unstable:
      return "unstable";
  }
  return "?";
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

double Row::bytes_per_second() const {
  return timed() ? static_cast<double>(work.bytes()) / (median_us() * 1e-6) : 0;
}

const std::vector<std::string>& row_columns() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const auto& one : columns()) list.push_back(one.name);
    return list;
  }();
  return names;
}

std::size_t column(std::string_view name) {
  const auto& names = row_columns();
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

bool holds_numbers(std::size_t column) { return columns().at(column).is_number; }

Record to_record(const Row& row) {
  Record record;
  for (const auto& one : columns()) record.push_back(one.text(row));
  return record;
}

}  // namespace rungs
