#include <gtest/gtest.h>
#include <cmath>
#include <cstdlib>
#include <rungs/random.hpp>
#include <string>
#include "cases/uv/case_checks.hpp"

namespace {

using uv::Lattice;

/// A component of one of the test's vectors: short, long, or 0.
int component(std::uint64_t index) {
  const auto most = static_cast<std::uint64_t>(rungs::random_below(1, index, 3) == 0 ? uv::largest_component : 9);
  return static_cast<int>(rungs::random_below(2, index, 2 * most + 1)) - static_cast<int>(most);
}

/// Whether (x, y) is a point of the lattice.
bool holds(const Lattice& l, long long x, long long y) {
  const long long det = l.determinant();
  return (x * l.vy - y * l.vx) % det == 0 && (y * l.ux - x * l.uy) % det == 0;
}

TEST(UvBasis, IsOfTheSameLatticeAndHasTheSignsAndLengthsThatVariantsRelyOn) {
  for (std::uint64_t i = 0; i < 100'000; i += 4) {
    const Lattice given{component(i), component(i + 1), component(i + 2), component(i + 3)};
    if (given.determinant() == 0) continue;
    const Lattice l = uv::basis_of(given);
    SCOPED_TRACE(uv::numbers_of(given) + " as " + uv::numbers_of(l));
    ASSERT_EQ(l.determinant(), std::abs(given.determinant()));
    ASSERT_TRUE(holds(given, l.ux, l.uy) && holds(given, l.vx, l.vy));
    ASSERT_TRUE(l.ux > 0 && l.uy >= 0 && l.vx <= 0 && l.vy > 0);
    // i*u of a point p is p without its part along v: at most |p| over the sine of the angle.
    const double sine = l.determinant() / std::hypot(l.ux, l.uy) / std::hypot(l.vx, l.vy);
    ASSERT_GE(sine * 2.4, 1.0);
  }
}

TEST(UvBasis, LeavesTheNamedLatticesAndTheirKernelsAsTheyAre) {
  for (const auto& named : uv::named_lattices) {
    EXPECT_EQ(uv::basis_of(named.vectors), named.vectors) << named.name;
    const uv::Cell cell = uv::cell_of(named.vectors);
    EXPECT_TRUE(uv::narrow(cell)) << named.name;
    EXPECT_EQ(uv::widened(cell).period, cell.period) << named.name;
    EXPECT_TRUE(uv::fits_32_bits(named.vectors, 1U << 19U, 1U << 19U)) << named.name;
    uv::Problem largest;
    largest.repeater = 1024;
    largest.lattice = named.vectors;
    EXPECT_EQ(uv::Case::refuse(largest), "") << named.name;
  }
}

TEST(UvLattice, IsReadAndWrittenAsOneText) {
  EXPECT_EQ(uv::parse_lattice("97:13:-11:103"), uv::oblique);
  EXPECT_EQ(uv::text_of(uv::oblique), "oblique");
  const Lattice negative{-4096, 0, 3, 4096};
  EXPECT_EQ(uv::text_of(negative), "-4096:0:3:4096");
  EXPECT_EQ(uv::parse_lattice("-4096:0:3:4096"), negative);
  for (const std::string wrong : {"", "Oblique", "1:2:3", "1:2:3:4:5", "1:2:3:", ":1:2:3", "1:2:3:4x", "1 :2:3:4",
                                  "+1:2:3:4", "1.5:2:3:4", "4097:0:0:1", "1:0:0:-4097", "1:2:3:99999999999"}) {
    EXPECT_FALSE(uv::parse_lattice(wrong)) << wrong;
  }
}

TEST(UvLattice, IsRefusedWithParallelVectorsOrWhereSumsAreNotExact) {
  uv::Problem p;
  for (const Lattice& parallel : {Lattice{0, 0, 0, 0}, Lattice{1, 2, 0, 0}, Lattice{2, 4, -1, -2}}) {
    p.lattice = parallel;
    EXPECT_NE(uv::Case::refuse(p).find("parallel"), std::string::npos) << uv::numbers_of(parallel);
  }
  p.lattice = {1, 0, 0, 1};
  p.repeater = 63;
  EXPECT_EQ(uv::Case::refuse(p), "");
  p.repeater = 64;  // 64 * 64 repetitions over every pixel, of up to 4096 each
  EXPECT_NE(uv::Case::refuse(p).find("4096"), std::string::npos);
}

}  // namespace
