// The sampling loop: takes samples from a probe until the stop rules are satisfied, and drops those whose
// clock was low. Knows nothing of GPUs, so that made-up samples can test it.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/measure/statistics.hpp"

namespace rungs {

/// One timed launch (or the mean of a few back-to-back ones).
struct Sample {
  double us = 0;            ///< time of one launch
  double sm_clock_mhz = 0;  ///< clock while it ran; 0: not known
  double measured_us = 0;   ///< time of all launches that the sample covers; what min_time_s adds up
};

/// What takes samples: a GPU, the host, or a test's made-up list.
class Probe {
 public:
  virtual ~Probe() = default;
  /// Brings clocks up and finishes lazy loading; called once, before the first sample.
  virtual void warm_up() = 0;
  [[nodiscard]] virtual Sample take() = 0;
  /// The clock that the device sustains under load in this run; 0: not known, and nothing is discarded.
  [[nodiscard]] virtual double sustained_clock_mhz() const = 0;
  /// Called once, after the last sample. Throws Failed where a launch went wrong.
  virtual void end() {}
  /// What a reader of the row must know of how its samples were taken; empty mostly.
  [[nodiscard]] virtual std::string note() const { return ""; }
};

/// When to stop. A row has converged once it has `min_samples`, enough time, and an interval of the median
/// that reaches no farther than `max_noise_percent` from it. Enough time is `min_time_s` of measured time, or
/// `long_kernel_samples` samples of a kernel of a millisecond or more. A row whose interval stays wider ends
/// too once its median is settled: after twice the time and twice `long_kernel_samples`, the interval reaches
/// no farther than four times the limit, and the medians of both halves are no farther apart than the limit.
/// Else it ends at the time limit.
///
/// No rule is satisfied by a lucky run of samples: the interval is one of 99.9 % (see median_interval), and
/// it is looked at only each time that there are a quarter more samples.
struct StopRules {
  unsigned min_samples = 10;
  double min_time_s = 0.5;
  double max_noise_percent = 0.25;
  double time_limit_s = 15;
  unsigned long_kernel_samples = 100;
};
inline constexpr double long_kernel_us = 1000;
inline constexpr double settled_over_converged = 4;

/// Samples whose clock is below this share of the sustained clock are discarded.
inline constexpr double least_clock_share = 0.75;

/// Which rule ended a row. `visits_differ`: each visit to the row was content, but their medians are apart by
/// more than the limit, and their intervals do not meet.
enum class StopReason { converged, settled, time_limit, visits_differ };
[[nodiscard]] std::string_view name_of(StopReason reason);

/// A measured row. `samples` are those kept, in the order taken; `summary` is only valid where there are any.
struct Measurement {
  std::vector<Sample> samples;
  unsigned discarded = 0;
  StopReason stop_reason = StopReason::time_limit;
  Summary summary;
  double sm_clock_mhz = 0;            ///< median over the kept samples; 0: not known
  std::vector<double> visit_medians;  ///< one for each visit to the row that has samples
  std::string note;                   ///< what a reader of the row must know; empty mostly

  /// True where every sample was discarded: such a row is marked `unstable`.
  [[nodiscard]] bool unstable() const { return samples.empty(); }
};

/// Seconds since some fixed moment; steady. Tests pass their own.
using Clock = std::function<double()>;
[[nodiscard]] Clock steady_clock_seconds();

/// Takes one row's samples, one at a time, so that those of several rows can be taken in turn.
class Sampling {
 public:
  /// `probe` must outlive this. The time limit counts the time spent in `step`.
  Sampling(Probe& probe, const StopRules& rules, Clock now);
  /// Takes one sample; before the first one warms up. False once a stop rule says enough. More may be taken
  /// then, as long as there is time.
  bool step();
  /// True where the time limit is reached.
  [[nodiscard]] bool out_of_time() const { return spent_s_ >= rules_.time_limit_s; }
  /// Ends the probe, and gives what was measured. At least one sample must have been taken. Where all were
  /// discarded the discarded ones are summarised, so that the row is never empty.
  [[nodiscard]] Measurement finish();

 private:
  [[nodiscard]] bool enough();

  Probe& probe_;
  StopRules rules_;
  Clock now_;
  Measurement result_;
  std::vector<Sample> discarded_;
  double sustained_mhz_ = 0;
  double measured_s_ = 0;
  double spent_s_ = 0;
  std::size_t next_look_;
  bool warm_ = false;
  bool content_ = false;  ///< a rule other than the time limit has been satisfied
};

/// Takes samples until a stop rule says enough.
[[nodiscard]] Measurement sample(Probe& probe, const StopRules& rules, const Clock& now);

/// What one of several equal visits to a row must reach: its share of the samples and of the time, and the
/// same interval.
[[nodiscard]] StopRules share_of(const StopRules& rules, unsigned visits);

/// Two visits to a row as one measurement, which has the samples of both. Clock states that last as long as a
/// visit do not show in its samples, but between the two.
[[nodiscard]] Measurement combined(const Measurement& first, const Measurement& second,
                                   const StopRules& rules);

}  // namespace rungs
