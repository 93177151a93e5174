#include "harness/measure/sampler.hpp"
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <utility>
#include "harness/verify/spots.hpp"

namespace rungs {

std::vector<double> times_of(const std::vector<Sample>& samples) {
  std::vector<double> times;
  times.reserve(samples.size());
  for (const Sample& sample : samples) times.push_back(sample.us);
  return times;
}

namespace {

double median_clock(const std::vector<Sample>& samples) {
  std::vector<double> clocks;
  for (const Sample& sample : samples) {
    if (sample.sm_clock_mhz > 0) clocks.push_back(sample.sm_clock_mhz);
  }
  return clocks.empty() ? 0 : median_of(std::move(clocks));
}

/// Adds the figures of the samples that are shown, and what the probe says of them.
void conclude(Measurement& one, const std::vector<Sample>& shown, const Probe& probe) {
  one.summary = summarise(times_of(shown));
  one.sm_clock_mhz = median_clock(shown);
  if (!one.samples.empty()) one.visit_medians.push_back(one.summary.median);
  one.note = probe.note();
  one.waits_inside = probe.waits_inside();
}

/// Distance of the medians of the first and the second half, in percent of the first.
double halves_apart_percent(const std::vector<double>& times) {
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  const double first = median_of({times.begin(), middle});
  const double second = median_of({middle, times.end()});
  return 100 * std::fabs(first - second) / first;
}

/// Events have ticks of 32 ns (H100, H200); clocks with longer ones have no such rule.
constexpr double longest_tick_us = 0.1;

/// True if these are at most one tick of the clock apart: they are close, and no sample lies between them.
bool one_tick(const std::vector<double>& times, const Interval& ends) {
  return ends.high - ends.low <= longest_tick_us &&
         std::ranges::none_of(times, [&](double time) { return ends.low < time && time < ends.high; });
}

/// The stop rule that these samples satisfy, given that there are enough of them in time; empty if none.
std::optional<StopReason> satisfied(const std::vector<double>& times, const Summary& summary, double spent_s,
                                    const StopRules& rules) {
  const auto reach = summary.interval_percent();
  if (!reach) return std::nullopt;
  if (*reach <= rules.max_ci_percent || one_tick(times, *summary.interval)) return StopReason::converged;
  const bool long_enough =
      times.size() >= 2 * std::size_t{rules.long_kernel_samples} && spent_s >= 2 * rules.min_time_s;
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

StopReason combined_reason(const Measurement& first, const Measurement& second, const Measurement& both,
                           const StopRules& rules) {
  for (const Measurement* visit : {&first, &second}) {
    if (visit->stop_reason == StopReason::time_limit) return StopReason::time_limit;
  }
  const double a = first.summary.median;
  const double b = second.summary.median;
  const auto times = times_of(both.samples);
  if (100 * std::fabs(a - b) > rules.max_ci_percent * std::min(a, b) &&
      !one_tick(times, {std::min(a, b), std::max(a, b)}) &&
      lie_apart(first.summary.interval, second.summary.interval)) {
    return StopReason::visits_differ;
  }
  const auto reach = both.summary.interval_percent();
  if (!reach) return StopReason::time_limit;
  if (*reach <= rules.max_ci_percent || one_tick(times, *both.summary.interval)) return StopReason::converged;
  return *reach <= settled_over_converged * rules.max_ci_percent ? StopReason::settled : StopReason::time_limit;
}

}  // namespace

std::vector<std::byte> Probe::take_checked(Spots& spots) {
  spots.spoil();
  static_cast<void>(take());
  return spots.read();
}

std::string_view name_of(StopReason reason) {
  constexpr std::array<std::string_view, 5> names{"converged", "settled", "time limit", "visits differ", "one sample"};
  return names.at(static_cast<std::size_t>(reason));
}

Clock steady_clock_seconds() {
  return [] { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); };
}

Sampling::Sampling(Probe& probe, const StopRules& rules, Clock now)
    : probe_(probe), rules_(rules), now_(std::move(now)), next_look_(std::max(rules.min_samples, least_for_interval)) {}

void Sampling::warm_up() {
  if (warm_) return;
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
  const double spent_s = now_() - start;
  spent_s_ += spent_s;
  if (!slow) {
    kept_s_ += spent_s;
    least_us_ = result_.samples.size() == 1 ? taken.us : std::min(least_us_, taken.us);
  }
  content_ = content_ || (!slow && enough());
  return !content_ && !out_of_time();
}

bool Sampling::enough() {
  const std::size_t count = result_.samples.size();
  const bool are_long = count >= rules_.long_kernel_samples && least_us_ >= long_kernel_us;
  if (count < next_look_ || (kept_s_ < rules_.min_time_s && !are_long)) return false;
  // Each check is another chance to stop by luck, and costs a sort.
  next_look_ = count + count / 4 + 1;
  const auto times = times_of(result_.samples);
  const Summary summary = summarise(times);
  const auto reason = satisfied(times, summary, kept_s_, rules_);
  if (reason) result_.stop_reason = *reason;
  return reason.has_value();
}

Measurement Sampling::finish() {
  probe_.end();
  result_.discarded = static_cast<unsigned>(discarded_.size());
  const auto& shown = result_.samples.empty() ? discarded_ : result_.samples;
  conclude(result_, shown, probe_);
  return std::move(result_);
}

Measurement sample_once(Probe& probe) {
  Measurement only;
  only.samples.push_back(probe.take_long());
  probe.end();
  conclude(only, only.samples, probe);
  only.stop_reason = StopReason::one_sample;
  return only;
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
  both.visit_medians.insert(both.visit_medians.end(), second.visit_medians.begin(), second.visit_medians.end());
  both.summary = summarise(times_of(both.samples));
  // Two visits slightly apart look like a drift, with too few independent samples for an interval.
  const auto& [a, b] = std::pair(first.summary.interval, second.summary.interval);
  if (!both.summary.interval && a && b)
    both.summary.interval = Interval{std::min(a->low, b->low), std::max(a->high, b->high)};
  both.sm_clock_mhz = median_clock(both.samples);
  if (both.note.empty()) both.note = second.note;
  both.waits_inside = first.waits_inside || second.waits_inside;
  both.stop_reason = combined_reason(first, second, both, rules);
  return both;
}

}  // namespace rungs
