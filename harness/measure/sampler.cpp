#include "harness/measure/sampler.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

namespace rungs {
namespace {

std::vector<double> times_of(const std::vector<Sample>& samples) {
  std::vector<double> times;
  times.reserve(samples.size());
  for (const Sample& sample : samples) times.push_back(sample.us);
  return times;
}

double median_clock(const std::vector<Sample>& samples) {
  std::vector<double> clocks;
  for (const Sample& sample : samples) {
    if (sample.sm_clock_mhz > 0) clocks.push_back(sample.sm_clock_mhz);
  }
  return clocks.empty() ? 0 : median_of(std::move(clocks));
}

bool enough_time(const std::vector<Sample>& kept, double measured_s, const StopRules& rules) {
  if (measured_s >= rules.min_time_s) return true;
  return kept.size() >= rules.long_kernel_samples && kept.back().us >= long_kernel_us;
}

/// How far the medians of the first and the second half are apart, in percent of the first.
double halves_apart_percent(const std::vector<double>& times) {
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  const double first = median_of({times.begin(), middle});
  const double second = median_of({middle, times.end()});
  return 100 * std::fabs(first - second) / first;
}

/// The rule that is satisfied by these samples, of which there is enough time; nothing where none is.
std::optional<StopReason> satisfied(const std::vector<double>& times, double measured_s,
                                    const StopRules& rules) {
  const auto reach = summarise(times).interval_percent();
  if (!reach) return std::nullopt;
  if (*reach <= rules.max_noise_percent) return StopReason::converged;
  const bool long_enough =
      times.size() >= 2 * std::size_t{rules.long_kernel_samples} && measured_s >= 2 * rules.min_time_s;
  if (long_enough && *reach <= settled_over_converged * rules.max_noise_percent &&
      halves_apart_percent(times) <= rules.max_noise_percent) {
    return StopReason::settled;
  }
  return std::nullopt;
}

/// True where there is nothing that lies in both intervals; two visits without an interval are not told
/// apart.
bool lie_apart(const std::optional<Interval>& a, const std::optional<Interval>& b) {
  return a && b && (a->high < b->low || b->high < a->low);
}

StopReason combined_reason(const Measurement& first, const Measurement& second, const Summary& both,
                           const StopRules& rules) {
  for (const Measurement* visit : {&first, &second}) {
    if (visit->stop_reason == StopReason::time_limit) return StopReason::time_limit;
  }
  const double a = first.summary.median;
  const double b = second.summary.median;
  if (100 * std::fabs(a - b) > rules.max_noise_percent * std::min(a, b) &&
      lie_apart(first.summary.interval, second.summary.interval)) {
    return StopReason::visits_differ;
  }
  const auto reach = both.interval_percent();
  if (!reach || *reach > settled_over_converged * rules.max_noise_percent) return StopReason::time_limit;
  return *reach <= rules.max_noise_percent ? StopReason::converged : StopReason::settled;
}

/// From the lower of the lower ends to the higher of the higher ones.
std::optional<Interval> hull(const std::optional<Interval>& a, const std::optional<Interval>& b) {
  if (!a || !b) return std::nullopt;
  return Interval{std::min(a->low, b->low), std::max(a->high, b->high)};
}

}  // namespace

std::string_view name_of(StopReason reason) {
  switch (reason) {
    case StopReason::converged:
      return "converged";
    case StopReason::settled:
      return "settled";
    case StopReason::time_limit:
      return "time limit";
    case StopReason::visits_differ:
      return "visits differ";
  }
  return "?";
}

Clock steady_clock_seconds() {
  return [] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  };
}

Measurement sample(Probe& probe, const StopRules& rules, const Clock& now) {
  Measurement result;
  std::vector<Sample> discarded;
  double measured_s = 0;
  std::size_t next_look = std::max(rules.min_samples, least_for_interval);
  probe.warm_up();
  const double sustained = probe.sustained_clock_mhz();
  const double start = now();
  do {
    const Sample taken = probe.take();
    const bool slow = taken.sm_clock_mhz > 0 && taken.sm_clock_mhz < least_clock_share * sustained;
    (slow ? discarded : result.samples).push_back(taken);
    if (slow) continue;
    measured_s += taken.measured_us * 1e-6;
    const std::size_t count = result.samples.size();
    if (count < next_look || !enough_time(result.samples, measured_s, rules)) continue;
    // Each look is another chance to be lucky, and costs a sort.
    next_look = count + count / 4 + 1;
    if (const auto reason = satisfied(times_of(result.samples), measured_s, rules)) {
      result.stop_reason = *reason;
      break;
    }
  } while (now() - start < rules.time_limit_s);
  result.discarded = static_cast<unsigned>(discarded.size());
  const auto& shown = result.samples.empty() ? discarded : result.samples;
  result.summary = summarise(times_of(shown));
  result.sm_clock_mhz = median_clock(shown);
  if (!result.samples.empty()) result.visit_medians.push_back(result.summary.median);
  return result;
}

StopRules share_of(const StopRules& rules, unsigned visits) {
  StopRules share = rules;
  share.min_samples = std::max(1U, (rules.min_samples + visits - 1) / visits);
  share.long_kernel_samples = std::max(1U, (rules.long_kernel_samples + visits - 1) / visits);
  share.min_time_s = rules.min_time_s / visits;
  share.time_limit_s = rules.time_limit_s / visits;
  return share;
}

Measurement combined(const Measurement& first, const Measurement& second, const StopRules& rules) {
  if (second.samples.empty() || first.samples.empty()) {
    Measurement only = first.samples.empty() ? second : first;
    only.discarded = first.discarded + second.discarded;
    only.stop_reason = StopReason::time_limit;  // as the visit without samples ended
    return only;
  }
  Measurement both = first;
  both.samples.insert(both.samples.end(), second.samples.begin(), second.samples.end());
  both.discarded += second.discarded;
  both.visit_medians.insert(both.visit_medians.end(), second.visit_medians.begin(),
                            second.visit_medians.end());
  both.summary = summarise(times_of(both.samples));
  // Two visits a little apart look like a drift, of which too few samples are independent for an interval.
  if (!both.summary.interval) both.summary.interval = hull(first.summary.interval, second.summary.interval);
  both.sm_clock_mhz = median_clock(both.samples);
  if (both.note.empty()) both.note = second.note;
  both.stop_reason = combined_reason(first, second, both.summary, rules);
  return both;
}

}  // namespace rungs
