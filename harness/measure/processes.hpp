// The measurements of a row in several fresh processes, as one: --processes.
#pragma once

#include <cstddef>
#include <vector>
#include "harness/measure/sampler.hpp"

namespace rungs {

/// The share of the samples that is cut off at each end for a trimmed mean: few are so far off that they say
/// something of the host and not of the variant, but a mean would be theirs.
inline constexpr double trimmed_share = 0.1;

/// What one process has measured of a row; times in microseconds.
struct ProcessSummary {
  std::size_t samples = 0;  ///< kept
  double median_us = 0;
  double trimmed_mean_us = 0;
  /// Of the samples, such that the trimmed mean has the standard error sd / sqrt(samples): the standard
  /// deviation of the winsorised samples over 1 - 2 * trimmed_share (J. W. Tukey and D. H. McLaughlin 1963).
  /// 0 if there is one sample.
  double trimmed_sd_us = 0;
  double sm_clock_mhz = 0;  ///< 0: unknown
};
[[nodiscard]] ProcessSummary summary_of_process(const Measurement& measured);

/// The measurements of at least one process as one, with the samples of all. A process keeps its memory
/// pages, its code's place and its neighbours, so that samples of one process say little about the next: the
/// interval of the median reaches from the least to the largest median of a process, or farther if the
/// samples' own does. The stop reason is the first that is neither `converged` nor `settled`, else that of
/// the first process.
[[nodiscard]] Measurement of_processes(const std::vector<Measurement>& each);

}  // namespace rungs
