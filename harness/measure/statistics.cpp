#include "harness/measure/statistics.hpp"
#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <numeric>

namespace rungs {
namespace {

/// How many samples are worth one independent sample: 1 if samples are independent, more if they drift. The
/// interval of the median depends on how many samples lie above it. So this compares the variance of sums
/// over blocks of +1 (above) and -1 (below) with the variance for independent signs. Block lengths are 2, 4,
/// 8, ... samples, as long as there are enough blocks. (Batch means: Law and Kelton, Simulation Modeling and
/// Analysis.) The variance of n sums has a standard error of sqrt(2 / n). Up to two standard errors count as
/// chance; a larger variance is raised by two standard errors.
double samples_per_independent_one(const std::vector<double>& in_order, double median) {
  constexpr std::size_t least_blocks = 5;
  std::vector<double> sums;
  sums.reserve(in_order.size());
  for (const double value : in_order) {
    sums.push_back(value > median ? 1 : value < median ? -1 : 0);
  }
  double most = 1;
  for (double length = 2; sums.size() / 2 >= least_blocks; length *= 2) {
    double squares = 0;
    for (std::size_t i = 0; i < sums.size() / 2; ++i) {
      sums[i] = sums[2 * i] + sums[2 * i + 1];
      squares += sums[i] * sums[i];
    }
    sums.resize(sums.size() / 2);
    const auto blocks = static_cast<double>(sums.size());
    const double variance = squares / blocks / length;
    const double chance = 1 + 2 * std::sqrt(2 / blocks);
    if (variance > chance) most = std::max(most, variance * chance);
  }
  return most;
}

/// As Summary::interval, for samples in ascending order that are worth `independent` independent ones.
std::optional<Interval> interval_of(const std::vector<double>& sorted, double independent) {
  using boost::math::binomial_distribution;
  constexpr double in_each_tail = (1 - median_confidence) / 2;
  const double worth = std::floor(independent);
  if (worth < 1 || std::pow(0.5, worth) > in_each_tail) return std::nullopt;
  // Boost rounds outwards: the largest k with P(at most k of the samples lie below the median) <= the tail.
  const double below = boost::math::quantile(binomial_distribution<>(worth, 0.5), in_each_tail);
  const auto low = static_cast<std::size_t>(below * static_cast<double>(sorted.size()) / worth);
  return Interval{sorted[low], sorted[sorted.size() - 1 - low]};
}

/// The smallest step between two different values; infinity if all are equal.
double smallest_step(const std::vector<double>& sorted) {
  double smallest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    const double step = sorted[i] - sorted[i - 1];
    // Equal differences of clock readings can differ by a rounding error.
    if (step > 1e-6 * sorted[i]) smallest = std::min(smallest, step);
  }
  return smallest;
}

/// Where to cut sorted values into two groups with the least sum of squared distances to the group means: the
/// first index of the upper group (Otsu's threshold).
std::size_t best_cut(const std::vector<double>& sorted) {
  const double total = std::accumulate(sorted.begin(), sorted.end(), 0.0);
  const auto count = static_cast<double>(sorted.size());
  double sum_below = 0;
  double most = 0;
  std::size_t cut = 0;
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    sum_below += sorted[i - 1];
    const auto below = static_cast<double>(i);
    const double apart = sum_below / below - (total - sum_below) / (count - below);
    const double between = below * (count - below) * apart * apart;
    if (between <= most) continue;
    most = between;
    cut = i;
  }
  return cut;
}

}  // namespace

std::optional<double> Summary::interval_percent() const {
  if (!interval || median <= 0) return std::nullopt;
  return 100 * std::max(median - interval->low, interval->high - median) / median;
}

double quantile(const std::vector<double>& sorted, double q) {
  const double place = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(std::floor(place));
  const auto above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

double median_of(std::vector<double> values) {
  std::ranges::sort(values);
  return quantile(values, 0.5);
}

double half_interval_of_mean(const std::vector<double>& values) {
  const auto count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const boost::math::students_t_distribution<> student(count - 1);
  return boost::math::quantile(student, 0.975) * std::sqrt(squares / (count - 1) / count);
}

std::optional<double> find_modes(const std::vector<double>& sorted) {
  constexpr std::size_t least_samples = 30;
  constexpr double least_share = 0.05;  // of all samples, in the smaller group
  constexpr double least_apart = 0.005;
  constexpr double steps_apart = 4;     // a coarse clock makes groups of its own
  constexpr double most_between = 0.2;  // of the smaller group, in the middle half of the gap
  if (sorted.size() < least_samples) return std::nullopt;
  const std::size_t cut = best_cut(sorted);
  const std::size_t smaller = std::min(cut, sorted.size() - cut);
  if (static_cast<double>(smaller) < least_share * static_cast<double>(sorted.size())) return std::nullopt;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(cut);
  const double low = quantile({sorted.begin(), middle}, 0.5);
  const double high = quantile({middle, sorted.end()}, 0.5);
  const double apart = high - low;
  if (apart < least_apart * low || apart < steps_apart * smallest_step(sorted)) return std::nullopt;
  const auto between =
      std::ranges::lower_bound(sorted, high - apart / 4) - std::ranges::lower_bound(sorted, low + apart / 4);
  if (static_cast<double>(between) >= most_between * static_cast<double>(smaller)) return std::nullopt;
  return 100 * apart / low;
}

Summary summarise(const std::vector<double>& in_order) {
  constexpr std::size_t least_for_quartiles = 4;
  auto sorted = in_order;
  std::ranges::sort(sorted);
  const auto count = static_cast<double>(sorted.size());
  Summary summary;
  summary.min = sorted.front();
  summary.median = quantile(sorted, 0.5);
  summary.mean = std::accumulate(sorted.begin(), sorted.end(), 0.0) / count;
  summary.p95 = quantile(sorted, 0.95);
  if (sorted.size() >= least_for_quartiles && summary.median > 0) {
    summary.iqr_percent = 100 * (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / summary.median;
  }
  summary.interval = interval_of(sorted, count / samples_per_independent_one(in_order, summary.median));
  summary.modes_apart_percent = find_modes(sorted);
  return summary;
}

}  // namespace rungs
