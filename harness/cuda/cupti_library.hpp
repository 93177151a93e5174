// CUPTI's functions, loaded at run time. Only for counter_reader.cpp.
#pragma once

#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_result.h>
#include <cupti_target.h>

namespace rungs::cuda {

/// A function of CUPTI, which is loaded at the first call. Throws Unsupported if CUPTI is not found, or too
/// old to have it.
[[nodiscard]] void* cupti_function(const char* name);

/// Throws Unsupported with CUPTI's error message if there is an error, and what helps if the driver allows
/// counters only to administrators. `what` starts the message.
void require_success(const char* what, CUptiResult result);

/// The driver's current context.
[[nodiscard]] CUcontext current_context();

// POSIX guarantees this conversion of dlsym's result.
#define RUNGS_CUPTI(function) reinterpret_cast<decltype(&(function))>(cupti_function(#function))
/// Calls a function of CUPTI and returns its parameters.
#define RUNGS_CUPTI_CALL(function, params) called(#function, RUNGS_CUPTI(function), params)
/// The parameters X_Params of a function: zeroed, with their size.
#define RUNGS_CUPTI_PARAMS(name) sized<name##_Params>(name##_Params_STRUCT_SIZE)

template <class Params> [[nodiscard]] Params sized(std::size_t size) {
  Params params{};
  params.structSize = size;
  return params;
}

template <class Params> Params called(const char* what, CUptiResult (*function)(Params*), Params params) {
  require_success(what, function(&params));
  return params;
}

}  // namespace rungs::cuda
