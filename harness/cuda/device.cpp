#include "harness/cuda/device.hpp"
#include <fmt/format.h>
#include <fstream>
#include <regex>
#include <rungs/cuda/check.hpp>

namespace rungs::cuda {
namespace {

std::string version_text(int version) { return fmt::format("{}.{}", version / 1000, version % 1000 / 10); }

/// Version of the driver ("580.65.06"), which CUDA does not report; empty if the kernel module's file does not exist.
std::string driver_number() {
  std::ifstream file("/proc/driver/nvidia/version");
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  std::smatch found;
  return std::regex_search(text, found, std::regex(R"(\b\d+\.\d+(\.\d+)?\b)")) ? found.str() : "";
}

std::string uuid_text(const cudaUUID_t& uuid) {
  std::string text = "GPU-";
  for (int i = 0; i < 16; ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += fmt::format("{:02x}", static_cast<unsigned char>(uuid.bytes[i]));
  }
  return text;
}

DeviceFacts facts_of(int device) {
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, device), "cudaGetDeviceProperties");
  int driver = 0;
  int runtime = 0;
  check(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
  check(cudaRuntimeGetVersion(&runtime), "cudaRuntimeGetVersion");
  DeviceFacts facts;
  facts.index = device;
  facts.name = properties.name;
  facts.uuid = uuid_text(properties.uuid);
  const std::string number = driver_number();
  facts.driver = fmt::format("{}{}CUDA {}", number, number.empty() ? "" : " for ", version_text(driver));
  facts.runtime = version_text(runtime);
  facts.major = properties.major;
  facts.minor = properties.minor;
  facts.multiprocessors = properties.multiProcessorCount;
  facts.l2_bytes = static_cast<std::size_t>(properties.l2CacheSize);
  facts.memory_bytes = properties.totalGlobalMem;
  // Double data rate: two transfers per memory clock (kHz), times the bus width in bits.
  facts.peak_bytes_per_second = 2e3 * device_attribute(cudaDevAttrMemoryClockRate, device) *
                                device_attribute(cudaDevAttrGlobalMemoryBusWidth, device) / 8;
  return facts;
}

}  // namespace

std::vector<DeviceFacts> devices(std::string* why_none) {
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status != cudaSuccess || count == 0) {
    if (why_none != nullptr) *why_none = status == cudaSuccess ? "none found" : cudaGetErrorString(status);
    ignore(cudaGetLastError());  // no GPU is not an error for later calls
    return {};
  }
  std::vector<DeviceFacts> list;
  for (int device = 0; device < count; ++device) list.push_back(facts_of(device));
  return list;
}

}  // namespace rungs::cuda
