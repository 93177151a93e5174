// Pictures of what went in and what came out (--dump).
#pragma once

#include <set>
#include <string>

#include "harness/bench/plan.hpp"
#include "harness/verify/problem_data.hpp"

namespace rungs {

/// Throws BadUsage where `folder` is no folder that can be written to and cannot be made. Creates nothing.
void require_dump_folder(const std::string& folder);

/// Writes buffers that are planes of the problem's size (frames one below the other) as gray PNGs.
class Dump {
 public:
  /// Makes the folder where it is missing. Throws BadUsage where that fails.
  Dump(std::string folder, std::uint64_t seed);

  /// Writes a row's outputs from `outputs`, and its problem's inputs where they are not there yet. Throws
  /// std::runtime_error where a picture cannot be made: no fault of the variant.
  void write(const PlannedRow& planned, const ProblemData& data, const GuardedMemory& outputs);

 private:
  void write_all(const PlannedRow& planned, const ProblemData& data, const GuardedMemory& outputs);

  std::string folder_;
  std::uint64_t seed_;            ///< the run's; other seeds stand in the names
  std::set<std::string> inputs_;  ///< those written
};

}  // namespace rungs
