// Robust statistics of a row's samples.
#pragma once

#include <vector>

namespace rungs {

/// Times in microseconds. Quantiles interpolate linearly between order statistics (Hyndman and Fan's type 7,
/// as NumPy and R do by default).
struct Summary {
  double min = 0;
  double median = 0;
  double mean = 0;
  double p95 = 0;
  double noise_percent = 0;  ///< interquartile range over median, in percent
};

/// The `q`-quantile (0 to 1) of values that are sorted in rising order. Needs at least one value.
[[nodiscard]] double quantile(const std::vector<double>& sorted, double q);

/// Summarises at least one sample, in any order.
[[nodiscard]] Summary summarise(std::vector<double> samples);

}  // namespace rungs
