// One visit to a row, in steps, so that several rows can be visited together: prepare, take samples, finish.
#pragma once

#include "harness/engine/bound_variant.hpp"

namespace rungs {

/// Draws inputs that a variant has not seen, others for each number.
using FreshInputs = std::function<std::shared_ptr<HostImage>(std::uint64_t draw)>;

/// The checked launches of one visit, which find variants that do less work when nobody looks: at moments that they
/// cannot know, in the whole row, over spoilt results, on garbage, and on inputs that they have not seen. None of them
/// becomes a sample of the row. Times are compared with plain samples of the same cache state: the row's own; or, for a
/// hot row, whose state no checked launch can have, with cold ones taken for this purpose.
class SkippedWorkCheck {
 public:
  /// `bound` and `probe`, which takes the row's samples, must outlive this object. `tries_new_inputs`: on
  /// this visit; on others only if something else looks wrong.
  SkippedWorkCheck(BoundVariant& bound, Probe& probe, Cache cache, FreshInputs fresh, bool tries_new_inputs);

  /// Between samples, now and then, as long as all checks take a small share of `sampled_s`, the time spent
  /// on samples so far: makes a checked launch of a random kind. What is wrong with its results is returned.
  /// `shared`: other rows are launched in between, which may have damaged the inputs.
  [[nodiscard]] Verdict perhaps_check(double sampled_s, bool shared);
  /// Verifies the results of the last launch, as BoundVariant does.
  [[nodiscard]] Verdict verify(const std::string& when);
  /// Twice where that is short: the first time takes longer, and more than one would seem too much.
  [[nodiscard]] Verdict verify_twice(const std::string& when);
  /// The same after a sample, after each if all take a small share of `sampled_s`.
  [[nodiscard]] Verdict perhaps_verify(double sampled_s);
  void take_over_garbage();
  /// Times the first launch on the row's inputs, which were just loaded.
  void time_first_launch() { first_launch_us_ = plain(); }
  /// Explains what was found, or is empty: a launch over garbage, or on other inputs, takes clearly longer
  /// than `own_median`, in microseconds, of the row's samples. That is more than half as long again, which is
  /// more than caches and clocks explain, and 3 us more, so that it is no matter of events. What looks so is
  /// measured again, several times.
  [[nodiscard]] std::string skipped_work(std::optional<double> own_median);

 private:
  enum class Kind { spots, results, garbage, one_input, new_inputs };

  /// Of launches after a change, in microseconds.
  struct Times {
    double first = 0;
    double shortest = 0;                   ///< of the first few
    std::array<double, 2> loaded_again{};  ///< of launches for which nothing has changed
  };

  [[nodiscard]] Verdict check(Kind kind);
  void try_new_inputs();
  [[nodiscard]] double plain();
  [[nodiscard]] double over_garbage();
  [[nodiscard]] double with_an_input_changed() { return bound_.change_an_input(random_) ? plain() : 0; }
  /// The first launch on inputs that were never seen, in other memory.
  [[nodiscard]] double first_on(const HostImage& inputs);
  /// Of a launch after a change, which took `us`, with two plain launches after it.
  [[nodiscard]] Times with_neighbours(double us) { return {us, us, {plain(), plain()}}; }
  [[nodiscard]] Times on_new_inputs();
  /// True if launches after a change take longer than their neighbours time after time; or than the row's
  /// own, although those are as quick as ever some time later. Fills in slow_us_ and quick_us_.
  [[nodiscard]] bool is_slower(const std::function<Times()>& changed, double own, double ratio);
  [[nodiscard]] std::string slower_on_other_inputs(double own);

