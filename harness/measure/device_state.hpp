// What state a device was in when a row ended: what slowed its clocks, and how warm it was.
#pragma once

#include <optional>
#include <string>

namespace rungs {

/// Empty where not known, as on the host.
struct DeviceState {
  std::string clock_locked;  ///< "yes" where clocks that a user has set limit the device, "no" where not
  std::string throttle;      ///< what holds the clocks down: "none", or names like "power cap" joined by '+'
  std::optional<double> temperature_c;
};

}  // namespace rungs
