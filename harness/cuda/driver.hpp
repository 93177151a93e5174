// Functions of the CUDA driver that the runtime does not have, looked up at run time.
#pragma once

#include <cuda.h>

namespace rungs::cuda {

/// What green contexts need: groups of multiprocessors, each with streams of its own.
struct GreenContextFunctions {
  decltype(&cuDeviceGetDevResource) device_resource = nullptr;
  decltype(&cuDevSmResourceSplitByCount) split = nullptr;
  decltype(&cuDevResourceGenerateDesc) describe = nullptr;
  decltype(&cuGreenCtxCreate) create = nullptr;
  decltype(&cuGreenCtxDestroy) destroy = nullptr;
  decltype(&cuGreenCtxStreamCreate) create_stream = nullptr;
};

/// Looked up at the first call. Throws Unsupported, in one line, if there is no driver, or if it is too old.
[[nodiscard]] const GreenContextFunctions& green_context_functions();

/// Throws Unsupported if a call of the driver has failed.
void require_driver(CUresult result, const char* what);

}  // namespace rungs::cuda
