#include "harness/cuda/nvml.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <utility>

namespace rungs::cuda {
namespace {

// The part of NVML's interface that is used, since its header comes only with the toolkit. Values: NVML API
// Reference Guide, "NvmlClocksEventReasons", "nvmlTemperatureSensors_t", "nvmlClockType_t" and
// "nvmlEnableState_t".
constexpr int success = 0;
constexpr int sensor_of_the_chip = 0;
constexpr int clock_of_memory = 2;
constexpr int switched_on = 1;
constexpr unsigned long long clocks_set_by_user = 0x2;
constexpr std::array<std::pair<unsigned long long, const char*>, 7> slowing{{{0x4, "power cap"},
                                                                             {0x8, "hardware slowdown"},
                                                                             {0x10, "sync boost"},
                                                                             {0x20, "thermal"},
                                                                             {0x40, "hardware thermal"},
                                                                             {0x80, "power brake"},
                                                                             {0x100, "display"}}};

}  // namespace

struct Nvml::Library {
  int (*initialise)() = nullptr;
  int (*find)(const char* uuid, void** device) = nullptr;
  int (*reasons)(void* device, unsigned long long* reasons) = nullptr;
  int (*temperature)(void* device, int sensor, unsigned* celsius) = nullptr;
  // Null in a driver that does not have them.
  int (*ecc)(void* device, int* current, int* after_reboot) = nullptr;
  int (*power_limit)(void* device, unsigned* milliwatts) = nullptr;
  int (*clock)(void* device, int which, unsigned* mhz) = nullptr;
  int (*highest_clock)(void* device, int which, unsigned* mhz) = nullptr;
};

Nvml::Nvml(const std::string& uuid) {
  void* const file = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
  if (file == nullptr) return;
  auto library = std::make_shared<Library>();
  const auto load = [file](const char* name, auto& function) {
    // POSIX guarantees this conversion of dlsym's result.
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(file, name));
    return function != nullptr;
  };
  const bool loaded = load("nvmlInit_v2", library->initialise) &&
                      load("nvmlDeviceGetHandleByUUID", library->find) &&
                      load("nvmlDeviceGetCurrentClocksThrottleReasons", library->reasons) &&
                      load("nvmlDeviceGetTemperature", library->temperature);
  load("nvmlDeviceGetEccMode", library->ecc);
  load("nvmlDeviceGetEnforcedPowerLimit", library->power_limit);
  load("nvmlDeviceGetClockInfo", library->clock);
  load("nvmlDeviceGetMaxClockInfo", library->highest_clock);
  if (!loaded || library->initialise() != success) return;
  if (library->find(uuid.c_str(), &device_) != success) return;
  library_ = library;
}

DeviceState Nvml::state() const {
  DeviceState state;
  if (library_ == nullptr) return state;
  unsigned long long reasons = 0;
  if (library_->reasons(device_, &reasons) == success) {
    state.throttle = throttle_text(reasons);
    state.clock_locked = (reasons & clocks_set_by_user) != 0 ? "yes" : "no";
  }
  unsigned celsius = 0;
  if (library_->temperature(device_, sensor_of_the_chip, &celsius) == success) state.temperature_c = celsius;
  return state;
}

std::vector<std::pair<std::string, std::string>> Nvml::settings() const {
  std::vector<std::pair<std::string, std::string>> known;
  if (library_ == nullptr) return known;
  const Library& nvml = *library_;
  int now = 0;
  int after_reboot = 0;
  if (nvml.ecc != nullptr && nvml.ecc(device_, &now, &after_reboot) == success)
    known.emplace_back("ecc", now == switched_on ? "on" : "off");
  unsigned value = 0;
  if (nvml.power_limit != nullptr && nvml.power_limit(device_, &value) == success)
    known.emplace_back("power_limit_w", fmt::format("{:g}", value / 1e3));
  if (nvml.highest_clock != nullptr && nvml.highest_clock(device_, clock_of_memory, &value) == success)
    known.emplace_back("memory_clock_mhz", std::to_string(value));
  if (nvml.clock != nullptr && nvml.clock(device_, clock_of_memory, &value) == success)
    known.emplace_back("memory_clock_now_mhz", std::to_string(value));
  return known;
}

std::string throttle_text(unsigned long long reasons) {
  std::string text;
  for (const auto& [bit, name] : slowing) {
    if ((reasons & bit) != 0) text += (text.empty() ? "" : "+") + std::string(name);
  }
  return text.empty() ? "none" : text;
}

}  // namespace rungs::cuda
