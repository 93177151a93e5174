// Changes the supply of one resource around an unchanged launch, and times it.
#pragma once

#include <vector>
#include "harness/cuda/device.hpp"
#include "harness/measure/cuda_probe.hpp"
#include "harness/measure/why.hpp"

namespace rungs::cuda {

/// Visits of each resource, levels there and back, each beside its placebo; cold caches. `launch` launches on the
/// timer's stream, wherever that is; `mhz` is the clock that the device keeps. No setting of the device is touched.
/// Throws Unsupported, with the reason, if the driver is too old, or for a launch that would be measured wrongly;
/// Failed on any error of a launch.
[[nodiscard]] std::vector<WhyVisit> measure_why(StreamTimer& timer, const Launch& launch, const DeviceFacts& device,
                                                double mhz);

}  // namespace rungs::cuda
