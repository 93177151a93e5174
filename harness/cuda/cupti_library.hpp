// CUPTI's functions, found at run time. For counter_reader.cpp alone.
#pragma once

#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_result.h>
#include <cupti_target.h>

#include <string>

namespace rungs::cuda {

/// The functions in use. `context` is the driver's cuCtxGetCurrent.
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

/// Loads CUPTI, once. Throws Unsupported where it is not found or too old.
[[nodiscard]] const Cupti& cupti();

/// What CUPTI says of an error, with what helps where the driver keeps counters to administrators.
[[nodiscard]] std::string error_text(const Cupti& library, const char* what, CUptiResult result);

/// A parameter block of CUPTI's: zeroed, with its size, which CUPTI's macros give.
template <class Params>
[[nodiscard]] Params sized(std::size_t size) {
  Params params{};
  params.structSize = size;
  return params;
}

}  // namespace rungs::cuda
