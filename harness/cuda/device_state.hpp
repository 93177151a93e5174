// The state of a device when a row ended: what reduced its clocks, and its temperature.
#pragma once

#include <optional>
#include <string>

namespace rungs {

/// Empty if unknown, as on the host.
struct DeviceState {
  std::string clock_locked;  ///< "yes" if clocks set by a user limit the device, "no" if not
  std::string throttle;      ///< why the clocks are reduced: "none", or names like "power cap" joined by '+'
  std::optional<double> temperature_c;
};

}  // namespace rungs
