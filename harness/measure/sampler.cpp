#include "harness/measure/sampler.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

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
  return clocks.empty() ? 0 : summarise(std::move(clocks)).median;
}

bool enough_time(const std::vector<Sample>& kept, double measured_s, const StopRules& rules) {
  if (measured_s >= rules.min_time_s) return true;
  return kept.size() >= long_kernel_samples && kept.back().us >= long_kernel_us;
}

/// True where the noise is what it is, but the median no longer moves.
bool is_settled(const std::vector<double>& times, double measured_s, const StopRules& rules) {
  if (times.size() < settled_samples || measured_s < 2 * rules.min_time_s) return false;
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  const double first = summarise({times.begin(), middle}).median;
  const double second = summarise({middle, times.end()}).median;
  return 100 * std::fabs(first - second) <= rules.max_noise_percent / 5 * first;
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
  std::size_t next_noise_check = rules.min_samples;
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
    if (count < next_noise_check || !enough_time(result.samples, measured_s, rules)) continue;
    // Sorting is dear beside a short kernel: look again only after a tenth more samples.
    next_noise_check = count + count / 10 + 1;
    const auto times = times_of(result.samples);
    const bool converged = summarise(times).noise_percent < rules.max_noise_percent;
    if (converged || is_settled(times, measured_s, rules)) {
      result.stop_reason = converged ? StopReason::converged : StopReason::settled;
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
