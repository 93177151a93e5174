// CUPTI's functions, loaded at run time. Only for counter_reader.cpp.
#pragma once

#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_result.h>
#include <cupti_target.h>

#include <string>

namespace rungs::cuda {

/// The functions that are used. `context` is the driver's cuCtxGetCurrent.
struct Cupti {
  decltype(&cuCtxGetCurrent) context;
  decltype(&cuptiGetErrorMessage) error_message;
  decltype(&cuptiDeviceGetChipName) chip_name;
  decltype(&cuptiProfilerInitialize) initialise;
  decltype(&cuptiProfilerGetCounterAvailability) availability;
  decltype(&cuptiProfilerHostInitialize) host_initialise;
  decltype(&cuptiProfilerHostDeinitialize) host_end;
  decltype(&cuptiProfilerHostConfigAddMetrics) add_metrics;
  decltype(&cuptiProfilerHostGetConfigImageSize) config_size;
  decltype(&cuptiProfilerHostGetConfigImage) config_image;
  decltype(&cuptiProfilerHostEvaluateToGpuValues) evaluate;
  decltype(&cuptiRangeProfilerEnable) enable;
  decltype(&cuptiRangeProfilerDisable) disable;
  decltype(&cuptiRangeProfilerGetCounterDataSize) data_size;
  decltype(&cuptiRangeProfilerCounterDataImageInitialize) data_initialise;
  decltype(&cuptiRangeProfilerSetConfig) set_config;
  decltype(&cuptiRangeProfilerStart) start;
  decltype(&cuptiRangeProfilerStop) stop;
  decltype(&cuptiRangeProfilerPushRange) push;
  decltype(&cuptiRangeProfilerPopRange) pop;
  decltype(&cuptiRangeProfilerDecodeData) decode;
};

/// Loads CUPTI once. Throws Unsupported if it is not found or too old.
[[nodiscard]] const Cupti& cupti();

/// CUPTI's error message, and what helps if the driver allows counters only to administrators.
[[nodiscard]] std::string error_text(const Cupti& library, const char* what, CUptiResult result);

/// A CUPTI parameter struct: zeroed, with its size from CUPTI's macros.
template <class Params>
[[nodiscard]] Params sized(std::size_t size) {
  Params params{};
  params.structSize = size;
  return params;
}

}  // namespace rungs::cuda
