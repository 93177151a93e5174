#include "harness/measure/sampler.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <utility>

#include "harness/core/phase_clock.hpp"

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

/// Distance of the medians of the first and the second half, in percent of the first.
double halves_apart_percent(const std::vector<double>& times) {
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  const double first = median_of({times.begin(), middle});
  const double second = median_of({middle, times.end()});
  return 100 * std::fabs(first - second) / first;
}

/// The stop rule that these samples satisfy, given that there are enough of them in time; empty if none.
std::optional<StopReason> satisfied(const std::vector<double>& times, double measured_s,
                                    const StopRules& rules) {
  const auto reach = summarise(times).interval_percent();
  if (!reach) return std::nullopt;
  if (*reach <= rules.max_ci_percent) return StopReason::converged;
  const bool long_enough =
      times.size() >= 2 * std::size_t{rules.long_kernel_samples} && measured_s >= 2 * rules.min_time_s;
  if (long_enough && *reach <= settled_over_converged * rules.max_ci_percent &&
      halves_apart_percent(times) <= rules.max_ci_percent) {
    return StopReason::settled;
  }
  return std::nullopt;
}

/// True if the intervals do not overlap; false if one is missing.
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
  if (100 * std::fabs(a - b) > rules.max_ci_percent * std::min(a, b) &&
      lie_apart(first.summary.interval, second.summary.interval)) {
    return StopReason::visits_differ;
  }
  const auto reach = both.interval_percent();
  if (!reach || *reach > settled_over_converged * rules.max_ci_percent) return StopReason::time_limit;
  return *reach <= rules.max_ci_percent ? StopReason::converged : StopReason::settled;
}

/// The smallest interval that contains both.
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

Sampling::Sampling(Probe& probe, const StopRules& rules, Clock now)
    : probe_(probe),
      rules_(rules),
      now_(std::move(now)),
      next_look_(std::max(rules.min_samples, least_for_interval)) {}

void Sampling::warm_up() {
  if (warm_) return;
  const Spending spending(Spent::warm_up);
  probe_.warm_up();
  sustained_mhz_ = probe_.sustained_clock_mhz();
  warm_ = true;
}

std::optional<double> Sampling::median() const {
  if (result_.samples.empty()) return std::nullopt;
  return median_of(times_of(result_.samples));
}

bool Sampling::step() {
  warm_up();
  const double start = now_();
  const Sample taken = probe_.take();
  const bool slow = taken.sm_clock_mhz > 0 && taken.sm_clock_mhz < least_clock_share * sustained_mhz_;
  (slow ? discarded_ : result_.samples).push_back(taken);
  if (!slow) measured_s_ += taken.measured_us * 1e-6;
  content_ = content_ || (!slow && enough());
  spent_s_ += now_() - start;
  return !content_ && !out_of_time();
}

bool Sampling::enough() {
  const std::size_t count = result_.samples.size();
  if (count < next_look_ || !enough_time(result_.samples, measured_s_, rules_)) return false;
  // Each check is another chance to stop by luck, and costs a sort.
  next_look_ = count + count / 4 + 1;
  const auto reason = satisfied(times_of(result_.samples), measured_s_, rules_);
  if (reason) result_.stop_reason = *reason;
  return reason.has_value();
}

Measurement Sampling::finish() {
  probe_.end();
  result_.discarded = static_cast<unsigned>(discarded_.size());
  const auto& shown = result_.samples.empty() ? discarded_ : result_.samples;
  result_.summary = summarise(times_of(shown));
  result_.sm_clock_mhz = median_clock(shown);
  if (!result_.samples.empty()) result_.visit_medians.push_back(result_.summary.median);
  result_.note = probe_.note();
  return std::move(result_);
}

Measurement sample(Probe& probe, const StopRules& rules, const Clock& now) {
  Sampling sampling(probe, rules, now);
  while (sampling.step()) {
  }
  return sampling.finish();
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
  // Two visits slightly apart look like a drift, with too few independent samples for an interval.
  if (!both.summary.interval) both.summary.interval = hull(first.summary.interval, second.summary.interval);
  both.sm_clock_mhz = median_clock(both.samples);
  if (both.note.empty()) both.note = second.note;
  both.stop_reason = combined_reason(first, second, both.summary, rules);
  return both;
}

}  // namespace rungs
