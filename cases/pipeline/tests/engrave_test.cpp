// engrave computes the reference's pixels, in bands that meet, and records only what is on the disk.
#include "cases/pipeline/engrave/engrave.hpp"
#include <gtest/gtest.h>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include "cases/pipeline/engrave/stream.hpp"
#include "cases/pipeline/run/expected.hpp"
#include "cases/pipeline/tests/files_scratch.hpp"

namespace pipeline {
namespace {

using namespace tests;

bool never() { return false; }
bool always() { return true; }

EngraveOptions options(TreeKind tree, Frame shape) {
  EngraveOptions result;
  result.image = {.tree = tree, .shape = shape, .distance_max = 20};
  return result;
}

class Engrave : public testing::TestWithParam<TreeKind> {};

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
  const Scratch scratch;
  const Frame shape{99'991, 100'003};  // 10 GB, of which the file gets 1 MiB
  EngraveOptions o = options(GetParam(), shape);
  o.sink = SinkKind::raw;
  o.output = scratch / "image";
  o.band = {8'000, static_cast<std::uint32_t>(digest_blocks(shape))};
  o.banded = true;
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

TEST(Bands, AreWholeBlocksAndMeet) {
  for (const Frame one : {Frame{1, 1}, {4096, 256}, {4097, 256}, {1048577, 3}, {3, 1048577}, {2000, 7001}}) {
    const auto most = static_cast<std::uint32_t>(digest_blocks(one));
    for (std::uint32_t count = 1; count <= most; ++count) {
      std::uint64_t at = 0;
      for (std::uint32_t number = 1; number <= count; ++number) {
        const Part blocks = blocks_of(one, {number, count});
        const Part part = bytes_of(one, blocks);
        EXPECT_EQ(part.first, at);
        EXPECT_LT(part.first, part.last);
        EXPECT_LE(blocks.size(), most / count + 1);
        const Part rows = rows_of(one, part);
        EXPECT_LE(rows.first * one.width, part.first);
        EXPECT_GT((rows.first + 1) * one.width, part.first);
        EXPECT_GE(rows.last * one.width, part.last);
        EXPECT_LT((rows.last - 1) * one.width, part.last);
        at = part.last;
      }
      EXPECT_EQ(at, one.pixels());
      EXPECT_EQ(bytes_of(one, {most, most}).size(), 0U);
    }
  }
}

constexpr Frame shape{1999, 4001};  // 7.6 MiB: 8 blocks
const std::string described_image = described(options(TreeKind::deck, shape).image);
const Bytes image_bytes = pattern(shape.pixels());

/// Streams a band of the image into a raw file, row by row.
std::string store_band(const std::string& output, Band band, bool resume, bool (*interrupted)() = never) {
  Budget budget("host", std::size_t{64} << 20U);
  Recorder recorder(output, described_image, band, resume);
  Part blocks = blocks_of(shape, band);
  blocks.first += recorder.done();
  const Part part = bytes_of(shape, blocks);
  const auto sink = make_sink(SinkKind::raw, output, shape, budget, part);
  recorder.begin();
  Stream stream(part, shape, *sink, &recorder, 2 * digest_block_bytes, interrupted);
  for (std::uint64_t row = rows_of(shape, part).first; row < rows_of(shape, part).last; ++row)
    stream.take({std::span(image_bytes).subspan(row * shape.width, shape.width)});
  return to_text(stream.finish());
}

std::string digest_of_band(Band band) {
  const Part part = bytes_of(shape, blocks_of(shape, band));
  ImageDigest digest;
  digest.add(std::span(image_bytes).subspan(part.first, part.size()));
  return to_text(digest.finish());
}

std::uint64_t recorded_blocks(const std::string& output, Band band) { return Record(output, band).blocks(); }

TEST(Bands, GoOnAfterAnInterruptAtTheNextBlock) {
  const Scratch scratch;
  const std::string output = scratch / "image";
  for (std::uint64_t blocks = 1; blocks <= 7; ++blocks) {  // the eighth is not whole
    EXPECT_THROW((void)store_band(output, {}, true, always), Interrupted);
    EXPECT_EQ(recorded_blocks(output, {}), blocks);
  }
  EXPECT_EQ(store_band(output, {}, true), digest_of_band({}));
  EXPECT_EQ(check_image(output, true).digest, digest_of_band({}));
}

void damage(const std::string& path, std::uint64_t at) {
  Bytes bytes = contents(path);
  bytes.at(at) ^= std::byte{1};
  tests::store(path, bytes);
}

TEST(Bands, DamageIsFound) {
  const Scratch scratch;
  const std::string output = scratch / "image";
  for (const std::uint32_t number : {1U, 2U}) (void)store_band(output, {number, 2}, false);
  const auto message = [&](bool reread) { return failure([&] { (void)check_image(output, reread); }); };

  damage(output, 5 * digest_block_bytes);
  EXPECT_EQ(check_image(output, false).digest, digest_of_band({})) << "the file is not read";
  expect_contains(message(true), "bytes 5242880 to 6291456 are not those that were written");
  damage(output, 5 * digest_block_bytes);

  const std::string record = record_path(output, {2, 2});
  const std::uint64_t last = std::filesystem::file_size(record) - 1;
  damage(record, last);
  expect_contains(message(false), "1 of 2 bands are missing, damaged or were interrupted: 2");
  EXPECT_EQ(recorded_blocks(output, {2, 2}), 3U) << "the entries before the damaged one count";
  EXPECT_EQ(store_band(output, {2, 2}, true), digest_of_band({2, 2}));
  EXPECT_EQ(check_image(output, true).digest, digest_of_band({}));
  std::filesystem::resize_file(record, last);  // as a process leaves it that is killed while it writes
  EXPECT_EQ(recorded_blocks(output, {2, 2}), 3U);
  (void)store_band(output, {2, 2}, true);

  std::filesystem::resize_file(output, shape.pixels() - 1);
  expect_contains(message(false), "has 7997998 bytes; expected 7997999");
  expect_contains(failure([&] { (void)store_band(output, {2, 2}, true); }), "expected 7997999 or more");
  std::filesystem::resize_file(output, shape.pixels());

  const Bytes good = contents(record);
  const std::string head = R"({"format":"rungs engrave 2","band":2,"bands":2,"image":{)";
  const auto sides = [&](const std::string& width) { return head + R"("width":)" + width + R"(,"height":9}})"; };
  for (const std::string& text :
       {std::string("{"), std::string("[1]\n"), std::string("\xff\xfe"), head, head + "}\n", sides("0") + "\n",
        sides("-1") + "\n", sides("9") + "\n", sides("99999999999999999999") + "\n", sides("999999")}) {
    std::ofstream(record, std::ios::binary) << text;
    expect_contains(message(false), "band-2-of-2.digests: is not a record of band 2 of 2: ");
  }
  tests::store(record, {});
  EXPECT_EQ(recorded_blocks(output, {2, 2}), 0U) << "its process has only begun";
  tests::store(record_path(output, {1, 2}), good);
  expect_contains(message(false), "is not a record of band 1 of 2: ");
}

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
    ++syncs;
  }
  void finish() override { sync(); }

