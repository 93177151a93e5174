// A made-up NVML with one GPU, in made-up time: what the test sets, and how it finds it.
#pragma once

#include <dlfcn.h>
#include <stdexcept>

namespace rungs {

/// What the library answers. Its counter is updated at whole multiples of `update_s`.
struct FakeNvml {
  double now_s = 0;
  double (*joules)(double at_s) = nullptr;  ///< used by the board until then
  double update_s = 1.0 / 11;
  double stalls_from_s = 1e9;            ///< no updates from then on
  int init_error = 0, energy_error = 0;  ///< returned instead of a value
  unsigned temperature_c = 50, sm_mhz = 1980, memory_mhz = 2619, limit_mw = 700'000;
  unsigned most_memory_mhz = 3201;
  int ecc = 1;  ///< 1: on
  unsigned long long reasons = 0;
};

/// The uuid of its GPU.
inline constexpr const char* fake_uuid = "GPU-made-up";

/// The answers of the library at `path`, as they are at the start. Throws if it is not there.
inline FakeNvml& fake_nvml(const char* path) {
  void* const library = ::dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw std::runtime_error(::dlerror());
  auto* const answers = reinterpret_cast<FakeNvml* (*)()>(::dlsym(library, "fake_nvml_answers"))();
  *answers = {};
  return *answers;
}

}  // namespace rungs
