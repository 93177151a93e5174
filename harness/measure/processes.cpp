// The measurements of a row in several fresh processes, as one: --processes.
#include <algorithm>
#include <cmath>
#include "harness/measure/sampler.hpp"

namespace rungs {

ProcessSummary summary_of_process(const Measurement& measured) {
  ProcessSummary summary{measured.samples.size(), measured.summary.median, 0, 0, measured.sm_clock_mhz};
  std::vector<double> times = times_of(measured.samples);
  if (times.empty()) return summary;
  std::sort(times.begin(), times.end());
  const auto cut = static_cast<std::size_t>(trimmed_share * static_cast<double>(times.size()));
  const double low = times[cut];
  const double high = times[times.size() - 1 - cut];
  const auto kept = static_cast<double>(times.size() - 2 * cut);
  const auto all = static_cast<double>(times.size());
  double trimmed = 0;
  double winsorised = 0;
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (i >= cut && i + cut < times.size()) trimmed += times[i] / kept;
    winsorised += std::clamp(times[i], low, high) / all;
  }
  double squares = 0;
  for (const double time : times) {
    const double off = std::clamp(time, low, high) - winsorised;
    squares += off * off;
  }
  summary.trimmed_mean_us = trimmed;
  if (all > 1) summary.trimmed_sd_us = std::sqrt(squares / (all - 1)) * all / kept;
  return summary;
}

Measurement of_processes(const std::vector<Measurement>& each) {
  Measurement all = each.front();
  std::vector<double> medians;
  std::vector<double> clocks;
  for (std::size_t i = 0; i < each.size(); ++i) {
    const Measurement& one = each[i];
    if (!one.unstable()) medians.push_back(one.summary.median);
    if (one.sm_clock_mhz > 0) clocks.push_back(one.sm_clock_mhz);
    if (i == 0) continue;
    all.samples.insert(all.samples.end(), one.samples.begin(), one.samples.end());
    all.visit_medians.insert(all.visit_medians.end(), one.visit_medians.begin(), one.visit_medians.end());
    all.discarded += one.discarded;
    if (all.note.empty()) all.note = one.note;
    all.waits_inside = all.waits_inside || one.waits_inside;
    if (all.stop_reason == StopReason::converged || all.stop_reason == StopReason::settled) {
      const bool good = one.stop_reason == StopReason::converged || one.stop_reason == StopReason::settled;
      if (!good) all.stop_reason = one.stop_reason;
    }
  }
  if (all.samples.empty()) return all;
  all.summary = summarise(times_of(all.samples));
  const auto [least, most] = std::minmax_element(medians.begin(), medians.end());
  Interval reach{*least, *most};
  if (all.summary.interval) {
    reach.low = std::min(reach.low, all.summary.interval->low);
    reach.high = std::max(reach.high, all.summary.interval->high);
  }
  // The median of all samples lies between the medians of the processes.
  if (medians.size() > 1) all.summary.interval = reach;
  all.sm_clock_mhz = clocks.empty() ? 0 : median_of(clocks);
  return all;
}

}  // namespace rungs
