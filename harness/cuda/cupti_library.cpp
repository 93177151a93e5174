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
  const std::array<std::string, 5> places{versioned, RUNGS_CUPTI_LIBRARY,
                                          "/usr/local/cuda/lib64/" + versioned,
                                          "/usr/local/cuda/extras/CUPTI/lib64/" + versioned, "libcupti.so"};
  for (const std::string& place : places) {
    if (place.empty()) continue;
    if (void* library = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
  }
  throw Unsupported("CUPTI (" + versioned +
                    ") is not found; it comes with the CUDA toolkit, LD_LIBRARY_PATH can name its folder");
}

template <class Function>
void find(void* library, const char* name, Function& function) {
  // POSIX guarantees this conversion of dlsym's result.
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function == nullptr)
    throw Unsupported(fmt::format("this CUPTI has no {}; CUDA 12.6 or later is needed", name));
}

Cupti load() {
  Cupti functions{};
  void* driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (driver == nullptr) throw Unsupported("the CUDA driver is not found");
  find(driver, "cuCtxGetCurrent", functions.context);
  void* library = open_cupti();
  find(library, "cuptiGetErrorMessage", functions.error_message);
  find(library, "cuptiDeviceGetChipName", functions.chip_name);
  find(library, "cuptiProfilerInitialize", functions.initialise);
  find(library, "cuptiProfilerGetCounterAvailability", functions.availability);
  find(library, "cuptiProfilerHostInitialize", functions.host_initialise);
  find(library, "cuptiProfilerHostDeinitialize", functions.host_end);
  find(library, "cuptiProfilerHostConfigAddMetrics", functions.add_metrics);
  find(library, "cuptiProfilerHostGetConfigImageSize", functions.config_size);
  find(library, "cuptiProfilerHostGetConfigImage", functions.config_image);
  find(library, "cuptiProfilerHostEvaluateToGpuValues", functions.evaluate);
  find(library, "cuptiRangeProfilerEnable", functions.enable);
  find(library, "cuptiRangeProfilerDisable", functions.disable);
  find(library, "cuptiRangeProfilerGetCounterDataSize", functions.data_size);
  find(library, "cuptiRangeProfilerCounterDataImageInitialize", functions.data_initialise);
  find(library, "cuptiRangeProfilerSetConfig", functions.set_config);
  find(library, "cuptiRangeProfilerStart", functions.start);
  find(library, "cuptiRangeProfilerStop", functions.stop);
  find(library, "cuptiRangeProfilerPushRange", functions.push);
  find(library, "cuptiRangeProfilerPopRange", functions.pop);
  find(library, "cuptiRangeProfilerDecodeData", functions.decode);
  return functions;
}

}  // namespace

const Cupti& cupti() {
  static const Cupti functions = load();
  return functions;
}

std::string error_text(const Cupti& library, const char* what, CUptiResult result) {
  const char* text = nullptr;
  library.error_message(result, &text);
  std::string message = fmt::format("{}: CUPTI error {} ({})", what, static_cast<int>(result),
                                    text != nullptr ? text : "no description");
  if (result == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES ||
      result == CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES) {
    message += "; run as root, or load the driver with NVreg_RestrictProfilingToAdminUsers=0";
  }
  return message;
}

}  // namespace rungs::cuda
#endif
