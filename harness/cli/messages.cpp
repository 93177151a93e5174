#include "harness/cli/messages.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace rungs {
namespace {

template <class T>
Json json_of(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

template <class T>
std::optional<T> optional_from(const Json& from) {
  return from.is_null() ? std::nullopt : std::optional<T>(from.get<T>());
}

Json json_of(const Summary& s) {
  Json interval;
  if (s.interval) interval = {s.interval->low, s.interval->high};
  return {s.min, s.median, s.mean, s.p95, json_of(s.iqr_percent), interval, json_of(s.modes_apart_percent)};
}

Summary summary_from(const Json& from) {
  Summary s;
  s.min = from.at(0);
  s.median = from.at(1);
  s.mean = from.at(2);
  s.p95 = from.at(3);
  s.iqr_percent = optional_from<double>(from.at(4));
  if (!from.at(5).is_null()) s.interval = Interval{from.at(5).at(0), from.at(5).at(1)};
  s.modes_apart_percent = optional_from<double>(from.at(6));
  return s;
}

Json json_of(const Measurement& m) {
  std::vector<double> samples;
  for (const Sample& one : m.samples) samples.insert(samples.end(), {one.us, one.sm_clock_mhz});
  return {{"samples", samples},
          {"discarded", m.discarded},
          {"stop", static_cast<int>(m.stop_reason)},
          {"summary", json_of(m.summary)},
          {"clock", m.sm_clock_mhz},
          {"medians", m.visit_medians},
          {"note", m.note}};
}

Measurement measurement_from(const Json& from) {
  Measurement m;
  const auto samples = from.at("samples").get<std::vector<double>>();
  for (std::size_t i = 0; i + 1 < samples.size(); i += 2) m.samples.push_back({samples[i], samples[i + 1]});
  m.discarded = from.at("discarded");
  m.stop_reason = static_cast<StopReason>(from.at("stop").get<int>());
  m.summary = summary_from(from.at("summary"));
  m.sm_clock_mhz = from.at("clock");
  m.visit_medians = from.at("medians").get<std::vector<double>>();
  m.note = from.at("note");
  return m;
}

Json json_of(const std::vector<Metric>& metrics) {
  Json list = Json::array();
  for (const Metric& one : metrics) list.push_back({one.name, one.value, one.unit});
  return list;
}

std::vector<Metric> metrics_from(const Json& from) {
  std::vector<Metric> list;
  for (const Json& one : from) list.push_back({one.at(0), one.at(1), one.at(2)});
  return list;
}

Json json_of(const PowerState& s) {
  return {json_of(s.temperature_c), json_of(s.sm_clock_mhz), json_of(s.memory_clock_mhz),
          json_of(s.power_limit_w), json_of(s.throttle_bits)};
}

Json json_of(const Energy& e) {
  return {{"joules", {e.joules_per_launch, e.net_joules_per_launch, e.ci_low, e.ci_high}},
          {"watts", {e.watts, e.idle_watts}},
          {"seconds", e.seconds},
          {"launches", e.launches},
          {"updates", e.updates},
          {"state", json_of(e.state)},
          {"throttle", e.throttle},
          {"note", e.note}};
}

Energy energy_from(const Json& from) {
  Energy e;
  const Json& joules = from.at("joules");
  e.joules_per_launch = joules.at(0);
  e.net_joules_per_launch = joules.at(1);
  e.ci_low = joules.at(2);
  e.ci_high = joules.at(3);
  e.watts = from.at("watts").at(0);
  e.idle_watts = from.at("watts").at(1);
  e.seconds = from.at("seconds");
  e.launches = from.at("launches");
  e.updates = from.at("updates");
  const Json& state = from.at("state");
  const auto value = [&](std::size_t i) { return optional_from<double>(state.at(i)); };
  e.state = {value(0), value(1), value(2), value(3), optional_from<unsigned long long>(state.at(4))};
  e.throttle = from.at("throttle");
  e.note = from.at("note");
  return e;
}

Json json_of(const Provenance& p) {
  return {p.host, p.device, p.device_uuid, p.driver, p.cuda, p.compiler, p.commit, p.rungs_commit, p.binary};
}

Provenance provenance_from(const Json& from) {
  const auto text = [&](std::size_t i) { return from.at(i).get<std::string>(); };
  return {text(0), text(1), text(2), text(3), text(4), text(5), text(6), text(7), text(8)};
}

}  // namespace

std::string packed(const Json& message) {
  std::string bytes;
  Json::to_cbor(message, bytes);
  return bytes;
}

Json unpacked(const std::string& bytes) { return Json::from_cbor(bytes); }

void throw_error_of(const Json& reply) {
  if (!reply.is_object() || !reply.contains("error")) return;
  const std::string why = reply.at("error");
  if (reply.contains("unsupported")) throw Unsupported(why);
  throw BadUsage(why);
}

Json place_of(const PlannedRow& planned) {
  PlannedRow of_worker = planned;  // a worker knows one GPU
  of_worker.gpu.reset();
  Json place{{"index", planned.index}, {"name", describe(of_worker)}};
  if (planned.ceiling) place["ceiling"] = {static_cast<int>(planned.ceiling->kind), planned.ceiling->place};
  return place;
}

Json progress_of(const Row& row) {
  return {{"status", static_cast<int>(row.status)},
          {"message", row.message},
          {"measurement", row.measurement ? json_of(*row.measurement) : Json()},
          {"overhead", row.event_overhead_us},
          {"peak", row.peak_percent},
          {"error", row.max_error},
          {"mismatches", row.mismatches},
          {"metrics", json_of(row.metrics)},
          {"counters", json_of(row.counters)},
          {"energy", row.energy ? json_of(*row.energy) : Json()},
          {"state", {row.state.clock_locked, row.state.throttle, json_of(row.state.temperature_c)}},
          {"left", row.left_behind},
          {"provenance", json_of(row.provenance)}};
}

void take_progress(const Json& from, Row& row) {
  row.status = static_cast<Status>(from.at("status").get<int>());
  row.message = from.at("message");
  const Json& measurement = from.at("measurement");
  row.measurement.reset();
  if (!measurement.is_null()) row.measurement = measurement_from(measurement);
  row.event_overhead_us = from.at("overhead");
  row.peak_percent = from.at("peak");
  row.max_error = from.at("error");
  row.mismatches = from.at("mismatches");
  row.metrics = metrics_from(from.at("metrics"));
  row.counters = metrics_from(from.at("counters"));
  const Json& energy = from.at("energy");
  row.energy.reset();
  if (!energy.is_null()) row.energy = energy_from(energy);
  const Json& state = from.at("state");
  row.state = {state.at(0), state.at(1), optional_from<double>(state.at(2))};
  row.left_behind = from.at("left");
  row.provenance = provenance_from(from.at("provenance"));
}

Json json_of(const Comparison& comparison) {
  return {comparison.mismatches, comparison.max_error, comparison.first};
}

Comparison comparison_from(const Json& from) {
  Comparison comparison;
  comparison.mismatches = from.at(0);
  comparison.max_error = from.at(1);
  comparison.first = from.at(2);
  return comparison;
}

Json json_of(const BackendFacts& facts) {
  return {{"backend", static_cast<int>(facts.backend)},
          {"provenance", json_of(facts.provenance)},
          {"cache", facts.cache_bytes},
          {"facts", facts.facts}};
}

BackendFacts facts_from(const Json& from) {
  return {static_cast<Backend>(from.at("backend").get<int>()), provenance_from(from.at("provenance")),
          from.at("cache"), from.at("facts").get<std::vector<std::pair<std::string, std::string>>>()};
}

}  // namespace rungs
