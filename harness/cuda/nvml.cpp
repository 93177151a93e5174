#include "harness/cuda/nvml.hpp"
#include <dlfcn.h>
#include <fmt/format.h>
#include <array>
#include <rungs/core/errors.hpp>
#include <type_traits>

namespace rungs::cuda {
namespace {

// The part of NVML's interface that is used, since its header comes only with the toolkit. Values: NVML API
// Reference Guide, "NvmlClocksEventReasons", "nvmlTemperatureSensors_t", "nvmlClockType_t",
// "nvmlEnableState_t" and "nvmlReturn_t".
constexpr int success = 0;
constexpr int not_supported = 3;
constexpr int no_permission = 4;
constexpr int sensor_of_the_chip = 0;
constexpr int clock_of_sm = 1;
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

/// What a function of NVML gives; empty if the driver does not have it, or it fails.
template <class Value, class Function, class... Arguments>
std::optional<Value> asked(Function* function, Arguments... arguments) {
  Value value{};
  if (function == nullptr || function(arguments..., &value) != success) return std::nullopt;
  return value;
}

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
  int (*energy)(void* device, unsigned long long* millijoules) = nullptr;
  const char* (*error_string)(int result) = nullptr;
};

Nvml::Nvml(const std::string& uuid, const std::string& library) {
  void* const file = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (file == nullptr) {
    why_none_ = fmt::format("NVML ({}) is not found; it comes with the driver", library);
    return;
  }
  auto functions = std::make_shared<Library>();
  const auto load = [file](const char* name, auto& function) {
    // POSIX guarantees this conversion of dlsym's result.
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(file, name));
    return function != nullptr;
  };
  const bool loaded = load("nvmlInit_v2", functions->initialise) &&
                      load("nvmlDeviceGetHandleByUUID", functions->find) &&
                      load("nvmlDeviceGetCurrentClocksThrottleReasons", functions->reasons) &&
                      load("nvmlDeviceGetTemperature", functions->temperature);
  load("nvmlDeviceGetEccMode", functions->ecc);
  load("nvmlDeviceGetMaxClockInfo", functions->highest_clock);
  load("nvmlDeviceGetTotalEnergyConsumption", functions->energy);
  load("nvmlDeviceGetClockInfo", functions->clock);
  load("nvmlDeviceGetEnforcedPowerLimit", functions->power_limit);
  load("nvmlErrorString", functions->error_string);
  if (!loaded) {
    why_none_ = fmt::format("NVML ({}) is too old", library);
  } else if (functions->initialise() != success) {
    why_none_ = "NVML does not start; is the driver loaded?";
  } else if (functions->find(uuid.c_str(), &device_) != success) {
    why_none_ = fmt::format("NVML does not know the GPU {}", uuid);
  } else {
    library_ = functions;
  }
}

DeviceState Nvml::state() const {
  DeviceState state;
  const PowerState all = power_state();
  if (all.throttle_bits) {
    state.throttle = throttle_text(*all.throttle_bits);
    state.clock_locked = (*all.throttle_bits & clocks_set_by_user) != 0 ? "yes" : "no";
  }
  state.temperature_c = all.temperature_c;
  return state;
}

PowerState Nvml::power_state() const {
  PowerState state;
  if (library_ == nullptr) return state;
  state.throttle_bits = asked<unsigned long long>(library_->reasons, device_);
  state.temperature_c = asked<unsigned>(library_->temperature, device_, sensor_of_the_chip);
  state.sm_clock_mhz = asked<unsigned>(library_->clock, device_, clock_of_sm);
  state.memory_clock_mhz = asked<unsigned>(library_->clock, device_, clock_of_memory);
  if (const auto milliwatts = asked<unsigned>(library_->power_limit, device_)) state.power_limit_w = 1e-3 * *milliwatts;
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
  const PowerState power = power_state();
  if (power.power_limit_w) known.emplace_back("power_limit_w", fmt::format("{:g}", *power.power_limit_w));
  if (const auto mhz = asked<unsigned>(nvml.highest_clock, device_, clock_of_memory))
    known.emplace_back("memory_clock_mhz", std::to_string(*mhz));
  if (power.memory_clock_mhz) known.emplace_back("memory_clock_now_mhz", fmt::format("{:g}", *power.memory_clock_mhz));
  return known;
}

const std::vector<std::pair<std::string, std::string>>& Nvml::recent_settings() {
  const auto now = std::chrono::steady_clock::now();
  if (!asked_ || now - *asked_ > std::chrono::seconds(1)) {
    recent_ = settings();
    asked_ = now;
  }
  return recent_;
}

std::uint64_t Nvml::energy_millijoules() const {
  if (library_ == nullptr) throw Unsupported(why_none_);
  if (library_->energy == nullptr)
    throw Unsupported("this driver's NVML has no nvmlDeviceGetTotalEnergyConsumption; a newer driver has it");
  unsigned long long millijoules = 0;
  const int result = library_->energy(device_, &millijoules);
  if (result == success) return millijoules;
  if (result == not_supported)
    throw Unsupported("this GPU has no energy counter; NVML offers one from the Volta architecture on");
  if (result == no_permission) throw Unsupported("NVML does not allow this user to read the energy counter");
  throw Unsupported("reading the energy counter failed: " + error_text(result));
}

std::string Nvml::error_text(int result) const {
  const char* text = library_->error_string != nullptr ? library_->error_string(result) : nullptr;
  return text != nullptr ? fmt::format("{} (NVML error {})", text, result) : fmt::format("NVML error {}", result);
}

std::string throttle_text(unsigned long long reasons) {
  std::string text;
  for (const auto& [bit, name] : slowing) {
    if ((reasons & bit) != 0) text += (text.empty() ? "" : "+") + std::string(name);
  }
  return text.empty() ? "none" : text;
}

}  // namespace rungs::cuda
