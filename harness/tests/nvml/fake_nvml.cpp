// The functions of NVML that the harness uses, over the answers of a test.
#include "harness/tests/nvml/fake_nvml.hpp"
#include <algorithm>
#include <cmath>
#include <cstring>

namespace {

rungs::FakeNvml answers;

constexpr int invalid_argument = 2;

/// The energy at the last update.
unsigned long long counted() {
  const double until = std::min(answers.now_s, answers.stalls_from_s);
  const double updated_s = std::floor(until / answers.update_s + 1e-9) * answers.update_s;
  return static_cast<unsigned long long>(1e3 * answers.joules(updated_s));
}

}  // namespace

extern "C" {

rungs::FakeNvml* fake_nvml_answers() { return &answers; }

int nvmlInit_v2() { return answers.init_error; }

int nvmlDeviceGetHandleByUUID(const char* uuid, void** device) {
  *device = &answers;
  return std::strcmp(uuid, rungs::fake_uuid) == 0 ? 0 : invalid_argument;
}

int nvmlDeviceGetCurrentClocksThrottleReasons(void*, unsigned long long* reasons) {
  *reasons = answers.reasons;
  return 0;
}

int nvmlDeviceGetTemperature(void*, int, unsigned* celsius) {
  *celsius = answers.temperature_c;
  return 0;
}

int nvmlDeviceGetTotalEnergyConsumption(void*, unsigned long long* millijoules) {
  if (answers.energy_error != 0) return answers.energy_error;
  *millijoules = counted();
  return 0;
}

int nvmlDeviceGetClockInfo(void*, int type, unsigned* mhz) {
  *mhz = type == 1 ? answers.sm_mhz : answers.memory_mhz;
  return 0;
}

int nvmlDeviceGetEnforcedPowerLimit(void*, unsigned* milliwatts) {
  *milliwatts = answers.limit_mw;
  return 0;
}

int nvmlDeviceGetMaxClockInfo(void*, int type, unsigned* mhz) {
  *mhz = type == 2 ? answers.most_memory_mhz : 0;
  return 0;
}

int nvmlDeviceGetEccMode(void*, int* now, int* after_reboot) {
  *now = answers.ecc;
  *after_reboot = 1 - answers.ecc;
  return 0;
}

const char* nvmlErrorString(int) { return "Made up"; }
}
