#include "harness/cuda/green_contexts.hpp"
#include <fmt/format.h>

namespace rungs::cuda {
namespace {

/// The CUDA version with the last of these functions.
constexpr int needed = 12050;

std::string version_text(int version) { return fmt::format("{}.{}", version / 1000, version % 1000 / 10); }

template <class Function> Function look_up(const char* name) {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult result{};
  const cudaError_t status = cudaGetDriverEntryPointByVersion(name, &found, needed, cudaEnableDefault, &result);
  if (status == cudaSuccess && result == cudaDriverEntryPointSuccess && found != nullptr)
    return reinterpret_cast<Function>(found);
  static_cast<void>(cudaGetLastError());  // it is no error of a launch
  int version = 0;
  static_cast<void>(cudaDriverGetVersion(&version));
  if (version == 0) throw Unsupported("green contexts need a GPU and its driver; there is none");
  throw Unsupported(fmt::format("green contexts need a driver for CUDA {}; this one is for CUDA {} and has no {}",
                                version_text(needed), version_text(version), name));
}

/// What green contexts need of the driver, which the runtime does not have: groups of multiprocessors, each with
/// streams of its own.
struct GreenContextFunctions {
#define RUNGS_LOOKED_UP(function) look_up<decltype(&(function))>(#function)
  decltype(&cuDeviceGetDevResource) device_resource = RUNGS_LOOKED_UP(cuDeviceGetDevResource);
  decltype(&cuDevSmResourceSplitByCount) split = RUNGS_LOOKED_UP(cuDevSmResourceSplitByCount);
  decltype(&cuDevResourceGenerateDesc) describe = RUNGS_LOOKED_UP(cuDevResourceGenerateDesc);
  decltype(&cuGreenCtxCreate) create = RUNGS_LOOKED_UP(cuGreenCtxCreate);
  decltype(&cuGreenCtxDestroy) destroy = RUNGS_LOOKED_UP(cuGreenCtxDestroy);
  decltype(&cuGreenCtxStreamCreate) create_stream = RUNGS_LOOKED_UP(cuGreenCtxStreamCreate);
};

/// Looked up at the first call. Throws Unsupported, in one line, if there is no driver, or if it is too old.
const GreenContextFunctions& green_context_functions() {
  static const GreenContextFunctions functions;
  return functions;
}

void require_driver(CUresult result, const char* what) {
  if (result != CUDA_SUCCESS)
    throw Unsupported(fmt::format("{}: error {} of the driver", what, static_cast<int>(result)));
}

}  // namespace

void require_green_contexts() { static_cast<void>(green_context_functions()); }

SmGroup::SmGroup(int device, CUdevResource multiprocessors) : multiprocessors_(multiprocessors.sm.smCount) {
  const GreenContextFunctions& driver = green_context_functions();
  CUdevResourceDesc description = nullptr;
  require_driver(driver.describe(&description, &multiprocessors, 1), "cuDevResourceGenerateDesc");
  require_driver(driver.create(&context_, description, device, CU_GREEN_CTX_DEFAULT_STREAM), "cuGreenCtxCreate");
  const CUresult made = driver.create_stream(&stream_, context_, CU_STREAM_NON_BLOCKING, 0);
  if (made != CUDA_SUCCESS) static_cast<void>(driver.destroy(context_));  // no destructor runs now
  require_driver(made, "cuGreenCtxStreamCreate");
}

SmGroup::~SmGroup() {
  ignore(cudaStreamSynchronize(stream_));
  ignore(cudaStreamDestroy(stream_));
  static_cast<void>(green_context_functions().destroy(context_));
}

CUdevResource all_multiprocessors(int device) {
  check(cudaFree(nullptr), "the device's context");  // groups are made beside the runtime's context
  CUdevResource all{};
  require_driver(green_context_functions().device_resource(device, &all, CU_DEV_RESOURCE_TYPE_SM),
                 "cuDeviceGetDevResource");
  return all;
}

SmSplit::Parts SmSplit::parts_of(int device, double share) {
  const CUdevResource all = all_multiprocessors(device);
  const auto wanted = static_cast<unsigned>(share * all.sm.smCount);  // the driver rounds up
  Parts parts{};
  unsigned groups = 1;
  require_driver(green_context_functions().split(&parts.first, &groups, &all, &parts.rest, 0, wanted),
                 "cuDevSmResourceSplitByCount");
  if (groups != 1 || parts.rest.sm.smCount == 0) throw Unsupported("the driver does not split these multiprocessors");
  return parts;
}

}  // namespace rungs::cuda
