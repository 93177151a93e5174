#include "harness/cuda/nvml.hpp"

#include <dlfcn.h>

#include <array>
#include <utility>

namespace rungs::cuda {
namespace {

// The part of NVML's interface that is used, since its header comes only with the toolkit. Values: NVML API
// Reference Guide, "NvmlClocksEventReasons" and "nvmlTemperatureSensors_t".
constexpr int success = 0;
constexpr int sensor_of_the_chip = 0;
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

std::string throttle_text(unsigned long long reasons) {
  std::string text;
  for (const auto& [bit, name] : slowing) {
    if ((reasons & bit) != 0) text += (text.empty() ? "" : "+") + std::string(name);
  }
  return text.empty() ? "none" : text;
}

}  // namespace rungs::cuda
