// Facts about a GPU, for provenance and measurement.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace rungs::cuda {

/// Facts of one GPU. Peak rates are computed (clock times bus width), not measured.
struct DeviceFacts {
  int index = 0;
  std::string name;
  std::string uuid;
  std::string driver;   ///< "580.65.06 for CUDA 13.0": its version and the newest CUDA version it supports
  std::string runtime;  ///< CUDA version that the program was built with
  int major = 0;        ///< compute capability
  int minor = 0;
  int multiprocessors = 0;
  std::size_t l2_bytes = 0;
  std::size_t memory_bytes = 0;
  double peak_bytes_per_second = 0;
};

/// The GPUs that can be used; empty if there are none. `why_none`, if given, receives CUDA's reason.
[[nodiscard]] std::vector<DeviceFacts> devices(std::string* why_none = nullptr);

}  // namespace rungs::cuda
