// The verdict on one launch: right result, nothing written outside, inputs unchanged.
#pragma once

#include <string>

#include "harness/verify/problem_data.hpp"

namespace rungs {

/// What verification says of a launch. `message` is empty where it is correct.
struct Verdict {
  bool correct = true;
  std::string message;
  Comparison comparison;
};

/// Judges what lies in `memory` after a launch. `when` says which launch it was ("before timing").
[[nodiscard]] Verdict judge(ProblemData& data, const GuardedMemory& memory, const std::string& when);

}  // namespace rungs
