// The state of a GPU from NVML, which comes with the driver and is loaded at run time.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "harness/cuda/device_state.hpp"

namespace rungs::cuda {

/// Queries one GPU. If NVML is missing or does not know the GPU, all values are unknown.
class Nvml {
 public:
  /// `uuid`: "GPU-...", as CUDA and nvidia-smi name it.
  explicit Nvml(const std::string& uuid);
  [[nodiscard]] DeviceState state() const;
  /// What is set on the GPU, as (name with unit, value): ecc ("on", "off"), power_limit_w, memory_clock_mhz
  /// (the highest one that it has), memory_clock_now_mhz. What is unknown is left out.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> settings() const;

 private:
  struct Library;
  std::shared_ptr<const Library> library_;
  void* device_ = nullptr;
};

/// The reasons for reduced clocks as text ("none", "power cap", "power cap+thermal"), from the bits of
/// nvmlDeviceGetCurrentClocksEventReasons. An idle GPU or clocks set by a user do not count as throttling.
[[nodiscard]] std::string throttle_text(unsigned long long reasons);

}  // namespace rungs::cuda
