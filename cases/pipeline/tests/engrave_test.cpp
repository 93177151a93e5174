// engrave computes the reference's pixels, at any place of an image, and records only what is on the disk.
#include "cases/pipeline/engrave/engrave.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "cases/pipeline/engrave/stream.hpp"
#include "cases/pipeline/run/expected.hpp"
#include "cases/pipeline/tests/files_scratch.hpp"

namespace pipeline {
namespace {

using tests::Bytes;
using tests::Scratch;

bool never_stops() { return false; }

EngraveOptions options(TreeKind tree, ImageShape shape) {
  EngraveOptions result;
  result.image.tree = tree;
  result.image.shape = shape;
  result.image.distance_max = 20;
  result.progress = ProgressMode::never;
  return result;
}

class Engrave : public testing::TestWithParam<TreeKind> {};

TEST_P(Engrave, GivesTheReferencesDigest) {
  for (const ImageShape shape : {ImageShape{1, 1}, {1, 3001}, {3001, 1}, {997, 1511}}) {
    const EngraveOptions o = options(GetParam(), shape);
    const Settings settings = settings_of(o.image);
    const Engraved done = engrave(o, never_stops);
    EXPECT_EQ(done.digest, to_text(expected_digest(image_of(settings.tree, settings.recipe))));
    EXPECT_EQ(done.computed, shape.bytes());
  }
}

TEST_P(Engrave, ComputesABandBeyondFourGigabytes) {
  const Scratch scratch;
  const ImageShape shape{99'991, 100'003};  // 10 GB, of which the file gets 1 MiB
  EngraveOptions o = options(GetParam(), shape);
  o.sink = SinkKind::raw;
  o.output = scratch / "image";
  o.band = {8'000, static_cast<std::uint32_t>(digest_blocks(shape))};
  o.banded = true;
  const Part part = bytes_of(shape, blocks_of(shape, o.band));
  ASSERT_GT(part.first, std::uint64_t{1} << 32U);
  EXPECT_EQ(engrave(o, never_stops).computed, digest_block_bytes);

  const RowRange rows = rows_of(shape, part);
  const Settings settings = settings_of(o.image);
  std::vector<std::uint8_t> expected(std::size_t{rows.last - rows.first} * shape.width);
  reference::pipeline_window(image_of(settings.tree, settings.recipe), 0, rows.first, shape.width,
                             rows.last - rows.first, expected);
  Bytes written(digest_block_bytes);
  std::ifstream file(o.output, std::ios::binary);
  file.seekg(static_cast<std::streamoff>(part.first));
  file.read(reinterpret_cast<char*>(written.data()), std::ssize(written));
  const auto skipped = static_cast<std::ptrdiff_t>(part.first - std::uint64_t{rows.first} * shape.width);
  const auto* const first = reinterpret_cast<const std::byte*>(expected.data()) + skipped;
  EXPECT_TRUE(std::equal(written.begin(), written.end(), first));
}

INSTANTIATE_TEST_SUITE_P(Trees, Engrave, testing::Values(TreeKind::deck, TreeKind::chain),
                         [](const auto& one) { return one.param == TreeKind::deck ? "deck" : "chain"; });

/// A sink that compares what is recorded with what it has put on its disk.
class WatchingSink final : public Sink {
 public:
  explicit WatchingSink(std::string output) : output_(std::move(output)) {}
  void write(std::span<const std::byte> bytes) override {
    expect_recorded_is_synced();
    written_ += bytes.size();
  }
  void sync() override {
    expect_recorded_is_synced();
    synced_ = written_;
    ++syncs_;
  }
  void finish() override { sync(); }
  [[nodiscard]] std::uint64_t disk_bytes() const override { return written_; }
  [[nodiscard]] unsigned syncs() const { return syncs_; }

 private:
  void expect_recorded_is_synced() const {
    const std::uint64_t recorded = recorded_blocks(output_, {}) * digest_block_bytes;
    EXPECT_LE(std::min(recorded, written_), synced_);
  }

  std::string output_;
  std::uint64_t written_ = 0;
  std::uint64_t synced_ = 0;
  unsigned syncs_ = 0;
};

TEST(Record, HoldsOnlyWhatIsOnTheDisk) {
  const Scratch scratch;
  const ImageShape shape{1000, 9000};
  ImageChoice image;
  image.shape = shape;
  WatchingSink sink(scratch / "image");
  Recorder recorder(scratch / "image", described(image), {}, false);
  recorder.begin();
  Stream stream({0, shape.bytes()}, 0, sink, &recorder, digest_block_bytes, never_stops);
  const Bytes row(shape.width);
  for (std::uint32_t y = 0; y < shape.height; ++y) stream.take({row});
  (void)stream.finish();
  EXPECT_EQ(sink.syncs(), 9U);
  EXPECT_EQ(recorder.done(), 9U);
}

}  // namespace
}  // namespace pipeline
