// What the NPP peers of all cases share: NPP's errors as ours, and what it asks to be told of a stream.
#pragma once

#include <nppcore.h>

#include <cstddef>
#include <string>

#include "harness/device.hpp"

namespace npp {

/// Throws rungs::Failed where `status` is an error; NPP's warnings pass.
inline void check(NppStatus status, const char* what) {
  if (status >= NPP_SUCCESS) return;
  throw rungs::Failed(std::string(what) + ": NPP error " + std::to_string(static_cast<int>(status)));
}

/// What NPP asks to be told of the current device and the stream.
inline NppStreamContext context_of(rungs::Stream stream) {
  NppStreamContext context{};
  context.hStream = rungs::cuda::native(stream);
  rungs::cuda::check(cudaGetDevice(&context.nCudaDeviceId), "cudaGetDevice");
  const auto ask = [&](cudaDeviceAttr attribute) {
    int value = 0;
    rungs::cuda::check(cudaDeviceGetAttribute(&value, attribute, context.nCudaDeviceId),
                       "cudaDeviceGetAttribute");
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
