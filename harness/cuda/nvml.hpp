// The state of a GPU, from NVIDIA's management library, which comes with the driver and is found at run time.
#pragma once

#include <memory>
#include <string>

#include "harness/measure/device_state.hpp"

namespace rungs::cuda {

/// Asks about one GPU. Where the library is not there, or does not know the GPU, nothing is known.
class Nvml {
 public:
  /// `uuid`: "GPU-...", as CUDA and nvidia-smi name it.
  explicit Nvml(const std::string& uuid);
  [[nodiscard]] DeviceState state() const;

 private:
  struct Library;
  std::shared_ptr<const Library> library_;
  void* device_ = nullptr;
};

/// The reasons that hold clocks down as text ("none", "power cap", "power cap+thermal"), from the bits of
/// nvmlDeviceGetCurrentClocksEventReasons. That a GPU is idle or that a user has set its clocks is no
/// throttling.
[[nodiscard]] std::string throttle_text(unsigned long long reasons);

}  // namespace rungs::cuda
