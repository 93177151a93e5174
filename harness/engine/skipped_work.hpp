// Launches that find variants which do less work when nobody looks: at moments that they cannot know, in the
// whole row, over spoilt results, on garbage, and on inputs that they have not seen.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>
#include "harness/engine/bound_variant.hpp"

namespace rungs {

/// Draws inputs that a variant has not seen, others for each number.
using FreshInputs = std::function<std::shared_ptr<HostImage>(std::uint64_t draw)>;

/// The checked launches of one visit. None of them becomes a sample of the row. Times are compared with plain
/// samples of the same cache state: the row's own; or, for a hot row, whose state no checked launch can have,
/// with cold ones taken for this purpose.
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
  /// Poisons the outputs and times one launch.
  void take_over_garbage();
  /// Times the first launch on the row's inputs, which were just loaded.
  void time_first_launch();
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
  [[nodiscard]] double with_an_input_changed();
  /// The first launch on inputs that were never seen, in other memory.
  [[nodiscard]] double first_on(const HostImage& inputs);
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

}  // namespace rungs
