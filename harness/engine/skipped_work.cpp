#include "harness/engine/skipped_work.hpp"

#include <fmt/format.h>

#include <utility>

#include "harness/measure/heartbeat.hpp"
#include "harness/measure/statistics.hpp"
#include "harness/output/units.hpp"

namespace rungs {
namespace {

constexpr std::size_t most_checked = 4;
constexpr unsigned checked_of_ten = 2;
constexpr double long_us = 20'000;  ///< of such launches few are made

constexpr double longer = 1.5;
/// On new inputs a CPU mispredicts branches that it predicts on known ones: 2.3 times as long was seen.
constexpr double longer_on_cpu = 3;

bool clearly_longer(double checked_us, double plain_us, double ratio = longer) {
  constexpr double least_us = 3;
  return checked_us > ratio * plain_us && checked_us > plain_us + least_us;
}

/// Launches that are compared with their neighbours. Noise that comes and goes shifts a median; that
/// it meets a checked launch and none of its neighbours, time after time, is unlikely.
struct Rounds {
  double ratio = longer;
  std::vector<double> checked_us;
  std::vector<double> plain_us;
  std::size_t times_longer = 0;

  void add(double checked, std::vector<double> neighbours) {
    checked_us.push_back(checked);
    plain_us.push_back(median_of(std::move(neighbours)));
    times_longer += clearly_longer(checked, plain_us.back(), ratio) ? 1 : 0;
  }
};

}  // namespace

SkippedWorkCheck::SkippedWorkCheck(BoundVariant& bound, Probe& probe, Cache cache)
    : bound_(bound),
      cold_(cache == Cache::hot ? bound.probe(Cache::cold) : nullptr),
      probe_(cold_ != nullptr ? *cold_ : probe) {}

double SkippedWorkCheck::plain() {
  const InVariant inside;
  return probe_.take().us;
}

double SkippedWorkCheck::over_garbage() {
  bound_.poison(Poison::drawn);
  return plain();
}

void SkippedWorkCheck::perhaps_take() {
  const bool long_launch = !checked_us_.empty() && checked_us_.back() > long_us;
  if (!long_launch && checked_us_.size() < most_checked && random_() % 10 < checked_of_ten) take();
}

void SkippedWorkCheck::take() {
  if (cold_ != nullptr) plain_us_.push_back(plain());
  checked_us_.push_back(over_garbage());
}

void SkippedWorkCheck::time_new_inputs() { new_inputs_us_ = plain(); }

std::string SkippedWorkCheck::skipped_work(
    std::optional<double> own_median, const std::function<std::shared_ptr<HostImage>(std::uint64_t)>& fresh) {
  if (bound_.with_copies()) return "";  // the host's caches hold what was just written: copies take longer
  if (cold_ != nullptr) own_median = median_of(plain_us_);
  if (!own_median) return "";
  std::string found;
  if (clearly_longer(median_of(checked_us_), *own_median)) found = slower_over_garbage();
  if (found.empty() && new_inputs_us_ && clearly_longer(*new_inputs_us_, *own_median))
    found = slower_on_new_inputs(fresh);
  return found;
}

std::string SkippedWorkCheck::slower_over_garbage() {
  const bool few = median_of(checked_us_) > long_us;
  const std::size_t rounds = few ? 7 : 15;
  Rounds found;
  for (std::size_t i = 0; i < rounds; ++i) {
    const double before = plain();
    const double with = over_garbage();
    found.add(with, {before, plain(), plain()});
  }
  if (found.times_longer + (few ? 0 : 2) < rounds) return "";
  return fmt::format("skips work when its outputs are there: {} over garbage, {} over its own results",
                     time_text(median_of(found.checked_us)), time_text(median_of(found.plain_us)));
}

std::string SkippedWorkCheck::slower_on_new_inputs(
    const std::function<std::shared_ptr<HostImage>(std::uint64_t)>& fresh) {
  constexpr std::uint64_t draws = 7;
  Rounds found{bound_.on_cpu() ? longer_on_cpu : longer, {}, {}};
  try {
    for (std::uint64_t draw = 0; draw < draws; ++draw) {
      // Every launch follows a load and a preparation, which alone can make a launch slower.
      const auto inputs = fresh(draw);
      const auto first_launch = [&] {
        bound_.load_unverified(*inputs);
        return plain();
      };
      const double first = first_launch();
      found.add(first, {first_launch(), first_launch(), first_launch()});
    }
  } catch (const Unsupported&) {  // no memory for more inputs
  }
  bound_.load(Inputs::asked);
  if (found.times_longer < draws) return "";
  return fmt::format("keeps results for inputs that it has seen: {} on new ones, {} on those",
                     time_text(median_of(found.checked_us)), time_text(median_of(found.plain_us)));
}

}  // namespace rungs
