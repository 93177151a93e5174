// NPP's median filter of the inner pixels of a problem's frames, for both windows.
#pragma once

#include <nppi_filtering_functions.h>

#include <algorithm>
#include <cstddef>
#include <string>

#include "cases/median/case.hpp"
#include "harness/device.hpp"

namespace median {

inline void check_npp(NppStatus status, const char* what) {
  if (status >= NPP_SUCCESS) return;
  throw rungs::Failed(std::string(what) + ": NPP error " + std::to_string(static_cast<int>(status)));
}

/// What NPP asks to be told of the current device and the stream.
inline NppStreamContext npp_context(rungs::Stream stream) {
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

/// The inner pixels, which alone are filtered.
template <int window>
NppiSize npp_inner(const Problem& p) {
  return {static_cast<int>(p.width) - window + 1, static_cast<int>(p.height) - window + 1};
}

/// Scratch memory of one call; at least 1 byte.
template <int window>
std::size_t npp_workspace_bytes(const Problem& p) {
  if (p.width < window || p.height < window) return 1;
  Npp32u bytes = 0;
  check_npp(nppiFilterMedianGetBufferSize_8u_C1R_Ctx(npp_inner<window>(p), {window, window}, &bytes,
                                                     npp_context({})),
            "nppiFilterMedianGetBufferSize");
  return std::max<std::size_t>(bytes, 1);
}

template <int window>
void npp_filter(const Problem& p, const Views& v, std::byte* workspace, rungs::Stream stream) {
  if (p.width < window || p.height < window) return;
  const NppStreamContext context = npp_context(stream);
  const auto step = static_cast<int>(p.width);
  const std::size_t inner = rungs::at(window / 2, window / 2, p.width);
  for (std::size_t first = inner; first < p.pixels(); first += p.area()) {
    check_npp(nppiFilterMedian_8u_C1R_Ctx(v.image + first, step, v.filtered + first, step,
                                          npp_inner<window>(p), {window, window}, {window / 2, window / 2},
                                          reinterpret_cast<Npp8u*>(workspace), context),
              "nppiFilterMedian");
  }
}

}  // namespace median
