// engrave computes the reference's pixels, in bands that meet, and records only what is on the disk.
#include "cases/pipeline/engrave/engrave.hpp"
#include <gtest/gtest.h>
#include <algorithm>
#include <fstream>
#include "cases/pipeline/run/expected.hpp"
#include "cases/pipeline/tests/files_scratch.hpp"

namespace pipeline {
namespace {

using namespace tests;

bool never() { return false; }

EngraveOptions options(TreeKind tree, Frame shape) {
  EngraveOptions result;
  result.image = {.tree = tree, .shape = shape, .distance_max = 20};
  return result;
}

class Engrave : public Files, public testing::WithParamInterface<TreeKind> {};

TEST_P(Engrave, GivesTheReferencesDigest) {
  for (const Frame shape : {Frame{1, 1}, {1, 3001}, {3001, 1}, {997, 1511}}) {
    const EngraveOptions o = options(GetParam(), shape);
    const Settings settings = settings_of(o.image);
    const Engraved done = engrave(o, never);
    EXPECT_EQ(done.digest, to_text(expected_digest(image_of(settings.tree, settings.recipe))));
    EXPECT_EQ(done.computed, shape.pixels());
  }
}

TEST_P(Engrave, ComputesABandBeyondFourGigabytes) {
  const Frame shape{99'991, 100'003};  // 10 GB, of which the file gets 1 MiB
  EngraveOptions o = options(GetParam(), shape);
  o.sink = SinkKind::raw;
  o.output = path_;
  o.band = {8'000, static_cast<std::uint32_t>(digest_blocks(shape))};
  const Part part = bytes_of(shape, blocks_of(shape, o.band));
  ASSERT_GT(part.first, std::uint64_t{1} << 32U);
  EXPECT_EQ(engrave(o, never).computed, digest_block_bytes);

  const Part rows = rows_of(shape, part);
  const Settings settings = settings_of(o.image);
  std::vector<std::uint8_t> expected(rows.size() * shape.width);
  reference::pipeline_window(image_of(settings.tree, settings.recipe), 0, static_cast<std::uint32_t>(rows.first),
                             shape.width, static_cast<std::uint32_t>(rows.size()), expected);
  std::vector<std::uint8_t> written(digest_block_bytes);
  std::ifstream file(o.output, std::ios::binary);
  file.seekg(static_cast<std::streamoff>(part.first))
      .read(reinterpret_cast<char*>(written.data()), std::ssize(written));
  EXPECT_TRUE(std::equal(written.begin(), written.end(), expected.data() + part.first % shape.width));
}

INSTANTIATE_TEST_SUITE_P(Trees, Engrave, testing::Values(TreeKind::deck, TreeKind::chain),
                         [](const auto& one) { return one.param == TreeKind::deck ? "deck" : "chain"; });

/// A sink that compares what is recorded with what it has put on its disk.
class WatchingSink final : public Sink {
 public:
  WatchingSink(std::string output, std::string image) : output_(std::move(output)), image_(std::move(image)) {}
  void write(std::span<const std::byte> bytes) override {
    expect_recorded_is_synced();
    written_ += bytes.size();
  }
  void sync() override {
    expect_recorded_is_synced();
    synced_ = written_;
    ++syncs;
  }
  void finish() override { sync(); }

  unsigned syncs = 0;

 private:
  void expect_recorded_is_synced() const {
    const std::uint64_t recorded = read_record(output_, image_, {}, [](auto, const auto&) {});
    EXPECT_LE(std::min(recorded * digest_block_bytes, written_), synced_);
  }

  std::string output_;
  std::string image_;
  std::uint64_t written_ = 0;
  std::uint64_t synced_ = 0;
};

TEST_F(Files, BandsRecordOnlyWhatIsOnTheDisk) {
  const Frame shape{1999, 4001};  // 7.6 MiB: 8 blocks
  const std::string image = described(options(TreeKind::deck, shape).image);
  WatchingSink sink(path_, image);
  Recorder recorder(path_, image, {}, false);
  Stream stream({0, shape.pixels()}, shape, sink, &recorder, digest_block_bytes, never);
  const Bytes row(shape.width);
  for (std::uint32_t y = 0; y < shape.height; ++y) stream.take({row});
  (void)stream.finish();
  EXPECT_EQ(sink.syncs, 8U);
  EXPECT_EQ(recorder.done(), 8U);
}

}  // namespace
}  // namespace pipeline
