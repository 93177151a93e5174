// Half precision and bfloat16 on the host, comparison with a tolerance, and the words for where the wrong elements of
// a result lie. A case whose comparison takes the result of a kernel that computes nothing for right is refused.
#include <gtest/gtest.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <rungs/case.hpp>
#include <rungs/core/comparison.hpp>
#include <rungs/core/numbers.hpp>
#include <rungs/core/typed_case.hpp>
#include <rungs/random.hpp>
#include <vector>
#include "harness/tests/testing.hpp"
#include "harness/verify/problem_data.hpp"

namespace {

using namespace rungs;

/// Bit by bit; any NaN is like any other.
bool same(float a, float b) {
  return std::isnan(a) ? std::isnan(b) : std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

float any_float(std::uint64_t seed, std::uint64_t i) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(rungs::random_bits(seed, i)));
}

TEST(Half, EveryOneIsTheCompilersOwn) {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    half value;
    value.bits = static_cast<std::uint16_t>(bits);
    ASSERT_TRUE(same(static_cast<float>(std::bit_cast<_Float16>(value.bits)), static_cast<float>(value))) << bits;
  }
}

TEST(Half, FloatsAreRoundedAsTheCompilerDoes) {
  std::vector<float> values{0.0F,         -0.0F,        65504,    65519.996F, 65520,           1e9F,
                            INFINITY,     0x1p-24F,     0x1p-25F, 0x1.8p-25F, 0x1.000002p-25F, 0x1p-14F,
                            0x1.ffcp-15F, 0x1.ffep-15F, 2049,     2051};
  for (std::uint64_t i = 0; i < 2'000'000; ++i) values.push_back(any_float(1, i));
  for (const float value : values) {
    ASSERT_TRUE(same(static_cast<float>(static_cast<_Float16>(value)), static_cast<float>(half(value)))) << value;
  }
}

TEST(Bfloat16, IsTheNearestWithTiesToEven) {
  for (std::uint64_t i = 0; i < 1'000'000; ++i) {
    const float value = any_float(2, i);
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t nearest = (bits + 0x7FFFU + ((bits >> 16U) & 1U)) & 0xFFFF0000U;
    const float expected = std::isnan(value) ? value : std::bit_cast<float>(nearest);
    ASSERT_TRUE(same(expected, static_cast<float>(bfloat16(value)))) << value;
  }
  EXPECT_EQ(static_cast<float>(bfloat16(1.0F)), 1.0F);
}

template <class T> bool agrees(T expected, T actual, const rungs::Tolerance& tolerance) {
  return rungs::compare_plane<T>(std::vector<T>{expected}, std::vector<T>{actual}, 1, tolerance).equal();
}

TEST(Tolerance, AbsoluteAndRelativeAddUp) {
  EXPECT_TRUE(agrees(100.0F, 101.5F, {.absolute = 0.5, .relative = 0.01}));
  EXPECT_FALSE(agrees(100.0F, 101.6F, {.absolute = 0.5, .relative = 0.01}));
  EXPECT_TRUE(agrees(10, 12, {.absolute = 2}));
  EXPECT_FALSE(agrees(10, 13, {.absolute = 2}));
}

TEST(Tolerance, UnitsInTheLastPlaceAreThoseOfTheType) {
  const float next = std::nextafterf(1.0F, 2.0F);
  EXPECT_TRUE(agrees(1.0F, next, {.ulp = 1}));
  EXPECT_FALSE(agrees(1.0F, std::nextafterf(next, 2.0F), {.ulp = 1}));
  EXPECT_TRUE(agrees(1.0, std::nextafter(1.0, 2.0), {.ulp = 1}));
  half one(1.0F);
  half after = one;
  after.bits += 1;
  EXPECT_TRUE(agrees(one, after, {.ulp = 1}));
  after.bits += 1;
  EXPECT_FALSE(agrees(one, after, {.ulp = 1}));
  bfloat16 low(std::numeric_limits<float>::min());
  bfloat16 higher = low;
  higher.bits += 2;
  EXPECT_TRUE(agrees(low, higher, {.ulp = 2}));
  EXPECT_FALSE(agrees(low, higher, {.ulp = 1}));
}

TEST(Tolerance, NoNumberAgreesWithInfinityOrNan) {
  const rungs::Tolerance wide{.absolute = 1e9, .relative = 1e9, .ulp = 1e9};
  EXPECT_FALSE(agrees(INFINITY, 1.0F, wide));
  EXPECT_FALSE(agrees(1.0F, INFINITY, wide));
  EXPECT_FALSE(agrees(1.0F, NAN, wide));
  EXPECT_TRUE(agrees(INFINITY, INFINITY, {}));
  EXPECT_TRUE(agrees(half(NAN), half(NAN), {}));
  EXPECT_FALSE(agrees(half(NAN), half(1), wide));
  const auto wrong = rungs::compare_plane<float>(std::vector<float>{1, NAN}, std::vector<float>{NAN, NAN}, 2);
  EXPECT_EQ(wrong.mismatches, 1U);
  EXPECT_EQ(wrong.max_error, INFINITY);
}

TEST(Comparison, LargeIntegersAreComparedExactly) {
  EXPECT_FALSE(agrees<std::uint64_t>(1ULL << 60U, (1ULL << 60U) + 1, {}));
  EXPECT_TRUE(agrees<std::int8_t>(-3, -3, {}));
}

TEST(Comparison, NamesTheFirstMismatchAndCountsAll) {
  const std::vector<float> expected(3'000'000, 1);
  std::vector<float> actual = expected;
  for (const std::size_t wrong : {2'999'999U, 1'500'000U, 700'001U, 1'499'999U}) actual[wrong] = 3;
  const auto result = rungs::compare_plane<float>(expected, actual, 1000, {}, "row_max");
  EXPECT_EQ(result.mismatches, 4U);
  EXPECT_DOUBLE_EQ(result.max_error, 2);
  EXPECT_EQ(result.first, "row_max at (1, 700): expected 1.000000, got 3.000000");
  const std::vector<unsigned> ones(12, 1), twos(12, 2);
  EXPECT_EQ(rungs::compare_plane<unsigned>(ones, twos, 4).first, "at (0, 0): expected 1, got 2");
}

/// Of a plane of 96x64.
template <class Wrong> std::string of_plane(const Wrong& wrong) {
  return rungs::pattern_of(std::size_t{96} * 64, 96,
                           [&](std::size_t i) { return wrong(static_cast<unsigned>(i % 96), i / 96); });
}

TEST(Pattern, IsSaidInWords) {
  EXPECT_EQ(of_plane([](auto x, auto) { return x == 95; }), "all in column 95");
  EXPECT_EQ(of_plane([](auto, auto y) { return y == 3; }), "all in row 3");
  EXPECT_EQ(of_plane([](auto x, auto y) { return x >= 64 && y >= 48; }),
            "all in columns 64 to 95 of 96, rows 48 to 63 of 64");
  EXPECT_EQ(of_plane([](auto, auto) { return true; }), "everywhere");
  EXPECT_EQ(rungs::pattern_of(4096, 4096, [](std::size_t i) { return i >= 4000; }),
            "all in elements 4000 to 4095 of 4096");
}

TEST(Pattern, IsNotMadeUp) {
  EXPECT_EQ(of_plane([](auto, auto) { return false; }), "");
  EXPECT_EQ(of_plane([](auto x, auto y) { return x == 7 && y == 9; }), "");
  EXPECT_EQ(of_plane([](auto x, auto y) { return (x + 96 * y) * 2654435761U % 97 < 30; }), "");
}

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
