// The cache of tiles.
#include "cases/pipeline/run/tile_cache.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>

#include "cases/pipeline/run/budget.hpp"
#include "cases/pipeline/tree/trees.hpp"

namespace pipeline {
namespace {

TEST(TileCache, AKeyWithoutItsEdgeIsFound) {
  const auto tree = deck_tree({{256, 256}, 15, 1, {1, 2, 3, 4}, {}});
  TileCache<Block> cache(1 << 20U);
  Budget budget("host", 1 << 20U);
  const auto& edges = std::get<0>(tree.children).child.children;
  const TileKey one{&std::get<0>(edges), 1, 2};
  const TileKey other{&std::get<1>(edges), 1, 2};
  cache.insert(one, std::make_shared<Block>(budget, 100));
  EXPECT_NE(cache.find(one), nullptr);
  EXPECT_EQ(cache.find(other), nullptr);
  EXPECT_EQ(cache.find({one.edge, 2, 1}), nullptr);
}

TEST(TileCache, DropsWhatWasUsedLeastRecently) {
  Budget budget("host", 1000);
  TileCache<Block> cache(300);
  const auto key = [](std::uint32_t column) { return TileKey{nullptr, column, 0}; };
  for (const std::uint32_t column : {1U, 2U, 3U})
    cache.insert(key(column), std::make_shared<Block>(budget, 100));
  EXPECT_NE(cache.find(key(1)), nullptr);
  cache.insert(key(4), std::make_shared<Block>(budget, 100));
  EXPECT_EQ(cache.find(key(2)), nullptr);
  EXPECT_NE(cache.find(key(1)), nullptr);
  EXPECT_EQ(budget.used(), 300U);
  cache.insert(key(5), std::make_shared<Block>(budget, 301));
  EXPECT_EQ(cache.find(key(5)), nullptr) << "it is larger than the cache";
  EXPECT_NE(cache.find(key(4)), nullptr);
}

}  // namespace
}  // namespace pipeline
