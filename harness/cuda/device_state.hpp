// The state of a device: what reduces its clocks, its temperature, its clocks and its power limit.
#pragma once

#include <optional>
#include <string>

namespace rungs {

/// Empty if unknown, as on the host.
struct DeviceState {
  std::string clock_locked;  ///< "yes" if clocks set by a user limit the device, "no" if not
  std::string throttle;      ///< why the clocks are reduced: "none", or names like "power cap" joined by '+'
  std::optional<double> temperature_c;
  bool operator==(const DeviceState&) const = default;
};

/// What a reader of an energy must know about the device; empty if unknown.
struct PowerState {
  std::optional<double> temperature_c;
  std::optional<double> sm_clock_mhz;
  std::optional<double> memory_clock_mhz;
  std::optional<double> power_limit_w;
  std::optional<unsigned long long> throttle_bits;  ///< see cuda::throttle_text
  bool operator==(const PowerState&) const = default;
};

}  // namespace rungs
