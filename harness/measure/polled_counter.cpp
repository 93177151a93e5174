#include "harness/measure/polled_counter.hpp"
#include <chrono>
#include <utility>

namespace rungs {

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