  unsigned syncs = 0;

 private:
  void expect_recorded_is_synced() const {
    EXPECT_LE(std::min(recorded_blocks(output_, {}) * digest_block_bytes, written_), synced_);
  }

  std::string output_;
  std::uint64_t written_ = 0;
  std::uint64_t synced_ = 0;
};

TEST(Bands, RecordOnlyWhatIsOnTheDisk) {
  const Scratch scratch;
  WatchingSink sink(scratch / "image");
  Recorder recorder(scratch / "image", described_image, {}, false);
  recorder.begin();
  Stream stream({0, shape.pixels()}, shape, sink, &recorder, digest_block_bytes, never);
  const Bytes row(shape.width);
  for (std::uint32_t y = 0; y < shape.height; ++y) stream.take({row});
  (void)stream.finish();
  EXPECT_EQ(sink.syncs, 8U);
  EXPECT_EQ(recorder.done(), 8U);
}

TEST(Progress, SaysHowLongItTakes) {
  EXPECT_EQ(progress_text(12.3e9, 40e9, 512e6), "12.3 of 40.0 GB, 31 %, 512 MB/s, about 54 s left");
  EXPECT_EQ(progress_text(1, 4e12, 250e6), "0.0 of 4000.0 GB, 0 %, 250 MB/s, about 267 min left");
}

}  // namespace
}  // namespace pipeline
