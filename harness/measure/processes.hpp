// The measurements of a row in several fresh processes, as one: --processes.
#pragma once

#include <cstddef>
#include <vector>

#include "harness/measure/sampler.hpp"

namespace rungs {

/// What one process has measured of a row; times in microseconds.
struct ProcessSummary {
  std::size_t samples = 0;  ///< kept
  double median_us = 0;
  double mean_us = 0;
  double sd_us = 0;         ///< of the samples; 0 if there is one
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
