// Whether a case takes the result of a kernel that computes nothing for a right one.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>
#include "harness/verify/problem_data.hpp"

namespace rungs {

/// Throws Failed if a case accepts, on each of these inputs of one problem, a result that needs no work:
/// zeros, the mean, the result for other inputs (the next ones here), half of a result. One that is right
/// since the inputs are all the same, nothing is read, or the case says that it has a constant result, does
/// not count.
void refuse_nulls(const std::vector<ProblemData*>& draws);

/// The same, once a process, on a small problem with these parameters and inputs of its own.
void refuse_nulls_of_case(const AnyCase& of, const std::string& params, int result);

/// As refuse_nulls, of results near the right one only, and only for outputs of up to 64 KiB: a sum's
/// tolerance grows faster than its spread, which a small problem does not show. `more` draws further inputs,
/// if need be.
void refuse_near_nulls(std::vector<ProblemData*> draws, const std::function<std::unique_ptr<ProblemData>()>& more);

}  // namespace rungs
