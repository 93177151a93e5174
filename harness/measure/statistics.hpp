// Robust statistics of a row's samples.
#pragma once

#include <optional>
#include <vector>

namespace rungs {

/// Two times in microseconds, the lower one first.
struct Interval {
  double low = 0;
  double high = 0;
};

/// The confidence of the interval of the median: the chance that it holds the true median. High, because a
/// row looks at its interval several times before it stops: about ten looks miss in 1 % of the rows at most.
inline constexpr double median_confidence = 0.999;
/// The fewest samples that have such an interval: 2^-11 is below half of what is missing to 1.
inline constexpr unsigned least_for_interval = 11;

/// Times in microseconds. Quantiles interpolate linearly between order statistics (Hyndman and Fan's type 7,
/// as NumPy and R do by default).
struct Summary {
  double min = 0;
  double median = 0;
  double mean = 0;
  double p95 = 0;
  std::optional<double> iqr_percent;  ///< interquartile range over median; nothing below four samples
  std::optional<Interval> interval;   ///< of the median; nothing below `least_for_interval` samples
  /// Where the samples fall into two groups: how far the upper one's median is above the lower one's, in
  /// percent.
  std::optional<double> modes_apart_percent;

  /// How far the interval's farther end is from the median, in percent; nothing where there is no interval.
  [[nodiscard]] std::optional<double> interval_percent() const;
};

/// The `q`-quantile (0 to 1) of values that are sorted in rising order. Needs at least one value.
[[nodiscard]] double quantile(const std::vector<double>& sorted, double q);

/// The median of at least one value, in any order.
[[nodiscard]] double median_of(std::vector<double> values);

/// The interval that holds the median of what the samples were drawn from with `median_confidence`. Its ends
/// are samples: the ranks are quantiles of the binomial distribution (n, 1/2), whatever the samples'
/// distribution is (Conover, Practical Nonparametric Statistics, 3.2). Samples that follow each other
/// closely, as those of a drifting clock do, count for fewer. Nothing where there are too few of them.
/// `in_order`: the samples in the order in which they were taken.
[[nodiscard]] std::optional<Interval> median_interval(const std::vector<double>& in_order);

/// Where samples, sorted in rising order, fall into two groups with almost nothing between them: how far the
/// medians of the two are apart, in percent of the lower one. Nothing for fewer than 30 samples, and for
/// groups less than 0.5 % apart.
[[nodiscard]] std::optional<double> find_modes(const std::vector<double>& sorted);

/// Summarises at least one sample. `in_order`: in the order in which they were taken.
[[nodiscard]] Summary summarise(const std::vector<double>& in_order);

}  // namespace rungs
