// Energy of a launch from a counter that grows in steps: idle power first, then launches back to back between
// two updates of the counter. Independent of GPUs, so that tests can use made-up counters and time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>
#include "harness/cuda/nvml.hpp"
#include "harness/measure/sampler.hpp"

namespace rungs {

/// Lengths in seconds of time.
struct EnergyRules {
  double seconds = 5;    ///< least length of the window with launches
  double idle_s = 3;     ///< least length of the idle window before
  double settle_s = 1;   ///< without launches before the idle window
  double warm_up_s = 1;  ///< of launches before their window
  double stall_s = 2;    ///< a counter that stands still for so long is refused
  bool operator==(const EnergyRules&) const = default;
};

/// One change of the counter.
struct EnergyUpdate {
  double at_s = 0;      ///< when it was seen
  double within_s = 0;  ///< how far its true time can be from that
  std::uint64_t millijoules = 0;
  PowerState state = {};
};

/// A counter of a device's energy.
class EnergyCounter {
 public:
  virtual ~EnergyCounter() = default;
  /// The updates since the last call, oldest first. Throws Unsupported if the counter cannot be read.
  [[nodiscard]] virtual std::vector<EnergyUpdate> take() = 0;
};

/// Launches back to back.
class EnergyLoad {
 public:
  virtual ~EnergyLoad() = default;
  /// Queues launches while few are waiting; returns after at most some milliseconds, unless a launch takes
  /// longer. Throws Failed on any error.
  virtual void feed() = 0;
  /// Waits for all launches. Throws Failed on any error.
  virtual void finish() = 0;
  /// After `finish`: how many launches had been done at this time; a launch that ran then counts by the share
  /// of its time.
  [[nodiscard]] virtual double done_at(double at_s) const = 0;
  /// The share of the feeds that found nothing left to run, from 0 to 1.
  [[nodiscard]] virtual double dry_share() const = 0;
};

/// Energies of one launch in joules, powers in watts.
struct Energy {
  double joules_per_launch = 0;      ///< the idle power's part included
  double idle_watts = 0;             ///< of the device that is awake, before the launches
  double net_joules_per_launch = 0;  ///< without the idle power's part
  double ci_low = 0, ci_high = 0;    ///< 95 % confidence interval of the net energy
  double seconds = 0;                ///< from update to update
  double launches = 0;               ///< in these seconds
  std::uint64_t updates = 0;         ///< of the counter in them
  double watts = 0;                  ///< in them, on average
  PowerState state;                  ///< averages, the least power limit, all reasons of throttling
  std::string throttle;              ///< those reasons as text, "none", or "" if unknown
  std::string note;                  ///< what the reader must know; usually empty
  bool operator==(const Energy&) const = default;
};

/// Idle power and then the energy of launches. Powers of a window come from its first and its last update;
/// the interval from batch means of its updates (Law and Kelton, Simulation Modeling and Analysis), so that
/// it covers correlated powers and drift, from the steps of the counter and from the times at which updates
/// were seen. It does not cover the counter's own accuracy. `pause` waits for some milliseconds. Throws
/// Unsupported if the counter stands still, jumps or goes back, if a launch is too long for the window, or if
/// the power with launches is not clearly above that at rest; Failed if a launch fails.
[[nodiscard]] Energy measure_energy(EnergyCounter& counter, EnergyLoad& load, const EnergyRules& rules,
                                    const Clock& now, const std::function<void()>& pause);

/// Finds changes in readings of a counter.
class UpdateFinder {
 public:
  /// A reading at this time, later than the one before. Returns an update if the value has changed since: it
  /// changed between the two readings.
  std::optional<EnergyUpdate> see(double at_s, std::uint64_t millijoules);

 private:
  std::optional<EnergyUpdate> last_;
};

/// Finds the updates by reading about a thousand times a second during its lifetime, in a thread of its own, so that
/// launches that keep the caller busy do not delay it.
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
