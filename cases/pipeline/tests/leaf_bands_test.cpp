// Bands of whole leaves cover an image once, and their rows hold them.
#include "cases/pipeline/run/leaf_bands.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace pipeline {
namespace {

class BandsOfLeaves : public testing::TestWithParam<ImageShape> {};

TEST_P(BandsOfLeaves, CoverTheImageOnce) {
  const ImageShape shape = GetParam();
  for (const std::uint64_t at_once : {1U, 3U, 1000U}) {
    const LeafBands bands(shape, at_once);
    std::uint64_t next = 0;
    for (std::uint64_t i = 0; i < bands.count(); ++i) {
      const LeafRows part = bands.at(i);
      EXPECT_EQ(std::uint64_t{part.row} * shape.width + part.skipped, next);
      EXPECT_LT(part.skipped, shape.width);
      EXPECT_LE(part.skipped + part.bytes, std::uint64_t{part.rows} * shape.width) << "its rows hold it";
      EXPECT_GT(part.skipped + part.bytes, std::uint64_t{part.rows - 1} * shape.width) << "no row too many";
      EXPECT_LE(part.rows, bands.most_rows());
      EXPECT_LE(part.row + part.rows, shape.height);
      next += part.bytes;
      if (i + 1 < bands.count()) {
        EXPECT_EQ(next % leaf_bytes, 0U);
      }
    }
    EXPECT_EQ(next, shape.bytes());
    for (const std::uint64_t several : {1U, 2U, 5U}) {
      std::uint64_t bytes = 0;
      for (std::uint64_t i = 0; i < several; ++i) bytes += bands.bytes_of(i, several);
      EXPECT_EQ(bytes, shape.bytes());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, BandsOfLeaves,
                         testing::Values(ImageShape{1, 1}, ImageShape{4096, 5}, ImageShape{1, 9000},
                                         ImageShape{9001, 3}, ImageShape{211, 223}, ImageShape{100'003, 17}),
                         [](const auto& shape) {
                           return std::to_string(shape.param.width) + "x" +
                                  std::to_string(shape.param.height);
                         });

}  // namespace
}  // namespace pipeline
