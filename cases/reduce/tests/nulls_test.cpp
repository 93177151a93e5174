// No case of the tree takes the result of a kernel that computes nothing for right
// (harness/verify/null_check.hpp).
#include <gtest/gtest.h>

#include <cctype>
#include <rungs/core/typed_case.hpp>

#include "cases/arithmetic/case.hpp"
#include "cases/copy/case.hpp"
#include "cases/distance/case.hpp"
#include "cases/distance/case_checks.hpp"
#include "cases/edm/case.hpp"
#include "cases/edm/case_checks.hpp"
#include "cases/fill/case.hpp"
#include "cases/height_map/case.hpp"
#include "cases/height_map/case_checks.hpp"
#include "cases/in_flight/case.hpp"
#include "cases/intdiv/case.hpp"
#include "cases/latency/case.hpp"
#include "cases/median/case.hpp"
#include "cases/median/case_checks.hpp"
#include "cases/median_window/case.hpp"
#include "cases/median_window/case_checks.hpp"
#include "cases/read/case.hpp"
#include "cases/reduce/case.hpp"
#include "cases/reduce/case_checks.hpp"
#include "cases/stitch/case.hpp"
#include "cases/stitch/case_checks.hpp"
#include "cases/stitch_masked/case.hpp"
#include "cases/uv/case.hpp"
#include "cases/uv/case_checks.hpp"
#include "harness/verify/null_check.hpp"

namespace {

using namespace rungs;

struct Kinds {
  const AnyCase* of;
  int results;
};

template <class Case>
Kinds kinds(int results = 1) {
  return {&erased_case<Case>(), results};
}

TEST(Nulls, AreRejectedByEveryCase) {
  for (const Kinds& one :
       {kinds<arithmetic::Case>(), kinds<ceilings::copy::Case>(), kinds<distance::Case>(3),
        kinds<edm::Case>(2), kinds<ceilings::fill::Case>(), kinds<height_map::Case>(),
        kinds<in_flight::Case>(2), kinds<intdiv::Case>(), kinds<latency::Case>(), kinds<median::Case>(4),
        kinds<median_window::Case>(), kinds<ceilings::read::Case>(), kinds<reduce::Case>(2),
        kinds<stitch::Case>(), kinds<stitch_masked::Case>(), kinds<uv::Case>(3)}) {
    std::vector<std::string> chosen{""};
    for (const ParameterInfo& parameter : one.of->parameters()) {
      for (const std::string& value : parameter.sweep) {
        if (std::isalpha(value.front()) != 0) chosen.push_back(parameter.name + "=" + value);
      }
    }
    for (const std::string& params : chosen) {
      for (int result = 0; result < one.results; ++result) {
        EXPECT_NO_THROW(refuse_nulls_of_case(*one.of, params, result)) << params << ", kind " << result;
      }
    }
  }
}

/// Of sums, whose tolerance grows with their terms, and of maxima, at a size near those that are measured.
TEST(Nulls, AreRejectedAtLargeSizes) {
  const Extents size{2048, 2048};
  const auto check = [&](const AnyCase& of, const Assignments& values, int result) {
    const std::shared_ptr<const AnyProblem> problem = of.problem(size, values);
    std::uint64_t seed = 0;
    const auto draw = [&] { return std::make_unique<ProblemData>(problem, ++seed, result); };
    const auto first = draw();
    const auto second = draw();
    EXPECT_NO_THROW(refuse_near_nulls({first.get(), second.get()}, draw)) << problem->params() << result;
  };
  for (const char* op : {"sum", "max"}) {
    for (const int result : {0, 1}) check(erased_case<reduce::Case>(), {{"op", op}}, result);
  }
  for (const char* measure : {"volume", "surface", "projected"})
    check(erased_case<height_map::Case>(), {{"measure", measure}}, 0);
}

}  // namespace
