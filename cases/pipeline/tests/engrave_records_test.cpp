// The records of bands, and the stream that is recorded.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "cases/pipeline/engrave/dump.hpp"
#include "cases/pipeline/engrave/engrave.hpp"
#include "cases/pipeline/engrave/stream.hpp"
#include "cases/pipeline/run/place.hpp"
#include "cases/pipeline/tests/files_scratch.hpp"

namespace pipeline {
namespace {

using tests::Bytes;
using tests::contents;
using tests::expect_contains;
using tests::failure;
using tests::pattern;
using tests::Scratch;

constexpr ImageShape shapes[] = {{1, 1}, {4096, 256}, {4097, 256}, {1048577, 3}, {3, 1048577}, {2000, 7001}};
constexpr ImageShape shape{1999, 4001};  // 7.6 MiB: 8 blocks

TEST(Bands, AreWholeBlocksAndMeet) {
  for (const ImageShape one : shapes) {
    const auto most = static_cast<std::uint32_t>(digest_blocks(one));
    for (std::uint32_t count = 1; count <= most; ++count) {
      std::uint64_t at = 0;
      for (std::uint32_t number = 1; number <= count; ++number) {
        const BlockRange blocks = blocks_of(one, {number, count});
        const Part part = bytes_of(one, blocks);
        EXPECT_EQ(part.first, at);
        EXPECT_LT(part.first, part.last);
        EXPECT_LE(blocks.count(), most / count + 1);
        const RowRange rows = rows_of(one, part);
        EXPECT_LE(std::uint64_t{rows.first} * one.width, part.first);
        EXPECT_GT(std::uint64_t{rows.first + 1} * one.width, part.first);
        EXPECT_GE(std::uint64_t{rows.last} * one.width, part.last);
        EXPECT_LT(std::uint64_t{rows.last - 1} * one.width, part.last);
        at = part.last;
      }
      EXPECT_EQ(at, one.bytes());
      const Part none = bytes_of(one, {most, most});
      EXPECT_EQ(none.first, none.last);
    }
  }
}

bool never() { return false; }
bool always() { return true; }

ImageChoice choice() {
  ImageChoice image;
  image.shape = shape;
  return image;
}

/// Streams a band of `pattern(shape.bytes())` into a raw file, row by row.
Sha256 store_band(const std::string& output, Band band, bool resume, bool (*interrupted)() = never) {
  const auto bytes = pattern(shape.bytes());
  Budget budget("host", std::size_t{64} << 20U);
  Recorder recorder(output, described(choice()), band, resume);
  BlockRange blocks = blocks_of(shape, band);
  blocks.first += recorder.done();
  const Part part = bytes_of(shape, blocks);
  const auto sink = make_sink(SinkKind::raw, output, shape, budget, part);
  recorder.begin();
  const RowRange rows = rows_of(shape, part);
  Stream stream(part, std::uint64_t{rows.first} * shape.width, *sink, &recorder, 2 * digest_block_bytes,
                interrupted);
  for (std::uint32_t row = rows.first; row < rows.last; ++row) {
    stream.take({std::span(bytes).subspan(std::size_t{row} * shape.width, shape.width)});
  }
  return stream.finish();
}

Sha256 digest_of_band(Band band) {
  const auto bytes = pattern(shape.bytes());
  const Part part = bytes_of(shape, blocks_of(shape, band));
  ImageDigest digest;
  digest.add(std::span(bytes).subspan(part.first, part.last - part.first));
  return digest.finish();
}

std::string whole_digest() { return to_text(digest_of_band({})); }

TEST(Bands, GoOnAfterAnInterruptAtTheNextBlock) {
  const Scratch scratch;
  const std::string output = scratch / "image";
  for (std::uint64_t blocks = 1; blocks <= 7; ++blocks) {  // the eighth is not whole
    EXPECT_THROW((void)store_band(output, {}, true, always), Interrupted);
    EXPECT_EQ(recorded_blocks(output, {}), blocks);
  }
  EXPECT_EQ(to_text(store_band(output, {}, true)), whole_digest());
  EXPECT_EQ(check_image(output, true).digest, whole_digest());
}

void damage(const std::string& path, std::uint64_t at) {
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  file.seekg(static_cast<std::streamoff>(at));
  const auto byte = static_cast<char>(file.get() ^ 1);
  file.seekp(static_cast<std::streamoff>(at));
  file.put(byte);
}

TEST(Bands, DamageIsFound) {
  const Scratch scratch;
  const std::string output = scratch / "image";
  for (const std::uint32_t number : {1U, 2U}) (void)store_band(output, {number, 2}, false);
  const auto message = [&](bool reread) { return failure([&] { (void)check_image(output, reread); }); };

  damage(output, 5 * digest_block_bytes);
  EXPECT_EQ(check_image(output, false).digest, whole_digest()) << "the file is not read";
  expect_contains(message(true), "bytes 5242880 to 6291456 are not those that were written");
  damage(output, 5 * digest_block_bytes);

  const std::string record = record_path(output, {2, 2});
  const std::uint64_t last = std::filesystem::file_size(record) - 1;
  damage(record, last);
  expect_contains(message(false), "1 of 2 bands are missing, damaged or were interrupted: 2");
  EXPECT_EQ(recorded_blocks(output, {2, 2}), 3U) << "the entries before the damaged one count";
  EXPECT_EQ(to_text(store_band(output, {2, 2}, true)), to_text(digest_of_band({2, 2})));
  EXPECT_EQ(check_image(output, true).digest, whole_digest());
  std::filesystem::resize_file(record, last);  // as a process leaves it that is killed while it writes
  EXPECT_EQ(recorded_blocks(output, {2, 2}), 3U);
  (void)store_band(output, {2, 2}, true);

  std::filesystem::resize_file(output, shape.bytes() - 1);
  expect_contains(message(false), "has 7997998 bytes; expected 7997999");
  expect_contains(failure([&] {
                    (void)blocks_to_resume(output, described(choice()), {2, 2});
                  }),
                  "expected 7997999 or more");
  std::filesystem::resize_file(output, shape.bytes());

  const Bytes good = contents(record);
  const std::string head = R"({"format":"rungs engrave 2","band":2,"bands":2,"image":{)";
  for (const std::string& text :
       {std::string("{"), std::string("[1]\n"), std::string("\xff\xfe"), head, head + "}\n",
        head + R"("width":0,"height":9}})" + "\n", head + R"("width":-1,"height":9}})" + "\n",
        head + R"("width":99999999999999999999,"height":9}})" + "\n",
        head + R"("width":9,"height":9}})" + "\n"}) {
    const auto bytes = std::as_bytes(std::span(text));
    tests::store(record, Bytes(bytes.begin(), bytes.end()));
    expect_contains(message(false), "band-2-of-2.digests: is not a record of band 2 of 2: ");
  }
  tests::store(record, {});
  EXPECT_EQ(recorded_blocks(output, {2, 2}), 0U) << "its process has only begun";
  tests::store(record, good);
  std::filesystem::copy(record, record_path(output, {1, 2}),
                        std::filesystem::copy_options::overwrite_existing);
  expect_contains(message(false), "is not a record of band 1 of 2: ");
}

TEST(Progress, SaysHowLongItTakes) {
  EXPECT_EQ(progress_text(12'300'000'000, 40'000'000'000, 512e6),
            "12.3 of 40.0 GB, 31 %, 512 MB/s, 0:55 left");
  EXPECT_EQ(progress_text(1, 4'000'000'000'001, 250e6), "0.0 of 4000.0 GB, 0 %, 250 MB/s, 4:26:40 left");
}

TEST(Dump, HasTheTree) {
  Settings settings;
  settings.recipe.frame = {800, 600};
  EXPECT_EQ(tree_text(*host_tree(settings.tree, settings.recipe)),
            "Root   800 x 600\n"
            "  data: Union   800 x 600\n"
            "    data: Stitching   800 x 301 at (-100, 150)\n"
            "      pattern: Math2D   100 x 100\n"
            "    data: Profile   800 x 600\n"
            "      mask: Shape   800 x 600\n"
            "      data: Stitching   800 x 600\n"
            "        pattern: Math2D   45 x 45 at (7, -3)\n");
}

}  // namespace
}  // namespace pipeline
