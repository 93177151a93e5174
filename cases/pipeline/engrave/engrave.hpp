// Computes one image, or a band of it.
#pragma once

#include <cstdint>
#include <string>

#include "cases/pipeline/engrave/options.hpp"

namespace pipeline {

/// What a run says about itself.
struct Engraved {
  std::string digest{};        ///< of the band; of the image if the band is all of it
  std::uint64_t bytes = 0;     ///< of the band
  std::uint64_t computed = 0;  ///< by this run
  double seconds = 0;
  std::size_t peak = 0;    ///< of the budget
  std::size_t budget = 0;  ///< bytes
};

/// Computes what the options ask for, with the schedule of host/all_cores. `interrupted` is asked now and
/// then; when it says true, what is on the disk is recorded. Throws Interrupted then, rungs::Failed if a file
/// cannot be read or written or its record is that of another image, and rungs::Unsupported if the budget is
/// too small.
[[nodiscard]] Engraved engrave(const EngraveOptions& options, bool (*interrupted)());

}  // namespace pipeline
