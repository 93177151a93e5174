// The state and the energy of a GPU from NVML, which comes with the driver and is loaded at run time.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

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

namespace cuda {

/// Queries one GPU; any thread may, but recent_settings. If NVML is missing or does not know the GPU, all
/// values are unknown.
class Nvml {
 public:
  /// `uuid`: "GPU-...", as CUDA and nvidia-smi name it. `library`: its name, or the path of another one.
  explicit Nvml(const std::string& uuid, const std::string& library = "libnvidia-ml.so.1");
  [[nodiscard]] DeviceState state() const;
  /// What is set on the GPU, as (name with unit, value): ecc ("on", "off"), power_limit_w, memory_clock_mhz
  /// (the highest one that it has), memory_clock_now_mhz. What is unknown is left out.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> settings() const;
  /// The same, asked at most once a second: it takes longer than a small row, and every row is sent with it.
  [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& recent_settings();
  [[nodiscard]] PowerState power_state() const;
  /// The energy in millijoules that the whole board has used since the driver was loaded. The driver updates
  /// it several times a second. Throws Unsupported, with the reason, if it cannot be read.
  [[nodiscard]] std::uint64_t energy_millijoules() const;

 private:
  struct Library;
  [[nodiscard]] std::string error_text(int result) const;

  std::shared_ptr<const Library> library_;
  void* device_ = nullptr;
  std::string why_none_;  ///< why there is no library, or no such GPU
  std::vector<std::pair<std::string, std::string>> recent_;
  std::optional<std::chrono::steady_clock::time_point> asked_;  ///< when for `recent_`
};

/// The reasons for reduced clocks as text ("none", "power cap", "power cap+thermal"), from the bits of
/// nvmlDeviceGetCurrentClocksEventReasons. An idle GPU or clocks set by a user do not count as throttling.
[[nodiscard]] std::string throttle_text(unsigned long long reasons);

}  // namespace cuda
}  // namespace rungs
