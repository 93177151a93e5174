// Nodes that lie partly or wholly outside their parent; what a cache of tiles keeps, what one
// that knows the future would find, and that the requests of a run are known without its pixels.
#include <gtest/gtest.h>
#include <cstdint>
#include <memory>
#include <vector>
#include "cases/pipeline/run/schedules.hpp"
#include "cases/pipeline/tests/made_up_image.hpp"
#include "cases/pipeline/tree/trees.hpp"

namespace pipeline {
namespace {

/// A leaf whose pixels are 10 * y + x + 1.
struct Numbered {
  using Pixel = std::uint8_t;
  Frame frame;
  std::tuple<> children{};
  [[nodiscard]] static std::uint32_t halo(Trait) { return 0; }
  void fill(const Plane<Pixel>& out) const {
    for_pixels(out, [](std::int32_t x, std::int32_t y) { return static_cast<Pixel>(10 * y + x + 1); });
  }
};

template <class Typed> std::vector<int> all_of(const Typed& typed) {
  Budget budget("host", 1 << 20U);
  Figures figures;
  OnHost host(budget);
  Recomputed source(host, figures);
  std::vector<typename Typed::Pixel> pixels(typed.frame.window().area());
  const Window whole = typed.frame.window();
  source.evaluate(*node_at<OnHost>(typed), Plane<typename Typed::Pixel>{pixels.data(), whole.width, whole});
  return {pixels.begin(), pixels.end()};
}

template <Trait trait> Edge<trait, std::uint8_t> numbered(Frame frame, std::int32_t x, std::int32_t y) {
  return {node_at<OnHost>(Numbered{frame}), x, y};
}

TEST(Union, OfDataIsTheDeepestWhereverTheChildrenLie) {
  using Both = Union<Data<std::uint8_t>, Data<std::uint8_t>>;
  EXPECT_EQ(all_of(Both{{3, 2}, {numbered<Trait::data>({2, 2}, -1, 0), numbered<Trait::data>({2, 1}, 1, 1)}}),
            (std::vector{2, 0, 0, 12, 1, 2}));
  EXPECT_EQ(all_of(Both{{3, 1}, {numbered<Trait::data>({2, 2}, 5, 0), numbered<Trait::data>({2, 1}, 0, -7)}}),
            (std::vector{0, 0, 0}))
      << "both are outside";
}

TEST(Stitching, ShowsThePatternOnlyInsideTheMask) {
  using Inside = Stitching<Pattern<std::uint8_t>, Mask<std::uint8_t>>;
  EXPECT_EQ(all_of(Inside{{4, 1}, {numbered<Trait::pattern>({2, 1}, 0, 0), numbered<Trait::mask>({2, 1}, 1, 0)}}),
            (std::vector{0, 2, 1, 0}));
}

TEST(TileCache, DropsWhatWasUsedLeastRecently) {
  Budget budget("host", 1000);
  TileCache cache(300);
  const auto key = [](std::uint32_t column) { return TileKey{nullptr, column, 0}; };
  for (const std::uint32_t column : {1U, 2U, 3U}) cache.insert(key(column), std::make_shared<Block>(budget, 100));
  EXPECT_NE(cache.find(key(1)), nullptr);
  cache.insert(key(4), std::make_shared<Block>(budget, 100));
  EXPECT_EQ(cache.find(key(2)), nullptr);
  EXPECT_NE(cache.find(key(1)), nullptr);
  EXPECT_EQ(budget.used(), 300U);
  cache.insert(key(5), std::make_shared<Block>(budget, 301));
  EXPECT_EQ(cache.find(key(5)), nullptr) << "it is larger than the cache";
  EXPECT_NE(cache.find(key(4)), nullptr);
}

std::uint64_t found(const std::vector<unsigned>& tiles, std::size_t capacity) {
  std::vector<TileRequest> requests;
  for (const unsigned tile : tiles) requests.push_back({{nullptr, tile, 0}, 10});
  return found_by_belady(requests, capacity);
}

/// The references with which textbooks compare policies, in three frames: 12 faults by LRU, 9 at best if what
/// has just been loaded must be kept, and 8 if it need not be (by trying all choices).
TEST(Belady, DropsWhatIsNeededLast) {
  const std::vector<unsigned> tiles{7, 0, 1, 2, 0, 3, 0, 4, 2, 3, 0, 3, 2, 1, 2, 0, 1, 7, 0, 1};
  EXPECT_EQ(found(tiles, 30), tiles.size() - 8);
  EXPECT_EQ(found(tiles, 1000), tiles.size() - 6) << "each tile is missed once";
  EXPECT_EQ(found(tiles, 9), 0U) << "no tile fits";
  EXPECT_EQ(found({}, 30), 0U);
}

TEST(CacheRecord, IsThatOfTheRun) {
  for (const TreeKind kind : {TreeKind::deck, TreeKind::chain}) {
    for (const Order order : {Order::rows, Order::serpentine, Order::blocks}) {
      for (const std::size_t capacity : {0U, 20'000U, 60'000U, 1U << 30U}) {
        Settings s = image(kind, {211, 223});
        s.tile = 32;
        s.order = order;
        const Figures figures = cached(s, capacity).figures;
        const CacheRecord record = first_requests(s, capacity, 1U << 20U);
        EXPECT_EQ(record.made.size(), figures.tiles_asked);
        EXPECT_EQ(record.found, figures.tiles_found);
        EXPECT_GE(found_by_belady(record.made, capacity), figures.tiles_found);
        EXPECT_EQ(first_requests(s, capacity, 7).made.size(), 7U);
      }
    }
  }
}

}  // namespace
}  // namespace pipeline
