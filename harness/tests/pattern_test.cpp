// The words for where the wrong elements of a result lie.
#include <gtest/gtest.h>
#include "harness/verify/problem_data.hpp"

namespace {

/// Of a plane of 96x64.
template <class Wrong> std::string of_plane(const Wrong& wrong) {
  return rungs::pattern_of(std::size_t{96} * 64, 96,
                           [&](std::size_t i) { return wrong(static_cast<unsigned>(i % 96), i / 96); });
}

TEST(Pattern, IsSaidInWords) {
  EXPECT_EQ(of_plane([](auto x, auto) { return x == 95; }), "all in column 95");
  EXPECT_EQ(of_plane([](auto, auto y) { return y == 3; }), "all in row 3");
  EXPECT_EQ(of_plane([](auto x, auto) { return x % 32 == 31; }), "in one column of each 32, from 31 on");
  EXPECT_EQ(of_plane([](auto, auto y) { return y % 8 == 2; }), "in one row of each 8, from 2 on");
  EXPECT_EQ(of_plane([](auto x, auto y) { return (x + 1) % 32 < 2 || (y + 1) % 8 < 2; }),
            "on the borders of blocks of 32x8");
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

}  // namespace
