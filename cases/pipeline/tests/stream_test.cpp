// The digest, the samples and the pace of a stream.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "cases/pipeline/run/budget.hpp"
#include "cases/pipeline/run/crew.hpp"
#include "cases/pipeline/run/digest.hpp"
#include "cases/pipeline/run/pace.hpp"
#include "cases/pipeline/run/samples.hpp"

namespace pipeline {
namespace {

std::span<const std::byte> bytes_of(const std::string& text) { return std::as_bytes(std::span(text)); }

TEST(Digest, IsSha256) {  // the examples of FIPS 180-4
  EXPECT_EQ(to_text(sha256(bytes_of("abc"))),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(to_text(sha256({})), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(Digest, OfDigestsCanBeAskedForAtAnyTime) {
  DigestOfDigests digests;
  std::vector<std::byte> list;
  for (const char* text : {"a", "b", "c"}) {
    EXPECT_EQ(digests.so_far(), sha256(list));
    const Sha256 one = sha256(bytes_of(text));
    digests.add(one);
    list.insert(list.end(), one.begin(), one.end());
  }
  EXPECT_EQ(digests.so_far(), sha256(list));
}

std::vector<std::byte> noise_bytes(std::size_t count) {
  std::mt19937 random(7);
  std::vector<std::byte> bytes(count);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
  return bytes;
}

/// Written out once more, without pieces.
std::string digest_of_whole(const std::vector<std::byte>& bytes) {
  std::vector<std::byte> blocks;
  for (std::size_t block = 0; block < bytes.size(); block += digest_block_bytes) {
    std::vector<std::byte> leaves;
    for (std::size_t leaf = block; leaf < std::min(bytes.size(), block + digest_block_bytes);
         leaf += leaf_bytes) {
      const auto digest = sha256(std::span(bytes).subspan(leaf, std::min(leaf_bytes, bytes.size() - leaf)));
      leaves.insert(leaves.end(), digest.begin(), digest.end());
    }
    const auto digest = sha256(leaves);
    blocks.insert(blocks.end(), digest.begin(), digest.end());
  }
  return to_text(sha256(blocks));
}

TEST(Digest, DoesNotDependOnPiecesOrThreads) {
  Crew three(3);
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, leaf_bytes - 1, leaf_bytes, leaf_bytes + 1,
                                 digest_block_bytes, 2 * digest_block_bytes + leaf_bytes + 5}) {
    const auto bytes = noise_bytes(size);
    const std::string whole = digest_of_whole(bytes);
    for (const std::size_t piece :
         {std::size_t{1000}, leaf_bytes, std::size_t{100'003}, std::size_t{10'000'000}}) {
      for (Crew* const crew : {static_cast<Crew*>(nullptr), &three}) {
        ImageDigest digest;
        for (std::size_t from = 0; from < size; from += piece) {
          digest.add(std::span(bytes).subspan(from, std::min(piece, size - from)), crew);
        }
        EXPECT_EQ(to_text(digest.finish()), whole) << size << " bytes in pieces of " << piece;
      }
    }
  }
}

/// All of the stream's whole leaves from byte `from` to byte `to`, hashed.
std::vector<Sha256> leaves_in(const std::vector<std::byte>& bytes, std::size_t from, std::size_t to) {
  std::vector<Sha256> leaves;
  for (std::size_t leaf = (from + leaf_bytes - 1) / leaf_bytes * leaf_bytes; leaf + leaf_bytes <= to;
       leaf += leaf_bytes) {
    leaves.push_back(sha256(std::span(bytes).subspan(leaf, leaf_bytes)));
  }
  return leaves;
}

TEST(Digest, IsTheSameOfBytesWhoseLeavesAreHashed) {
  const auto bytes = noise_bytes(digest_block_bytes + 3 * leaf_bytes + 77);
  for (const std::size_t piece : {std::size_t{1000}, leaf_bytes, std::size_t{10'001}, std::size_t{100'003}}) {
    for (const std::size_t cut : {std::size_t{0}, std::size_t{1}, leaf_bytes, std::size_t{9'000}}) {
      ImageDigest digest;
      for (std::size_t from = 0; from < bytes.size(); from += piece) {
        const std::size_t count = std::min(piece, bytes.size() - from);
        const auto leaves = leaves_in(bytes, from, from + count);
        const HashedBytes all{std::span(bytes).subspan(from, count),
                              (leaf_bytes - from % leaf_bytes) % leaf_bytes, leaves};
        const std::size_t first = std::min(cut, count);
        digest.add(all.first(first));
        digest.add(all.after(first));
      }
      EXPECT_EQ(to_text(digest.finish()), digest_of_whole(bytes))
          << "pieces of " << piece << ", cut at " << cut;
    }
  }
}

TEST(Digest, TellsItsBlocks) {
  const auto bytes = noise_bytes(digest_block_bytes + 1);
  std::vector<std::uint64_t> numbers;
  ImageDigest digest;
  digest.on_block([&](std::uint64_t number, const Sha256&) { numbers.push_back(number); });
  digest.add(bytes);
  EXPECT_EQ(numbers, (std::vector<std::uint64_t>{0}));
  (void)digest.finish();
  EXPECT_EQ(numbers, (std::vector<std::uint64_t>{0, 1}));
}

TEST(Samples, AreTheSameForAnyPieces) {
  const ImageShape shape{1000, 1003};
  const auto bytes = noise_bytes(shape.bytes());
  const auto leaves = sampled_leaves(shape, 5);
  ASSERT_EQ(leaves.size(), sample_count);
  EXPECT_EQ(leaves.front(), 0U);
  EXPECT_EQ(leaves.back(), shape.bytes() / leaf_bytes);
  for (const std::size_t piece : {std::size_t{77}, std::size_t{5000}, std::size_t{400'000}, bytes.size()}) {
    std::vector<std::byte> samples(sample_bytes, std::byte{9});
    SampleTap tap(shape, 5, samples.data());
    for (std::size_t from = 0; from < bytes.size(); from += piece) {
      tap.take(from, std::span(bytes).subspan(from, std::min(piece, bytes.size() - from)));
    }
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      const std::size_t from = leaves[i] * leaf_bytes;
      const std::size_t count = std::min(leaf_bytes, bytes.size() - from);
      EXPECT_EQ(std::memcmp(samples.data() + i * leaf_bytes, bytes.data() + from, count), 0)
          << i << ", " << piece;
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
  EXPECT_EQ(deadline.misses(), 1U);
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
