#include "harness/cuda/green_contexts.hpp"
#include "harness/cuda/driver.hpp"

namespace rungs::cuda {

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
