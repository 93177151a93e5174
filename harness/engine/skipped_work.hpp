// Samples that find variants which do less work when nobody looks: timed launches over garbage outputs, and
// on inputs that the variant has not seen, at moments that it cannot know.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "harness/engine/bound_variant.hpp"

namespace rungs {

/// The checked samples of one visit. None of them becomes a sample of the row. They are compared with plain
/// samples of the same cache state: the row's own; or, for a hot row, whose state no checked sample can have,
/// with cold ones taken for this purpose.
class SkippedWorkCheck {
 public:
  /// `bound` and `probe`, which takes the row's samples, must outlive this object.
  SkippedWorkCheck(BoundVariant& bound, Probe& probe, Cache cache);

  /// Two times in ten on average, up to four times: takes a checked sample.
  void perhaps_take();
  /// Poisons the outputs and times one launch.
  void take();
  /// Times the first launch on inputs that were just loaded.
  void time_new_inputs();
  /// Explains what was found, or is empty: a launch over garbage, or on new inputs, takes clearly longer than
  /// `own_median`, in microseconds, of the row's samples. That is more than half as long again, which is more
  /// than caches and clocks explain, and 3 us more, so that it is no matter of events. What looks so is
  /// measured again, each launch between plain ones, and must be longer than those nearly every time. `fresh`
  /// draws inputs that the variant has not seen.
  [[nodiscard]] std::string skipped_work(
      std::optional<double> own_median,
      const std::function<std::shared_ptr<HostImage>(std::uint64_t)>& fresh);

 private:
  [[nodiscard]] double plain();
  [[nodiscard]] double over_garbage();
  [[nodiscard]] std::string slower_over_garbage();
  [[nodiscard]] std::string slower_on_new_inputs(
      const std::function<std::shared_ptr<HostImage>(std::uint64_t)>& fresh);

  BoundVariant& bound_;
  std::unique_ptr<Probe> cold_;  ///< of a hot row
  Probe& probe_;                 ///< takes checked samples and those that they are compared with
  std::mt19937 random_{std::random_device{}()};
  std::vector<double> plain_us_;  ///< of a hot row
  std::vector<double> checked_us_;
  std::optional<double> new_inputs_us_;
};

}  // namespace rungs
