#include "harness/measure/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rungs {

double quantile(const std::vector<double>& sorted, double q) {
  const double place = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(std::floor(place));
  const auto above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

Summary summarise(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  Summary summary;
  summary.min = samples.front();
  summary.median = quantile(samples, 0.5);
  summary.mean = std::accumulate(samples.begin(), samples.end(), 0.0) / static_cast<double>(samples.size());
  summary.p95 = quantile(samples, 0.95);
  const double spread = quantile(samples, 0.75) - quantile(samples, 0.25);
  summary.noise_percent = summary.median > 0 ? 100 * spread / summary.median : 0;
  return summary;
}

}  // namespace rungs
