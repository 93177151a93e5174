// What there is to know of a GPU, for provenance and for measuring.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace rungs::cuda {

/// Facts of one GPU. Rates are the datasheet's arithmetic (clock times width), not measurements.
struct DeviceFacts {
  int index = 0;
  std::string name;
  std::string uuid;
  std::string driver;   ///< "580.65.06 for CUDA 13.0": its number and the newest CUDA that it runs
  std::string runtime;  ///< the CUDA version that the program was built with
  int major = 0;        ///< compute capability
  int minor = 0;
  int multiprocessors = 0;
  std::size_t l2_bytes = 0;
  std::size_t memory_bytes = 0;
  double peak_bytes_per_second = 0;
};

/// The GPUs that can be used; empty where there is none. `why_none`, if given, receives CUDA's reason.
[[nodiscard]] std::vector<DeviceFacts> devices(std::string* why_none = nullptr);

}  // namespace rungs::cuda
