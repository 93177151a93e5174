// The sampling loop: takes samples from a probe until the stop rules are satisfied, and discards samples with
// a low clock. Independent of GPUs, so that tests can use made-up samples.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "harness/measure/statistics.hpp"

namespace rungs {

class Spots;

/// One timed launch (or the mean of a few back-to-back ones).
struct Sample {
  double us = 0;            ///< time of one launch
  double sm_clock_mhz = 0;  ///< clock while it ran; 0: unknown
  bool operator==(const Sample&) const = default;
};

/// Their times, in the same order.
[[nodiscard]] std::vector<double> times_of(const std::vector<Sample>& samples);

/// Takes samples: on a GPU, on the host, or from a list in a test.
class Probe {
 public:
  virtual ~Probe() = default;
  /// Raises the clocks and finishes lazy loading; called once, before the first sample.
  virtual void warm_up() = 0;
  [[nodiscard]] virtual Sample take() = 0;
  /// The same of a launch so long that it must not be repeated, and that its latency does not matter.
  [[nodiscard]] virtual Sample take_long() { return take(); }
  /// Makes a launch as for a sample, before which `spots` are spoilt, and returns what they hold at its end.
  /// Throws Failed if they change while its stream is held, or behind its end.
  [[nodiscard]] virtual std::vector<std::byte> take_checked(Spots& spots);
  /// The clock that the device sustains under load in this run; 0: unknown, then nothing is discarded.
  [[nodiscard]] virtual double sustained_clock_mhz() const = 0;
  /// Called once, after the last sample. Throws Failed if a launch failed.
  virtual void end() {}
  /// What the reader of a row must know about how its samples were taken; usually empty.
  [[nodiscard]] virtual std::string note() const { return ""; }
  /// True if a launch waits for the GPU inside, so that its latency is part of the time.
  [[nodiscard]] virtual bool waits_inside() const { return false; }
};

/// When to stop. A row has converged once it has `min_samples`, enough time, and a confidence interval of the
/// median that reaches at most `max_ci_percent` from it, or that is one tick of the clock. Enough time is
/// `min_time_s` spent on samples, emptying of caches included, or `long_kernel_samples` samples of a kernel
/// of 1 ms or more. A row with a wider interval ends once its median has settled: after twice the time and
/// twice `long_kernel_samples`, the interval reaches at most four times the limit, and the medians of both
/// halves differ by at most the limit. Otherwise it ends at the time limit.
///
/// A lucky run of samples satisfies no rule: the confidence level is 99.9 % (see Summary::interval), and the
/// interval is checked only each time the number of samples has grown by a quarter.
struct StopRules {
  unsigned min_samples = 10;
  double min_time_s = 0.5;
  double max_ci_percent = 0.25;
  double time_limit_s = 15;
  unsigned long_kernel_samples = 100;
  bool operator==(const StopRules&) const = default;
};
inline constexpr double long_kernel_us = 1000;
inline constexpr double settled_over_converged = 4;

/// Samples whose clock is below this share of the sustained clock are discarded.
inline constexpr double least_clock_share = 0.75;

/// Which rule ended a row. `visits_differ`: each visit to the row satisfied a rule, but their medians differ by more
/// than the limit and their intervals do not overlap. `one_sample`: its case asks for a single launch.
enum class StopReason { converged, settled, time_limit, visits_differ, one_sample };
[[nodiscard]] std::string_view name_of(StopReason reason);

/// A measured row. `samples` are the kept ones, in the order taken; `summary` is valid only if there are any.
struct Measurement {
  std::vector<Sample> samples;
  unsigned discarded = 0;
  StopReason stop_reason = StopReason::time_limit;
  Summary summary;
  double sm_clock_mhz = 0;            ///< median over the kept samples; 0: unknown
  std::vector<double> visit_medians;  ///< one per visit to the row that has samples
  std::string note;                   ///< what the reader of the row must know; usually empty
  bool waits_inside = false;          ///< see Probe::waits_inside

  /// True if every sample was discarded: the row is then marked `unstable`.
  [[nodiscard]] bool unstable() const { return samples.empty(); }
  bool operator==(const Measurement&) const = default;
};

/// Seconds since some fixed time; monotonic. Tests pass their own.
using Clock = std::function<double()>;
[[nodiscard]] Clock steady_clock_seconds();

/// Takes the samples of one row, one at a time, so that several rows can be sampled in turn.
class Sampling {
 public:
  /// `probe` must outlive this. The time limit counts the time spent in `step`.
  Sampling(Probe& probe, const StopRules& rules, Clock now);
  /// Warms up, unless that is done. `step` does it before its first sample.
  void warm_up();
  /// Takes one sample. Returns false once a stop rule is satisfied; more
  /// samples may be taken then, as long as there is time.
  bool step();
  /// True if the time limit is reached.
  [[nodiscard]] bool out_of_time() const { return spent_s_ >= rules_.time_limit_s; }
  /// Time spent in `step` so far, in seconds.
  [[nodiscard]] double spent_s() const { return spent_s_; }
  /// Median of the samples so far; empty if none was kept.
  [[nodiscard]] std::optional<double> median() const;
  /// Ends the probe and returns the measurement. At least one sample must have been taken. If all were
  /// discarded, the summary is of the discarded ones, so that the row is never empty.
  [[nodiscard]] Measurement finish();

 private:
  [[nodiscard]] bool enough();

  Probe& probe_;
  StopRules rules_;
  Clock now_;
  Measurement result_;
  std::vector<Sample> discarded_;
  double sustained_mhz_ = 0;
  double least_us_ = 0;  ///< of the samples kept
  double kept_s_ = 0;    ///< time spent on the samples kept
  double spent_s_ = 0;
  std::size_t next_look_;
  bool warm_ = false;
  bool content_ = false;  ///< a rule other than the time limit has been satisfied
};

/// Takes one sample without a warm-up, for launches of a minute and more. A low clock is not noticed.
[[nodiscard]] Measurement sample_once(Probe& probe);

/// The rules for one of several equal visits to a row: its share of the samples and of the time, and the same interval.
[[nodiscard]] StopRules share_of(const StopRules& rules, unsigned visits);

/// Combines two visits to a row into one measurement with the samples of both. Clock states that last as long
/// as a visit do not show within a visit, only between the two.
[[nodiscard]] Measurement combined(const Measurement& first, const Measurement& second, const StopRules& rules);

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

/// The measurements of at least one process as one, with the samples of all. A process keeps its memory pages, its
/// code's place and its neighbours, so that samples of one process say little about the next: the interval of the
/// median reaches from the least to the largest median of a process, or farther if the samples' own does. The stop
/// reason is the first that is neither `converged` nor `settled`, else that of the first process.
[[nodiscard]] Measurement of_processes(const std::vector<Measurement>& each);

}  // namespace rungs
