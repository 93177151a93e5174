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

}  // namespace

std::string_view name_of(StopReason reason) {
  switch (reason) {
    case StopReason::converged:
      return "converged";
    case StopReason::settled:
      return "settled";
    case StopReason::time_limit:
      return "time limit";
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
  return result;
}

}  // namespace rungs
