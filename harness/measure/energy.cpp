#include "harness/measure/energy.hpp"
#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <rungs/core/errors.hpp>
#include <utility>
#include "harness/measure/statistics.hpp"

namespace rungs {
namespace {

/// Steps of the counter in a window; a counter that is updated rarely gets a longer window.
constexpr std::size_t least_steps = 20;
/// More is a mistake of the counter, such as a restart.
constexpr double most_watts = 20'000;
/// In fewer, the start and the end of a launch, which take different powers, would count.
constexpr double least_launches = 3;
/// Of the feeds that found nothing to run; more is said.
constexpr double most_dry_share = 0.01;
/// The counter counts whole millijoules: a difference of two is wrong by at most one.
constexpr double resolution_joules = 1e-3;

using Window = std::vector<EnergyUpdate>;

double joules_between(const EnergyUpdate& from, const EnergyUpdate& to) {
  // Unsigned, so that a counter that starts again at 2^64 does no harm.
  return 1e-3 * static_cast<double>(to.millijoules - from.millijoules);
}

double seconds_of(const Window& window) { return window.back().at_s - window.front().at_s; }

double watts_of(const Window& window) { return joules_between(window.front(), window.back()) / seconds_of(window); }

[[noreturn]] void refuse_standing(double seconds) {
  throw Unsupported(
      fmt::format("the energy counter stood still for {:.1f} s; expected several updates a second", seconds));
}

void require_plausible(const EnergyUpdate& before, const EnergyUpdate& after, double stall_s) {
  const double gap_s = after.at_s - before.at_s;
  if (gap_s > stall_s) refuse_standing(gap_s);
  // Two updates that were seen as one after a long look are close together.
  const double longest_s = gap_s + before.within_s + after.within_s;
  if (joules_between(before, after) > most_watts * longest_s) {
    throw Unsupported(fmt::format("the energy counter went from {} to {} mJ within {:.0f} ms; no GPU uses that much",
                                  before.millijoules, after.millijoules, 1e3 * gap_s));
  }
}

/// The updates of a window of at least `seconds` that starts at the first update after `skip_s`. `step` is
/// called again and again until then.
Window watch(EnergyCounter& counter, double skip_s, double seconds, double stall_s, const Clock& now,
             const std::function<void()>& step) {
  const double start = now();
  double last_change = start;
  std::optional<EnergyUpdate> before;
  Window window;
  while (true) {
    step();
    for (const EnergyUpdate& update : counter.take()) {
      if (update.at_s < start) continue;
      if (before) require_plausible(*before, update, stall_s);
      before = update;
      last_change = update.at_s;
      if (update.at_s < start + skip_s) continue;
      window.push_back(update);
      if (window.size() > least_steps && seconds_of(window) >= seconds) return window;
    }
    if (const double quiet_s = now() - last_change; quiet_s > stall_s) refuse_standing(quiet_s);
  }
}

/// Half of the 95 % interval of the mean power of this many batches of consecutive steps.
double half_interval(const Window& window, std::size_t batches) {
  const std::size_t steps = window.size() - 1;
  std::vector<double> powers;
  for (std::size_t i = 0; i < batches; ++i) {
    const EnergyUpdate& from = window[i * steps / batches];
    const EnergyUpdate& to = window[(i + 1) * steps / batches];
    powers.push_back(joules_between(from, to) / (to.at_s - from.at_s));
  }
  return half_interval_of_mean(powers);
}

/// Half of the interval of a window's power in watts. Few long batches see a correlation of many steps, more
/// shorter ones see the spread better: the wider of both intervals.
double half_interval(const Window& window) {
  const double ends = (window.front().within_s + window.back().within_s) * watts_of(window);
  return std::max(half_interval(window, 5), half_interval(window, 10)) +
         (ends + resolution_joules) / seconds_of(window);
}

std::optional<double> mean_of(const Window& window, std::optional<double> PowerState::*value) {
  double sum = 0;
  double count = 0;
  for (const EnergyUpdate& update : window) {
    if (!(update.state.*value)) continue;
    sum += *(update.state.*value);
    ++count;
  }
  return count > 0 ? std::optional(sum / count) : std::nullopt;
}

PowerState state_during(const Window& window) {
  PowerState all;
  all.temperature_c = mean_of(window, &PowerState::temperature_c);
  all.sm_clock_mhz = mean_of(window, &PowerState::sm_clock_mhz);
  all.memory_clock_mhz = mean_of(window, &PowerState::memory_clock_mhz);
  for (const EnergyUpdate& update : window) {
    if (update.state.power_limit_w)
      all.power_limit_w = std::min(all.power_limit_w.value_or(most_watts), *update.state.power_limit_w);
    if (update.state.throttle_bits) all.throttle_bits = all.throttle_bits.value_or(0) | *update.state.throttle_bits;
  }
  return all;
}

}  // namespace

Energy measure_energy(EnergyCounter& counter, EnergyLoad& load, const EnergyRules& rules, const Clock& now,
                      const std::function<void()>& pause) {
  const Window idle = watch(counter, rules.settle_s, rules.idle_s, rules.stall_s, now, pause);
  const Window busy = watch(counter, rules.warm_up_s, rules.seconds, rules.stall_s, now, [&load] { load.feed(); });
  load.finish();
  Energy energy;
  energy.seconds = seconds_of(busy);
  energy.launches = load.done_at(busy.back().at_s) - load.done_at(busy.front().at_s);
  if (energy.launches < least_launches) {
    throw Unsupported(fmt::format("only {:.1f} launches in {:.1f} s; a longer --energy=SECONDS is needed",
                                  energy.launches, energy.seconds));
  }
  energy.updates = busy.size() - 1;
  energy.watts = watts_of(busy);
  energy.idle_watts = watts_of(idle);
  const double seconds_per_launch = energy.seconds / energy.launches;
  energy.joules_per_launch = energy.watts * seconds_per_launch;
  energy.net_joules_per_launch = (energy.watts - energy.idle_watts) * seconds_per_launch;
  const double reach = std::hypot(half_interval(busy), half_interval(idle)) * seconds_per_launch;
  energy.ci_low = energy.net_joules_per_launch - reach;
  energy.ci_high = energy.net_joules_per_launch + reach;
  energy.state = state_during(busy);
  if (energy.ci_low <= 0) {
    throw Unsupported(
        fmt::format("{:.0f} W with launches are not above the {:.0f} W at rest; is another program using the GPU?",
                    energy.watts, energy.idle_watts));
  }
  if (energy.state.throttle_bits) energy.throttle = cuda::throttle_text(*energy.state.throttle_bits);
  if (load.dry_share() > most_dry_share) {
    energy.note = fmt::format(
        "energy: the host does not keep the stream full, it was empty at {:.0f} % of the looks; idle time "
        "between launches is in the energy",
        100 * load.dry_share());
  }
  return energy;
}

std::optional<EnergyUpdate> UpdateFinder::see(double at_s, std::uint64_t millijoules) {
  const auto before = std::exchange(last_, EnergyUpdate{at_s, 0, millijoules});
  if (!before || before->millijoules == millijoules) return std::nullopt;
  return EnergyUpdate{(before->at_s + at_s) / 2, (at_s - before->at_s) / 2, millijoules};
}

PolledCounter::PolledCounter(std::function<std::uint64_t()> read, std::function<PowerState()> state, Clock now)
    : read_(std::move(read)),
      state_(std::move(state)),
      now_(std::move(now)),
      thread_([this](const std::stop_token& stop) { poll(stop); }) {}

std::vector<EnergyUpdate> PolledCounter::take() {
  const std::lock_guard lock(mutex_);
  if (error_) std::rethrow_exception(error_);
  return std::exchange(updates_, {});
}

void PolledCounter::poll(const std::stop_token& stop) {
  constexpr double least_between_states_s = 0.05;  // a counter without steps changes at each look
  UpdateFinder finder;
  PowerState state;
  double state_at_s = -least_between_states_s;
  try {
    while (!stop.stop_requested()) {
      const double before = now_();
      const std::uint64_t value = read_();
      const double after = now_();
      if (auto update = finder.see((before + after) / 2, value)) {
        // The next update is far away: there is time for slower questions.
        if (after - state_at_s >= least_between_states_s) {
          state = state_();
          state_at_s = after;
        }
        update->state = state;
        const std::lock_guard lock(mutex_);
        updates_.push_back(*update);
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  } catch (...) {
    const std::lock_guard lock(mutex_);
    error_ = std::current_exception();
  }
}

}  // namespace rungs
