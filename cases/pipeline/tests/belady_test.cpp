// What a cache that knows the future finds, and that the requests of a run are known without it.
#include "cases/pipeline/run/belady.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "cases/pipeline/files/sink.hpp"
#include "cases/pipeline/run/on_host.hpp"
#include "cases/pipeline/run/outlet.hpp"
#include "cases/pipeline/run/way_out.hpp"

namespace pipeline {
namespace {

std::uint64_t found(const std::vector<unsigned>& tiles, std::size_t capacity) {
  std::vector<TileRequest> requests;
  for (const unsigned tile : tiles) requests.push_back({tile, 10});
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

TEST(TileRequests, AreThoseOfTheRun) {
  for (const TreeKind kind : {TreeKind::deck, TreeKind::chain}) {
    for (const Order order : {Order::rows, Order::serpentine, Order::blocks}) {
      for (const std::size_t capacity : {0U, 20'000U, 60'000U, 1U << 30U}) {
        Settings s;
        s.tree = kind;
        s.recipe.frame = {211, 223};
        s.tile = 32;
        s.order = order;
        Budget budget("host", std::size_t{1} << 31U);
        Counts counts;
        const auto sink = make_sink(SinkKind::null, "", s.shape(), budget);
        std::vector<std::byte> samples(sample_bytes);
        Outlet outlet(s.shape(), 4, samples.data(), *sink);
        with_tree(s, [&](const auto& tree) {
          OnHost host(budget);
          Cached source(host, capacity, s.tile, counts);
          WayOut way_out(budget, strip_of(tree.frame, s.tile, order).area(), outlet);
          run_tiles(tree, source, s, way_out);
          TileRequests<OnHost> requests(s.tile, capacity);
          requests.follow(tree, order, 1U << 20U);
          EXPECT_EQ(requests.made().size(), counts.tiles_asked);
          EXPECT_EQ(requests.found(), counts.tiles_found);
          EXPECT_GE(found_by_belady(requests.made(), capacity), counts.tiles_found);
        });
      }
    }
  }
}

}  // namespace
}  // namespace pipeline
