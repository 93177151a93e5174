#include "harness/cuda/driver.hpp"
#include <cuda_runtime_api.h>
#include <fmt/format.h>
#include <rungs/core/errors.hpp>

namespace rungs::cuda {
namespace {

constexpr int needed = 12050;  ///< the CUDA version with the last of these functions

std::string version_text(int version) { return fmt::format("{}.{}", version / 1000, version % 1000 / 10); }

/// Sets `function` to the driver's function of this name.
template <class Function> void look_up(const char* name, Function& function) {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult result{};
  const cudaError_t status = cudaGetDriverEntryPointByVersion(name, &found, needed, cudaEnableDefault, &result);
  if (status == cudaSuccess && result == cudaDriverEntryPointSuccess && found != nullptr) {
    function = reinterpret_cast<Function>(found);
    return;
  }
  static_cast<void>(cudaGetLastError());  // it is no error of a launch
  int version = 0;
  static_cast<void>(cudaDriverGetVersion(&version));
  if (version == 0) throw Unsupported("green contexts need a GPU and its driver; there is none");
  throw Unsupported(fmt::format("green contexts need a driver for CUDA {}; this one is for CUDA {} and has no {}",
                                version_text(needed), version_text(version), name));
}

GreenContextFunctions looked_up() {
  GreenContextFunctions all;
  look_up("cuDeviceGetDevResource", all.device_resource);
  look_up("cuDevSmResourceSplitByCount", all.split);
  look_up("cuDevResourceGenerateDesc", all.describe);
  look_up("cuGreenCtxCreate", all.create);
  look_up("cuGreenCtxDestroy", all.destroy);
  look_up("cuGreenCtxStreamCreate", all.create_stream);
  return all;
}

}  // namespace

const GreenContextFunctions& green_context_functions() {
  static const GreenContextFunctions functions = looked_up();
  return functions;
}

void require_driver(CUresult result, const char* what) {
  if (result != CUDA_SUCCESS)
    throw Unsupported(fmt::format("{}: error {} of the driver", what, static_cast<int>(result)));
}

}  // namespace rungs::cuda
