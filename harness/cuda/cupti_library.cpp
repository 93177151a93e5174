#if __has_include(<cupti_range_profiler.h>)
#include "harness/cuda/cupti_library.hpp"
#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <fmt/format.h>
#include <array>
#include <rungs/core/errors.hpp>

namespace rungs::cuda {
namespace {

/// Searches CUPTI on the loader's path, where this build found it, and where the toolkit's installer puts it.
void* open_cupti() {
  const std::string versioned = "libcupti.so." + std::to_string(CUDART_VERSION / 1000);
  const std::array<std::string, 5> places{versioned, RUNGS_CUPTI_LIBRARY, "/usr/local/cuda/lib64/" + versioned,
                                          "/usr/local/cuda/extras/CUPTI/lib64/" + versioned, "libcupti.so"};
  for (const std::string& place : places) {
    if (place.empty()) continue;
    if (void* library = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
  }
  throw Unsupported("CUPTI (" + versioned +
                    ") is not found; it comes with the CUDA toolkit, LD_LIBRARY_PATH can name its folder");
}

void* found(void* library, const char* name) {
  if (void* const function = dlsym(library, name)) return function;
  throw Unsupported(fmt::format("this CUPTI has no {}; CUDA 12.6 or later is needed", name));
}

}  // namespace

void* cupti_function(const char* name) {
  static void* const library = open_cupti();
  return found(library, name);
}

CUcontext current_context() {
  void* const driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (driver == nullptr) throw Unsupported("the CUDA driver is not found");
  CUcontext context = nullptr;
  const auto ask = reinterpret_cast<decltype(&cuCtxGetCurrent)>(found(driver, "cuCtxGetCurrent"));
  if (ask(&context) != CUDA_SUCCESS || context == nullptr) throw Unsupported("there is no CUDA context");
  return context;
}

void require_success(const char* what, CUptiResult result) {
  if (result == CUPTI_SUCCESS) return;
  const char* text = nullptr;
  RUNGS_CUPTI(cuptiGetErrorMessage)(result, &text);
  std::string message =
      fmt::format("{}: CUPTI error {} ({})", what, static_cast<int>(result), text != nullptr ? text : "no description");
  if (result == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES ||
      result == CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES) {
    message += "; run as root, or load the driver with NVreg_RestrictProfilingToAdminUsers=0";
  }
  throw Unsupported(message);
}

}  // namespace rungs::cuda
#endif
