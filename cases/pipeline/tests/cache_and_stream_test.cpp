// What a cache of tiles keeps, what one that knows the future would find, and that the requests of a run are known
// without its pixels. The digest, the samples and the pace of a stream.
#include <gtest/gtest.h>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>
#include "cases/pipeline/run/digest_and_sink.hpp"
#include "cases/pipeline/run/schedules.hpp"
#include "cases/pipeline/tests/made_up_image.hpp"
#include "cases/pipeline/tree/trees.hpp"

namespace pipeline {
namespace {

TEST(TileCache, DropsWhatWasUsedLeastRecently) {
  Budget budget("host", 1000);
  TileCache cache(300);
  const auto key = [](std::uint32_t column) { return TileKey{nullptr, column, 0}; };
  for (const std::uint32_t column : {1U, 2U, 3U}) cache.insert(key(column), std::make_shared<Block>(budget, 100));
  const std::vector<Child> edges(1);
  EXPECT_EQ(cache.find({&edges[0], 1, 0}), nullptr) << "of another edge";
  EXPECT_EQ(cache.find({nullptr, 0, 1}), nullptr) << "another place";
  EXPECT_NE(cache.find(key(1)), nullptr);
  cache.insert(key(4), std::make_shared<Block>(budget, 100));
  EXPECT_EQ(cache.find(key(2)), nullptr);
  EXPECT_NE(cache.find(key(1)), nullptr);
  EXPECT_EQ(budget.used(), 300U);
  cache.insert(key(5), std::make_shared<Block>(budget, 301));
  EXPECT_EQ(cache.find(key(5)), nullptr) << "it is larger than the cache";
  EXPECT_NE(cache.find(key(4)), nullptr);
}

/// The deck's example of nodes with frames and offsets of their own: A(0, 0) needs B(0, 0) and B(1, 0); B(0,
/// 0) needs C(0, 0); B(1, 0) needs C(0, 0) and C(1, 0), and the first of these is there already.
TEST(TileCache, TheDecksExampleUsesATileAgain) {
  const auto node = [](Frame frame, std::vector<Child> children) {
    Node one{.frame = frame, .children = std::move(children)};
    one.call = [](const void*, Place&, const AnyPlane&, const AnyPlane*) {};
    return std::make_shared<const Node>(std::move(one));
  };
  constexpr std::uint32_t tile = 8;
  const auto c = node({2 * tile, tile}, {});
  const auto b = node({2 * tile, tile}, {{Trait::data, 0, tile / 2, 0, c}});
  const auto a = node({tile, tile}, {{Trait::data, 0, -static_cast<int>(tile) / 2, 0, b}});
  Budget budget("host", 1 << 20U);
  OnHost host(budget);
  Figures figures;
  std::string asked;
  Cached source(host, 1 << 16U, tile, figures, [&](const TileKey& key, std::size_t) {
    asked += (key.edge == &a->children[0] ? "B" : "C") + std::to_string(key.column) + std::to_string(key.row) + " ";
  });
  std::vector<std::byte> pixels(tile * tile);
  source.evaluate(*a, {pixels.data(), tile, a->frame.window(), 1});
  EXPECT_EQ(asked, "B00 C00 B10 C00 C10 ");
  EXPECT_EQ(figures.tiles_asked, 5U);
  EXPECT_EQ(figures.tiles_found, 1U);
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

std::vector<std::byte> noise_bytes(std::size_t count) {
  std::mt19937 random(7);
  std::vector<std::byte> bytes(count);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
  return bytes;
}

/// Bytes [from, to) of a stream; `hashed`, which gets the digests of the whole leaves, keeps them.
HashedBytes piece_of(const std::vector<std::byte>& stream, std::size_t from, std::size_t to,
                     std::vector<Sha256>& hashed) {
  hashed.clear();
  for (std::size_t leaf = from + before_leaf(from); leaf + leaf_bytes <= to; leaf += leaf_bytes) {
    hashed.push_back(sha256(std::span(stream).subspan(leaf, leaf_bytes)));
  }
  return {std::span(stream).subspan(from, to - from), before_leaf(from), hashed};
}

/// engrave's tests compute it once more, in Python.
TEST(Digest, DoesNotDependOnPiecesOrWhoHashesThem) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, leaf_bytes - 1, leaf_bytes, leaf_bytes + 1,
                                 digest_block_bytes, 2 * digest_block_bytes + leaf_bytes + 5}) {
    const auto bytes = noise_bytes(size);
    ImageDigest of_all;
    of_all.add(bytes);
    const std::string whole = to_text(of_all.finish());
    for (const std::size_t piece : {std::size_t{1000}, leaf_bytes, std::size_t{10'001}, std::size_t{100'003}}) {
      for (const std::size_t cut : {std::size_t{0}, std::size_t{1}, leaf_bytes, std::size_t{9'000}}) {
        ImageDigest here;
        ImageDigest on_all_cpus;
        ImageDigest elsewhere;
        std::vector<Sha256> leaves;
        for (std::size_t from = 0; from < size; from += piece) {
          const HashedBytes all = piece_of(bytes, from, std::min(from + piece, size), leaves);
          here.add(all.bytes);
          on_all_cpus.add(all.bytes, true);
          elsewhere.add(all.first(std::min(cut, all.bytes.size())));
          elsewhere.add(all.after(std::min(cut, all.bytes.size())));
        }
        SCOPED_TRACE(std::to_string(size) + " bytes in pieces of " + std::to_string(piece) + ", cut at " +
                     std::to_string(cut));
        EXPECT_EQ(to_text(here.finish()), whole);
        EXPECT_EQ(to_text(on_all_cpus.finish()), whole);
        EXPECT_EQ(to_text(elsewhere.finish()), whole);
      }
    }
  }
}

TEST(Samples, AreTheSameForAnyPieces) {
  const Frame shape{1000, 1003};
  const auto bytes = noise_bytes(shape.pixels());
  const auto leaves = sampled_leaves(shape, 5);
  ASSERT_EQ(leaves.size(), sample_count);
  EXPECT_EQ(leaves.front(), 0U);
  EXPECT_EQ(leaves.back(), shape.pixels() / leaf_bytes);
  for (const std::size_t piece : {std::size_t{77}, std::size_t{5000}, std::size_t{400'000}, bytes.size()}) {
    std::vector<std::byte> samples(sample_bytes, std::byte{9});
    SampleTap tap(shape, 5, samples.data());
    for (std::size_t from = 0; from < bytes.size(); from += piece) {
      tap.take(from, std::span(bytes).subspan(from, std::min(piece, bytes.size() - from)));
    }
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      const std::size_t from = leaves[i] * leaf_bytes;
      const std::size_t count = std::min(leaf_bytes, bytes.size() - from);
      EXPECT_EQ(std::memcmp(samples.data() + i * leaf_bytes, bytes.data() + from, count), 0) << i << ", " << piece;
    }
    EXPECT_EQ(samples.back(), std::byte{0}) << "the last leaf is shorter";
  }
}

TEST(Pace, CountsHowOftenTheMachineRunsDry) {
  Deadline deadline(100);
  deadline.arrived(100, 5);    // lasts until 6
  deadline.arrived(100, 5.9);  // until 7
  deadline.arrived(100, 7.5);  // late: until 8.5
  deadline.arrived(100, 8.4);
  EXPECT_EQ(deadline.misses(), 1);
}

TEST(Pace, FindsTheSlowestSecond) {
  SlowestSecond slowest;
  slowest.arrived(50, 0.5);
  EXPECT_DOUBLE_EQ(slowest.bytes_per_second(), 100) << "the whole run is shorter than a second";
  slowest.arrived(100, 1);
  slowest.arrived(110, 2);
  slowest.arrived(1000, 3);
  EXPECT_DOUBLE_EQ(slowest.bytes_per_second(), 10);
}

TEST(Budget, RefusesMoreThanItHas) {
  Budget budget("host", 1000);
  const Block one(budget, 600);
  EXPECT_THROW(Block(budget, 401), rungs::Failed);
  { const Block other(budget, 400); }
  EXPECT_EQ(budget.used(), 600U);
  EXPECT_EQ(budget.peak(), 1000U);
}

}  // namespace
}  // namespace pipeline
