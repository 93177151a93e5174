// The exchange by half-precision additions, on all pairs of bytes.
#include <gtest/gtest.h>

#include <algorithm>
#include <rungs/core/typed_case.hpp>

#include "cases/median/gpu/5x5_both_pipes.cu"

namespace {

TEST(MedianExchange, AddingOrdersAllPairsOfBytes) {
  for (unsigned a = 0; a < 256; ++a) {
    for (unsigned b = 0; b < 256; ++b) {
      unsigned low = a << 16 | b;
      unsigned high = b << 16 | a;
      OrderByAdding{}(low, high);
      ASSERT_EQ(low, std::min(a, b) * 0x10001);
      ASSERT_EQ(high, std::max(a, b) * 0x10001);
    }
  }
}

}  // namespace
