// The GPUs of a program.
#include "harness/measure/executor.hpp"

namespace rungs {
namespace {

std::optional<GpuBackend>& backend() {
  static std::optional<GpuBackend> known;
  return known;
}

}  // namespace

std::optional<GpuBackend> set_gpu_backend(const std::optional<GpuBackend>& given) {
  return std::exchange(backend(), given);
}

std::vector<cuda::DeviceFacts> gpus(std::string* why_none) {
  if (backend()) return backend()->devices(why_none);
  if (why_none != nullptr) *why_none = "this build has no CUDA compiler";
  return {};
}

std::unique_ptr<Executor> make_cuda_executor(int device) {
  if (!backend()) throw BadUsage("no CUDA device can be used: this build has no CUDA compiler");
  return backend()->make_executor(device);
}

void reset_cuda_device() {
  if (backend()) backend()->reset();
}

}  // namespace rungs
