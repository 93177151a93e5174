// Stands in for the GPU where the build has no CUDA compiler.
#include "harness/cuda/device.hpp"
#include "harness/measure/executor.hpp"
#include "harness/registry/errors.hpp"

namespace rungs {

namespace cuda {
std::vector<DeviceFacts> devices(std::string* why_none) {
  if (why_none != nullptr) *why_none = "this build has no CUDA compiler";
  return {};
}
}  // namespace cuda

void reset_cuda_device() {}

std::unique_ptr<Executor> make_cuda_executor(int) {
  throw BadUsage("no CUDA device can be used: this build has no CUDA compiler");
}

}  // namespace rungs
