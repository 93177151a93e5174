// Launches that find variants which do less work when nobody looks.
#include <fmt/format.h>
#include <algorithm>
#include <new>
#include <utility>
#include "harness/engine/row_visit.hpp"
#include "harness/measure/statistics.hpp"
#include "harness/output/units.hpp"

namespace rungs {
namespace {

constexpr unsigned one_in = 3;            ///< sample, on average, after which a check is made if time allows
constexpr double most_share = 0.05;       ///< of the time spent on samples, of checks as of comparisons
constexpr unsigned first_checks = 4;      ///< of a visit: made in any case if they are short
constexpr double short_s = 0.002;         ///< such a check
constexpr double unknown_cost_s = 0.005;  ///< of a check that was not made yet
constexpr double long_us = 20'000;        ///< of such launches few are made

constexpr double longer = 1.5;
/// On new inputs a CPU mispredicts branches that it predicts on known ones: 3.6 times as long was seen.
constexpr double longer_on_cpu = 6;

bool clearly_longer(double checked_us, double plain_us, double ratio = longer) {
  constexpr double least_us = 3;
  return checked_us > ratio * plain_us && checked_us > plain_us + least_us;
}

}  // namespace

SkippedWorkCheck::SkippedWorkCheck(BoundVariant& bound, Probe& probe, Cache cache, FreshInputs fresh,
                                   bool tries_new_inputs)
    : bound_(bound),
      cold_(cache == Cache::hot ? bound.probe(Cache::cold) : nullptr),
      probe_(cold_ != nullptr ? *cold_ : probe),
      samples_(probe),
      fresh_(std::move(fresh)),
      tries_new_inputs_(tries_new_inputs) {
  constexpr double loaded_per_s = 2e9;  // bytes, slowly
  cost_s_.at(static_cast<std::size_t>(Kind::new_inputs)) =
      unknown_cost_s + static_cast<double>(bound.input_bytes()) / loaded_per_s;
}

double SkippedWorkCheck::plain() {
  const InVariant inside;
  return probe_.take().us;
}

double SkippedWorkCheck::over_garbage() {
  bound_.poison(Poison::drawn);
  return plain();
}

double SkippedWorkCheck::first_on(const HostImage& inputs) {
  bound_.move_elsewhere();
  bound_.load_unverified(inputs);
  return plain();
}

SkippedWorkCheck::Times SkippedWorkCheck::on_new_inputs() {
  constexpr int launches = 4;
  const auto inputs = fresh_(draws_++);
  Times times;
  times.first = times.shortest = first_on(*inputs);
  for (int i = 1; i < launches; ++i) times.shortest = std::min(times.shortest, plain());
  // A load alone can make the next launch slower.
  for (double& again : times.loaded_again) {
    bound_.load_unverified(*inputs);
    again = plain();
  }
  return times;
}

Verdict SkippedWorkCheck::perhaps_check(double sampled_s, bool shared) {
  constexpr std::array kinds{Kind::spots,   Kind::spots,   Kind::spots,     Kind::results,
                             Kind::results, Kind::garbage, Kind::one_input, Kind::new_inputs};
  if (random_() % one_in != 0) return {};
  const Kind kind = kinds.at(random_() % kinds.size());
  double& cost_s = cost_s_.at(static_cast<std::size_t>(kind));
  if (kind == Kind::results) cost_s = std::max(cost_s, verify_s_);
  const bool one_of_the_first = checks_ < first_checks && kind != Kind::new_inputs && cost_s < short_s;
  if (!one_of_the_first && spent_s_ + std::max(cost_s, unknown_cost_s) > most_share * sampled_s) return {};
  if (kind == Kind::new_inputs && (!tries_new_inputs_ || !new_inputs_us_.empty())) return {};
  const Clock now = steady_clock_seconds();
  const double start = now();
  if (shared) {
    bound_.reload();
    bound_.poison();
    static_cast<void>(plain());
  }
  Verdict found = check(kind);
  cost_s = now() - start;
  spent_s_ += cost_s;
  ++checks_;
  return found;
}

Verdict SkippedWorkCheck::check(Kind kind) {
  if (kind == Kind::spots) return bound_.check_spots(samples_, random_);
  if (kind == Kind::results) {
    {
      const InVariant inside;
      static_cast<void>(samples_.take());
    }
    return verify("in a timed launch");
  }
  if (cold_ != nullptr) plain_us_.push_back(plain());
  if (kind == Kind::garbage) {
    garbage_us_.push_back(over_garbage());
  } else if (kind == Kind::one_input) {
    one_input_us_.push_back(with_an_input_changed());
    bound_.put_input_back();
  } else {
    try_new_inputs();
  }
  return {};
}

Verdict SkippedWorkCheck::verify(const std::string& when) {
  const Clock now = steady_clock_seconds();
  const double start = now();
  Verdict found = bound_.verify(when);
  last_verify_s_ = now() - start;
  verify_s_ = verify_s_ == 0 ? last_verify_s_ : std::min(verify_s_, last_verify_s_);
  return found;
}

Verdict SkippedWorkCheck::verify_twice(const std::string& when) {
  constexpr double short_verification_s = 0.02;
  Verdict found = verify(when);
  if (found.correct && verify_s_ < short_verification_s && !bound_.collects()) found = verify(when);
  return found;
}

Verdict SkippedWorkCheck::perhaps_verify(double sampled_s) {
  if (verify_s_ == 0 || verified_s_ + verify_s_ > most_share * sampled_s) return {};
  Verdict found = verify("in a timed launch");
  verified_s_ += last_verify_s_;
  return found;
}

void SkippedWorkCheck::try_new_inputs() {
  try {
    new_inputs_us_.push_back(first_on(*fresh_(draws_++)));
  } catch (const Unsupported&) {  // no memory for more inputs
  } catch (const std::bad_alloc&) {
  }
  bound_.move_home();
  static_cast<void>(plain());  // the outputs hold the asked inputs' results again
}

void SkippedWorkCheck::take_over_garbage() {
  if (cold_ != nullptr) plain_us_.push_back(plain());
  garbage_us_.push_back(over_garbage());
}

std::string SkippedWorkCheck::skipped_work(std::optional<double> own_median) {
  if (bound_.with_copies()) return "";  // the host's caches hold what was just written: copies take longer
  if (cold_ != nullptr) own_median = median_of(plain_us_);
  if (!own_median) return "";
  const double own = *own_median;
  if (clearly_longer(median_of(garbage_us_), own)) {
    if (is_slower([this] { return with_neighbours(over_garbage()); }, own, longer)) {
      return fmt::format("skips work when its outputs are there: {} over garbage, {} over its own results",
                         time_text(slow_us_), time_text(quick_us_));
    }
  }
  if (own < long_us && tries_new_inputs_ && new_inputs_us_.empty()) try_new_inputs();
  std::string found = slower_on_other_inputs(own);
  bound_.move_home();
  return found;
}

std::string SkippedWorkCheck::slower_on_other_inputs(double own) {
  constexpr const char* text = "keeps results for inputs that it has seen: {} on new ones, {} on those";
  const double ratio = bound_.on_cpu() ? longer_on_cpu : longer;
  if (own < long_us) {
    while (one_input_us_.size() < 3) one_input_us_.push_back(with_an_input_changed());
  }
  const auto changed = [this] { return with_neighbours(with_an_input_changed()); };
  if (!one_input_us_.empty() && clearly_longer(median_of(one_input_us_), own) && is_slower(changed, own, longer))
    return fmt::format(text, time_text(slow_us_), time_text(quick_us_));
  bool suspicious = first_launch_us_ && clearly_longer(*first_launch_us_, own, ratio);
  for (const double us : new_inputs_us_) suspicious = suspicious || clearly_longer(us, own, ratio);
  try {
    if (suspicious && is_slower([this] { return on_new_inputs(); }, own, ratio))
      return fmt::format(text, time_text(slow_us_), time_text(quick_us_));
  } catch (const Unsupported&) {
  } catch (const std::bad_alloc&) {
  }
  return "";
}

bool SkippedWorkCheck::is_slower(const std::function<Times()>& changed, double own, double ratio) {
  const bool few = own > long_us || median_of(garbage_us_) > long_us;
  const std::size_t rounds = few ? 4 : 9;
  const std::size_t may_miss = few ? 0 : 1;
  const std::size_t settling = few ? 4 : 64;
  constexpr int repeats = 2;  // noise that lasts through one of them does not through the other
  for (int repeat = 0; repeat < repeats; ++repeat) {
    std::vector<double> slow;
    std::vector<double> others;
    std::vector<double> shortest;
    std::size_t missed = 0;  // rounds in which it was no longer than its neighbours
    bool all_slow = true;
    for (std::size_t i = 0; i < rounds; ++i) {
      const double before = others.empty() ? own : others.back();
      const Times times = changed();
      const double neighbours = median_of({before, times.loaded_again[0], times.loaded_again[1]});
      missed += clearly_longer(times.first, neighbours, ratio) ? 0 : 1;
      all_slow = all_slow && clearly_longer(times.shortest, own, ratio);
      if (missed > may_miss && !all_slow) return false;
      slow.push_back(times.first);
      shortest.push_back(times.shortest);
      others.insert(others.end(), times.loaded_again.begin(), times.loaded_again.end());
    }
    // A variant that has noticed may be honest for a while: what counts then is the time that its row claims,
    // and that it can again reach when it thinks itself alone.
    std::vector<double> later;
    for (std::size_t i = 0; i < settling; ++i) later.push_back(plain());
    later.erase(later.begin(), later.begin() + static_cast<std::ptrdiff_t>(settling / 2));
    quick_us_ = std::max(own, median_of(later));
    slow_us_ = median_of(slow);
    all_slow = std::ranges::all_of(shortest, [&](double us) { return clearly_longer(us, quick_us_, ratio); });
    if (missed > may_miss && !all_slow) return false;
  }
  return true;
}

}  // namespace rungs
