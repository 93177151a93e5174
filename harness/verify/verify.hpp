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

/// Verifies `memory` after a launch. `when` says which launch it was ("before timing").
[[nodiscard]] Verdict verify(ProblemData& data, const GuardedMemory& memory, const std::string& when);

/// The same where the outputs have been compared already; `inputs` are what the memory was given.
[[nodiscard]] Verdict verdict_on(const Comparison& comparison, const HostImage& inputs, const GuardedMemory& memory,
                                 const std::string& when);

}  // namespace rungs
