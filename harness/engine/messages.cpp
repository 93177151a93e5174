#include "harness/engine/messages.hpp"

#include <new>
#include <rungs/core/errors.hpp>

namespace rungs {

// The fields of each other struct, once. Archive finds these functions by the type of the struct.
void fields(auto& a, Interval& i) { a(i.low, i.high); }
void fields(auto& a, Summary& s) {
  a(s.min, s.median, s.mean, s.p95, s.iqr_percent, s.interval, s.modes_apart_percent);
}
void fields(auto& a, Sample& s) { a(s.us, s.sm_clock_mhz); }
void fields(auto& a, Measurement& m) {
  a(m.samples, m.discarded, m.stop_reason, m.summary, m.sm_clock_mhz, m.visit_medians, m.note,
    m.waits_inside);
}
void fields(auto& a, Counter& c) { a(c.name, c.metric, c.unit); }
void fields(auto& a, Metric& m) { a(m.name, m.value, m.unit); }
void fields(auto& a, PowerState& s) {
  a(s.temperature_c, s.sm_clock_mhz, s.memory_clock_mhz, s.power_limit_w, s.throttle_bits);
}
void fields(auto& a, Energy& e) {
  a(e.joules_per_launch, e.idle_watts, e.net_joules_per_launch, e.ci_low, e.ci_high, e.seconds, e.launches,
    e.updates, e.watts, e.state, e.throttle, e.note);
}
void fields(auto& a, DeviceState& s) { a(s.clock_locked, s.throttle, s.temperature_c); }
void fields(auto& a, Provenance& p) {
  a(p.host, p.device, p.device_uuid, p.driver, p.cuda, p.compiler, p.commit, p.rungs_commit, p.binary);
}
void fields(auto& a, RowProgress& p) {
  a(p.status, p.message, p.measurement, p.event_overhead_us, p.peak_percent, p.max_error, p.mismatches,
    p.metrics, p.counters, p.driver, p.energy, p.state, p.left_behind, p.provenance);
}
void fields(auto& a, BackendFacts& f) { a(f.backend, f.provenance, f.cache_bytes, f.facts); }
void fields(auto& a, Comparison& c) { a(c.mismatches, c.max_error, c.first); }
void fields(auto& a, StopRules& r) {
  a(r.min_samples, r.min_time_s, r.max_ci_percent, r.time_limit_s, r.long_kernel_samples);
}
void fields(auto& a, EnergyRules& r) { a(r.seconds, r.idle_s, r.settle_s, r.warm_up_s, r.stall_s); }
void fields(auto& a, VisitOutcome& v) { a(v.lost, v.interrupted, v.unclean); }
void fields(auto& a, RowToVisit& r) { a(r.task, r.progress); }
void fields(auto& a, VisitedRow& r) { a(r.visited, r.postponed, r.progress); }
void fields(auto& a, Visited& v) { a(v.rows, v.outcome, v.threads, v.spent, v.facts); }
void fields(auto& a, ToCompare& c) { a(c.inputs, c.held); }
void fields(auto& a, Refused& r) { a(r.why, r.unsupported); }

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
