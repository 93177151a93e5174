// Finds the updates of an energy counter by reading it again and again in a thread of its own, so that
// launches that keep the caller busy do not delay it.
#pragma once

#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>
#include "harness/measure/energy.hpp"

namespace rungs {

/// Finds changes in readings of a counter.
class UpdateFinder {
 public:
  /// A reading at this time, later than the one before. Returns an update if the value has changed since: it
  /// changed between the two readings.
  std::optional<EnergyUpdate> see(double at_s, std::uint64_t millijoules);

 private:
  std::optional<EnergyUpdate> last_;
};

/// Reads about a thousand times a second during its lifetime.
class PolledCounter final : public EnergyCounter {
 public:
  /// `read` gives millijoules and `state` the device's state at an update; both are called by another thread,
  /// and what they throw, `take` throws.
  PolledCounter(std::function<std::uint64_t()> read, std::function<PowerState()> state, Clock now);
  [[nodiscard]] std::vector<EnergyUpdate> take() override;

 private:
  void poll(const std::stop_token& stop);

  std::function<std::uint64_t()> read_;
  std::function<PowerState()> state_;
  Clock now_;
  std::mutex mutex_;  ///< guards the next two
  std::vector<EnergyUpdate> updates_;
  std::exception_ptr error_;
  std::jthread thread_;  ///< the last member: it ends before the others do
};

}  // namespace rungs
