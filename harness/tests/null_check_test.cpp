// A case whose comparison takes the result of a kernel that computes nothing for right is refused.
#include <gtest/gtest.h>
#include <cmath>
#include <numeric>
#include <rungs/case.hpp>
#include <rungs/core/typed_case.hpp>
#include <rungs/random.hpp>
#include "harness/tests/said.hpp"
#include "harness/verify/problem_data.hpp"

namespace {

using namespace rungs;

/// `n` random numbers from 1 to 2. What is computed from them, and how it is compared, are a case's.
struct Line {
  unsigned n = 1;
};
struct LineViews {
  const float* in;
  float* out;
};

/// What all the made-up cases share.
struct LineCase {
  using Problem = Line;
  using Views = LineViews;
  static constexpr std::string_view name = "made_up";
  static constexpr std::string_view title = "a case of this test";
  static constexpr Extents default_size{1000};
  static constexpr Extents simulator_size{1000};
  static std::vector<Dimension<Line>> dimensions() { return {{"n", &Line::n}}; }
  static std::vector<Parameter<Line>> parameters() { return {}; }
  static std::vector<Line> edge_cases() { return {}; }
  static Work work(const Line& p) { return {.bytes_read = p.n, .bytes_written = 1}; }
  static void fill(std::span<float> in, std::uint64_t seed) {
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = 1 + static_cast<float>(random_bits(seed, i) >> 40U) * 0x1p-24F;
  }
  static std::vector<Buffer<LineViews>> of(const Line& p, std::size_t outputs) {
    return {input("in", &LineViews::in, p.n, fill), output("out", &LineViews::out, outputs)};
  }
};

/// Twice each number, with a tolerance of its own.
template <int hundredths> struct Doubled : LineCase {
  static std::vector<Buffer<LineViews>> buffers(const Line& p) { return of(p, p.n); }
  static void reference(const Line& p, const LineViews& v) {
    for (unsigned i = 0; i < p.n; ++i) v.out[i] = 2 * v.in[i];
  }
  static Comparison compare(const Line& p, const LineViews& want, const LineViews& got) {
    return compare_plane<float>({want.out, p.n}, {got.out, p.n}, p.n, {.absolute = 0.01 * hundredths});
  }
};

/// The sum, within 2^-10 of it: more than its spread at 10 million numbers, and less at 1000.
struct Summed : LineCase {
  static std::vector<Buffer<LineViews>> buffers(const Line& p) { return of(p, 1); }
  static void reference(const Line& p, const LineViews& v) {
    *v.out = static_cast<float>(std::accumulate(v.in, v.in + p.n, 0.0));
  }
  static Comparison compare(const Line&, const LineViews& want, const LineViews& got) {
    return compare_plane<float>({want.out, 1}, {got.out, 1}, 1, {.relative = 0x1p-10});
  }
};

/// The index of the first number above 1: the first, in nearly every input.
struct First : Summed {
  static void reference(const Line& p, const LineViews& v) {
    *v.out = static_cast<float>(std::find_if(v.in, v.in + p.n, [](float x) { return x > 1; }) - v.in);
  }
};

/// The first half only is compared.
struct HalfCompared : Doubled<0> {
  static Comparison compare(const Line& p, const LineViews& want, const LineViews& got) {
    return compare_plane<float>({want.out, p.n / 2}, {got.out, p.n / 2}, p.n);
  }
};

/// Fills, and reads nothing.
struct Filled : Doubled<0> {
  static Work work(const Line& p) { return {.bytes_written = p.n}; }
  static void reference(const Line& p, const LineViews& v) { std::fill_n(v.out, p.n, 1.0F); }
};

/// Why the case is refused.
template <class Case> std::string refused() {
  return message_of<Failed>([] { return refuse_nulls_of_case(erased_case<Case>(), "", 0), 0; });
}

/// The same of results near the right one at `n` numbers.
template <class Case> std::string refused_near(unsigned n) {
  const std::shared_ptr<const AnyProblem> problem = erased_case<Case>().problem({n}, {});
  std::uint64_t seed = 0;
  const auto draw = [&] { return std::make_unique<ProblemData>(problem, ++seed); };
  const auto first = draw();
  const auto second = draw();
  return message_of<Failed>([&] { return refuse_near_nulls({first.get(), second.get()}, draw), 0; });
}

constexpr const char* accepted = "nothing thrown";

TEST(NullCheck, RefusesACaseThatTakesANullForRight) {
  EXPECT_EQ(refused<Doubled<1>>(), accepted);
  EXPECT_HAS(refused<Doubled<500>>(), "takes zeros for right (1000)");
  EXPECT_HAS(refused<Doubled<150>>(), "a constant, the mean of another");
  EXPECT_HAS(refused<Doubled<50>>(), "off by an eighth");
  EXPECT_HAS(refused<HalfCompared>(), "second half");
  EXPECT_HAS(refused<First>(), "takes zeros");
  EXPECT_EQ(refused<Filled>(), accepted);
}

TEST(NullCheck, RefusesAToleranceThatGrowsFasterThanTheSpread) {
  EXPECT_EQ(refused<Summed>(), accepted);
  EXPECT_EQ(refused_near<Summed>(1000), accepted);
  EXPECT_HAS(refused_near<Summed>(1'000'000), "off by an eighth");
}

}  // namespace
