#include "harness/engine/messages.hpp"

#include <new>
#include <rungs/core/errors.hpp>

namespace rungs {

// The fields of each other struct, once. Archive finds these functions by the type of the struct.
void fields(auto& a, Interval& i) {
  auto& [low, high] = i;
  a(low, high);
}
void fields(auto& a, Summary& s) {
  auto& [min, median, mean, p95, iqr_percent, interval, modes_apart_percent] = s;
  a(min, median, mean, p95, iqr_percent, interval, modes_apart_percent);
}
void fields(auto& a, Sample& s) {
  auto& [us, sm_clock_mhz] = s;
  a(us, sm_clock_mhz);
}
void fields(auto& a, Measurement& m) {
  auto& [samples, discarded, stop_reason, summary, sm_clock_mhz, visit_medians, note, waits_inside] = m;
  a(samples, discarded, stop_reason, summary, sm_clock_mhz, visit_medians, note, waits_inside);
}
void fields(auto& a, Counter& c) {
  auto& [name, metric, unit] = c;
  a(name, metric, unit);
}
void fields(auto& a, Metric& m) {
  auto& [name, value, unit] = m;
  a(name, value, unit);
}
void fields(auto& a, PowerState& s) {
  auto& [temperature_c, sm_clock_mhz, memory_clock_mhz, power_limit_w, throttle_bits] = s;
  a(temperature_c, sm_clock_mhz, memory_clock_mhz, power_limit_w, throttle_bits);
}
void fields(auto& a, Energy& e) {
  auto& [joules_per_launch, idle_watts, net_joules_per_launch, ci_low, ci_high, seconds, launches, updates,
         watts, state, throttle, note] = e;
  a(joules_per_launch, idle_watts, net_joules_per_launch, ci_low, ci_high, seconds, launches, updates, watts,
    state, throttle, note);
}
void fields(auto& a, DeviceState& s) {
  auto& [clock_locked, throttle, temperature_c] = s;
  a(clock_locked, throttle, temperature_c);
}
void fields(auto& a, Provenance& p) {
  auto& [host, device, device_uuid, driver, cuda, compiler, commit, rungs_commit, binary] = p;
  a(host, device, device_uuid, driver, cuda, compiler, commit, rungs_commit, binary);
}
void fields(auto& a, RowProgress& p) {
  auto& [status, message, measurement, event_overhead_us, peak_percent, max_error, mismatches, metrics,
         counters, driver, energy, state, left_behind, provenance] = p;
  a(status, message, measurement, event_overhead_us, peak_percent, max_error, mismatches, metrics, counters,
    driver, energy, state, left_behind, provenance);
}
void fields(auto& a, BackendFacts& f) {
  auto& [backend, provenance, cache_bytes, facts] = f;
  a(backend, provenance, cache_bytes, facts);
}
void fields(auto& a, Comparison& c) {
  auto& [mismatches, max_error, first] = c;
  a(mismatches, max_error, first);
}
void fields(auto& a, StopRules& r) {
  auto& [min_samples, min_time_s, max_ci_percent, time_limit_s, long_kernel_samples] = r;
  a(min_samples, min_time_s, max_ci_percent, time_limit_s, long_kernel_samples);
}
void fields(auto& a, EnergyRules& r) {
  auto& [seconds, idle_s, settle_s, warm_up_s, stall_s] = r;
  a(seconds, idle_s, settle_s, warm_up_s, stall_s);
}
void fields(auto& a, VisitOutcome& v) {
  auto& [lost, interrupted, unclean] = v;
  a(lost, interrupted, unclean);
}
void fields(auto& a, RowToVisit& r) {
  auto& [task, progress] = r;
  a(task, progress);
}
void fields(auto& a, VisitedRow& r) {
  auto& [visited, postponed, progress] = r;
  a(visited, postponed, progress);
}
void fields(auto& a, Visited& v) {
  auto& [rows, outcome, threads, spent, facts] = v;
  a(rows, outcome, threads, spent, facts);
}
void fields(auto& a, ToCompare& c) {
  auto& [inputs, held] = c;
  a(inputs, held);
}
void fields(auto& a, Refused& r) {
  auto& [why, unsupported] = r;
  a(why, unsupported);
}

template <class Message>
std::string packed(Message message) {
  std::string bytes;
  Archive<false>{bytes}(message);
  return bytes;
}
template std::string packed(Request);
template std::string packed(Reply);

template <class Message>
Message unpacked(const std::string& bytes) {
  Message message;
  Archive<true> from(bytes);
  from(message);
  if (from.left() > 0) throw BadMessage("a message has more bytes than it should");
  return message;
}
template Request unpacked(const std::string&);
template Reply unpacked(const std::string&);

Reply reply_of(const std::function<Reply()>& work) {
  try {
    return work();
  } catch (const Unsupported& error) {
    return Refused{error.what(), true};
  } catch (const std::bad_alloc&) {
    return Refused{"host memory ran out", true};
  } catch (const std::exception& error) {
    return Refused{error.what(), false};
  }
}

void throw_error_of(const Reply& reply) {
  const auto* refused = std::get_if<Refused>(&reply);
  if (refused == nullptr) return;
  if (refused->unsupported) throw Unsupported(refused->why);
  throw BadUsage(refused->why);
}

}  // namespace rungs
