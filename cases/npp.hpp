// Shared by the NPP peers of all cases: NPP's errors as exceptions, and the stream context that NPP needs.
#pragma once

#include <nppcore.h>
#include <rungs/device.hpp>

namespace npp {

/// Throws rungs::Failed if `status` is an error; ignores NPP's warnings.
inline void check(NppStatus status, const char* what) {
  if (status >= NPP_SUCCESS) return;
  throw rungs::Failed(std::string(what) + ": NPP error " + std::to_string(static_cast<int>(status)));
}

/// NPP's context for the current device and the stream.
inline NppStreamContext context_of(rungs::Stream stream) {
  NppStreamContext context{};
  context.hStream = rungs::cuda::native(stream);
  rungs::cuda::check(cudaGetDevice(&context.nCudaDeviceId), "cudaGetDevice");
  const auto ask = [&](cudaDeviceAttr attribute) {
    int value = 0;
    rungs::cuda::check(cudaDeviceGetAttribute(&value, attribute, context.nCudaDeviceId), "cudaDeviceGetAttribute");
    return value;
  };
  context.nMultiProcessorCount = ask(cudaDevAttrMultiProcessorCount);
  context.nMaxThreadsPerMultiProcessor = ask(cudaDevAttrMaxThreadsPerMultiProcessor);
  context.nMaxThreadsPerBlock = ask(cudaDevAttrMaxThreadsPerBlock);
  context.nSharedMemPerBlock = static_cast<std::size_t>(ask(cudaDevAttrMaxSharedMemoryPerBlock));
  context.nCudaDevAttrComputeCapabilityMajor = ask(cudaDevAttrComputeCapabilityMajor);
  context.nCudaDevAttrComputeCapabilityMinor = ask(cudaDevAttrComputeCapabilityMinor);
  if (stream.handle != nullptr) {
    rungs::cuda::check(cudaStreamGetFlags(context.hStream, &context.nStreamFlags), "cudaStreamGetFlags");
  }
  return context;
}

}  // namespace npp
