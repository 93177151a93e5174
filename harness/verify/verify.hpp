// Verification of one launch: right result, no writes outside the outputs, inputs unchanged.
#pragma once

#include <string>
#include "harness/verify/problem_data.hpp"

namespace rungs {

/// Result of a verification. `message` is empty if the launch is correct.
struct Verdict {
  bool correct = true;
  std::string message;
  Comparison comparison;
};

/// Verifies `memory` after a launch whose outputs have been compared; `inputs` are what it was given. `when`
/// says which launch it was ("before timing").
[[nodiscard]] Verdict verdict_on(const Comparison& comparison, const HostImage& inputs, const GuardedMemory& memory,
                                 const std::string& when);

}  // namespace rungs
