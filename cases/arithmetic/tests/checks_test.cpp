// No backend here can run the variants: the case's checks and figures, on outputs made up here.
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <vector>
#include "cases/arithmetic/case.hpp"

namespace {

using arithmetic::BlockClock;
using arithmetic::Case;
using arithmetic::Op;

/// Outputs as a right variant leaves them.
struct Outputs {
  arithmetic::Problem problem;
  std::vector<std::uint32_t> starts;
  std::vector<double> ends;
  std::vector<BlockClock> clocks;
  std::uint64_t cycles = 0;

  Outputs(Op op, std::uint64_t chain_cycles)
      : problem{2049, op, 32},
        starts(problem.chains, 12345),
        ends(problem.chains),
        clocks(problem.blocks()),
        cycles(chain_cycles) {
    if (cycles == 0) clocks = {{100, 1100, 0}, {500, 2100, 0}, {40, 1040, 7}};
    Case::reference(problem, views());
  }

  [[nodiscard]] arithmetic::Views views() { return {starts.data(), ends.data(), clocks.data(), &cycles}; }
  /// Compared with the outputs of a right variant.
  [[nodiscard]] rungs::Comparison check() {
    Outputs right(problem.op, 0);
    return Case::compare(problem, right.views(), views());
  }
};

TEST(ArithmeticCase, TakesRightEndsAndAnApproximationWithinItsTolerance) {
  EXPECT_EQ(Outputs(Op::add, 128).check().mismatches, 0U);
  EXPECT_EQ(Outputs(Op::add, 0).check().mismatches, 0U);
  Outputs root(Op::root, 128);
  root.ends[2048] *= 1 + 0x1p-20;
  EXPECT_EQ(root.check().mismatches, 0U);
}

TEST(ArithmeticCase, RefusesAWrongEndAndTimesThatWereNotTaken) {
  Outputs fma(Op::float_fma, 128);
  fma.ends[2048] *= 1 + 0x1p-20;
  EXPECT_EQ(fma.check().mismatches, 1U);
  EXPECT_NE(fma.check().first.find("at (2048, 0):"), std::string::npos);
  Outputs root(Op::root, 128);
  root.ends[7] *= 1 + 0x1p-18;
  root.ends[8] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(root.check().mismatches, 2U);
  EXPECT_EQ(Outputs(Op::add, ~std::uint64_t{0}).check().mismatches, 1U) << "memory that was not written";
  Outputs late(Op::add, 0);
  late.clocks[1].end = late.clocks[1].begin;
  EXPECT_EQ(late.check().mismatches, 1U);
}

TEST(ArithmeticCase, GivesCyclesPerStepAndStepsPerCycle) {
  Outputs chain(Op::add, 128);
  const auto latency = Case::metrics(chain.problem, chain.views());
  ASSERT_EQ(latency.size(), 1U);
  EXPECT_EQ(latency[0].name, "latency");
  EXPECT_EQ(latency[0].value, 4);
  Outputs all(Op::add, 0);
  const auto throughput = Case::metrics(all.problem, all.views());
  ASSERT_EQ(throughput.size(), 1U);
  EXPECT_EQ(throughput[0].name, "throughput");
  // From 100 to 2100 on one multiprocessor, from 40 to 1040 on the other.
  EXPECT_DOUBLE_EQ(throughput[0].value, 2049.0 * 64 / 3000);
}

}  // namespace