  BoundVariant& bound_;
  std::unique_ptr<Probe> cold_;  ///< of a hot row
  Probe& probe_;                 ///< takes timed checks and what they are compared with
  Probe& samples_;               ///< takes the row's samples
  FreshInputs fresh_;
  bool tries_new_inputs_;
  std::uint64_t draws_ = 0;
  std::mt19937 random_{std::random_device{}()};
  double spent_s_ = 0;
  std::vector<double> cost_s_ = std::vector<double>(5);  ///< of the last check of each kind; 0: none yet
  double verify_s_ = 0;                                  ///< of the shortest; 0: none yet
  double last_verify_s_ = 0;
  double verified_s_ = 0;  ///< of those after samples
  unsigned checks_ = 0;
  std::vector<double> plain_us_;  ///< of a hot row
  std::vector<double> garbage_us_;
  std::vector<double> one_input_us_;
  std::vector<double> new_inputs_us_;
  std::optional<double> first_launch_us_;
  double slow_us_ = 0;
  double quick_us_ = 0;
};

/// The rules of a run, and what one process needs for them.
struct RowRules : Rules {
  Compare compare = {};  ///< compares outputs; empty: in this process
};

/// Fills in `row`. Every step throws Failed, Unsupported or BadUsage for errors of the variant or the device;
/// a wrong result becomes the row's status.
class RowVisit {
 public:
  /// `alone`: no other row is launched between `prepare` and `finish`. The row and the plan must outlive this object.
  RowVisit(Row& row, const PlannedRow& planned, ProblemMemory& memory, Executors& executors, const RowRules& rules,
           bool alone);

  /// Prepares the row's memory, and verifies the variant on the first visit; with RowRules::profile, launches
  /// it for the profiler. False if nothing is left to do: the row is wrong, or not timed.
  bool prepare();
  /// Takes one sample. False once there are enough; more may be taken until the row is out of time.
  bool step();
  [[nodiscard]] bool out_of_time() const { return sampling_ && sampling_->out_of_time(); }
  /// Records the device's state right after the last sample, because an idle GPU is not throttled.
  void note_state();
  /// Verifies the results and adds the samples to the row; the last visit also computes the row's final values.
  void finish();

 private:
  /// The whole row of a problem that takes one sample: one launch, timed and verified.
  void launch_once();
  [[nodiscard]] bool verify_passes();
  /// Warms up; on a first visit, verifies the first launch on the asked inputs, which is timed as a check.
  void start_sampling();
  [[nodiscard]] bool right_after_timing();
  void conclude();
  /// Status, message and rates from the row's measurement.
  void summarise_row();
  void profile();

  Row& row_;
  const PlannedRow& planned_;
  ProblemMemory& memory_;
  Executor& executor_;
  const RowRules& rules_;
  bool alone_;
  bool first_;
  /// The asked inputs are new to the variant when its sampling starts: the first launch on them is timed.
  bool times_new_inputs_;
  RowRanges ranges_;
  std::optional<Range> whole_;
  std::optional<BoundVariant> bound_;
  std::optional<Range> measuring_;
  std::unique_ptr<Probe> probe_;
  std::optional<Sampling> sampling_;
  std::unique_ptr<SkippedWorkCheck> check_;
};

/// --paranoid: launches over and over, 5000 times with a check and about half as often without. Before a
/// checked launch, at random: outputs are filled with one of two poisons, or keep what they hold; the guard
/// zones change; one of four sets of inputs is loaded; a few more launches come first, which are not checked.
/// Stops at the first wrong result. `passes`: see Executor::passes.
[[nodiscard]] Verdict paranoid_verdict(BoundVariant& bound, std::size_t passes);

/// Adds to a timed row its hardware counters and, with `energy`, the energy of a launch, if they were asked for.
/// Returns why some are missing, or what must be said about them; usually empty. Throws Failed if a launch fails.
[[nodiscard]] std::string add_counters_and_energy(Row& row, BoundVariant& bound,
                                                  const std::optional<EnergyRules>& energy);

/// Adds to a cold row of a GPU the visits with less of each resource, or why there are none.
void add_why(Row& row, BoundVariant& bound);

/// What its figures say about a row: its two visits differ; its times fall into two groups. Usually empty.
[[nodiscard]] std::string remark_on(const Row& row);

/// Compares a timed row with the least time, in microseconds, for its bytes at the rates of the row's
/// ceiling, all measured in this run. A row that is surely, beyond its noise, faster than the
/// device can be is incorrect, and has no time; one that is a little faster has a remark. The bounds are 5 % and
/// 2 us for a GPU's own memory, a factor of 3 and 0.2 us for others. `of_device`: the rates are those of a GPU's own
/// memory, which other work does not disturb, as it does the host's and the bus.
void judge_by_ceiling(Row& row, double least_us, bool of_device);

/// Merges the states after two visits: throttling after either one counts.
[[nodiscard]] DeviceState merged(const DeviceState& first, DeviceState second);

}  // namespace rungs
