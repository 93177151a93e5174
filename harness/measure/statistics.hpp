// Robust statistics of the samples of a row.
#pragma once

#include <optional>
#include <vector>

namespace rungs {

/// Two times in microseconds, the lower one first.
struct Interval {
  double low = 0;
  double high = 0;
  bool operator==(const Interval&) const = default;
};

/// Confidence level of the interval of the median. It is high because a row checks its interval several times
/// before it stops: with about ten checks, at most 1 % of the rows miss the true median.
inline constexpr double median_confidence = 0.999;
/// The fewest samples that have such an interval: 2^-11 is less than half of 1 - median_confidence.
inline constexpr unsigned least_for_interval = 11;

/// Times in microseconds. Quantiles interpolate linearly between order statistics (Hyndman and Fan's type 7,
/// the default of NumPy and R).
struct Summary {
  double min = 0;
  double median = 0;
  double mean = 0;
  double p95 = 0;
  std::optional<double> iqr_percent;  ///< interquartile range over median; empty below four samples
  /// Confidence interval of the median, at level `median_confidence`. Its ends are samples: the ranks are quantiles of
  /// the binomial distribution (n, 1/2), whatever the distribution of the samples (Conover, Practical Nonparametric
  /// Statistics, 3.2). Correlated samples, as from a drifting clock, count for fewer. Empty if there are too few.
  std::optional<Interval> interval;
  /// If the samples form two groups: distance of the upper median from the lower one, in percent of the lower.
  std::optional<double> modes_apart_percent;

  /// Distance from the median to the farther end of the interval, in percent; empty if there is no interval.
  [[nodiscard]] std::optional<double> interval_percent() const;
  bool operator==(const Summary&) const = default;
};

/// The `q`-quantile (0 to 1) of values in ascending order. Needs at least one value.
[[nodiscard]] double quantile(const std::vector<double>& sorted, double q);

/// The median of at least one value, in any order.
[[nodiscard]] double median_of(std::vector<double> values);

/// Half of the 95 % interval of the mean of at least two values (Student's t).
[[nodiscard]] double half_interval_of_mean(const std::vector<double>& values);

/// If samples, in ascending order, form two groups with almost nothing between them: the distance of the two medians,
/// in percent of the lower one. Empty for fewer than 30 samples, and for groups less than 0.5 % apart.
[[nodiscard]] std::optional<double> find_modes(const std::vector<double>& sorted);

/// Summary of at least one sample. `in_order`: in the order taken.
[[nodiscard]] Summary summarise(const std::vector<double>& in_order);

}  // namespace rungs
