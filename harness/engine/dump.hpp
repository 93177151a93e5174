// Images of inputs and results (--dump).
#pragma once

#include <set>
#include <string>
#include "harness/engine/plan.hpp"
#include "harness/verify/problem_data.hpp"

namespace rungs {

/// Creates the folder if it does not exist. Throws BadUsage if it cannot be made or written.
void make_dump_folder(const std::string& folder);

/// Writes the buffers that are planes of the problem's size (frames one below the other) as gray PNGs.
class Dump {
 public:
  /// Into a folder that exists.
  Dump(std::string folder, std::uint64_t seed) : folder_(std::move(folder)), seed_(seed) {}

  /// Writes a row's outputs from `outputs`, and its problem's `inputs` if not written yet. Throws
  /// std::runtime_error if an image cannot be written, which is no fault of the variant.
  void write(const PlannedRow& planned, const HostImage& inputs, const GuardedMemory& outputs);

 private:
  std::string folder_;
  std::uint64_t seed_;            ///< of the run; other seeds appear in the names
  std::set<std::string> inputs_;  ///< inputs written so far
};

}  // namespace rungs
