// The sinks: any shape, any pieces, parts of one file, and a disk that is full.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <memory>
#include <random>

#ifdef RUNGS_HAS_TIFF
#include <tiffio.h>
#endif

#include "cases/pipeline/files/sink.hpp"
#include "cases/pipeline/files/tiff_layout.hpp"
#include "cases/pipeline/tests/files_scratch.hpp"

namespace pipeline {
namespace {

using tests::Bytes;
using tests::contents;
using tests::expect_contains;
using tests::failure;
using tests::pattern;
using tests::Scratch;

constexpr std::size_t ample = std::size_t{100} << 20;

constexpr ImageShape sink_shapes[] = {{1, 1},     {1, 7919},  {7919, 1},    {127, 131},
                                      {4096, 16}, {4097, 31}, {8191, 4099}, {20000000, 3}};

/// Writes the bytes in pieces of odd lengths.
void stream(Sink& sink, std::span<const std::byte> bytes) {
  std::mt19937 random(static_cast<unsigned>(bytes.size()));
  while (!bytes.empty()) {
    const std::size_t piece = std::min<std::size_t>(bytes.size(), random() % 100003 | 1);
    Bytes copy(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(piece));
    sink.write(copy);
    std::ranges::fill(copy, std::byte{0xdd});  // the caller may use its memory again
    bytes = bytes.subspan(piece);
  }
  sink.finish();
}

TEST(Sink, NullTakesEverythingAndNoMemory) {
  for (const ImageShape shape : sink_shapes) {
    Budget budget("host", 0);
    const auto sink = make_sink(SinkKind::null, "", shape, budget);
    stream(*sink, pattern(shape.bytes()));
    EXPECT_EQ(sink->disk_bytes(), 0U);
    EXPECT_EQ(sink_bytes(SinkKind::null, shape), 0U);
  }
}

TEST(Sink, RawIsTheBytes) {
  for (const ImageShape shape : sink_shapes) {
    const Scratch scratch;
    Budget budget("host", ample);
    const Bytes bytes = pattern(shape.bytes());
    auto sink = make_sink(SinkKind::raw, scratch / "raw", shape, budget);
    stream(*sink, bytes);
    EXPECT_EQ(sink->disk_bytes(), bytes.size());
    EXPECT_LE(budget.peak(), sink_bytes(SinkKind::raw, shape));
    sink.reset();
    EXPECT_EQ(budget.used(), 0U);
    EXPECT_EQ(contents(scratch / "raw"), bytes);
  }
}

TEST(Sink, AWholeRawFileReplacesALongerOne) {
  const Scratch scratch;
  tests::store(scratch / "raw", pattern(100000));
  Budget budget("host", ample);
  const Bytes bytes = pattern(127 * 131);
  stream(*make_sink(SinkKind::raw, scratch / "raw", {127, 131}, budget), bytes);
  EXPECT_EQ(contents(scratch / "raw"), bytes);
}

TEST(Sink, TwoSinksWriteTheirPartsOfOneFile) {
  const ImageShape shape{4001, 307};
  const Bytes bytes = pattern(shape.bytes());
  for (const std::uint64_t cut :
       {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{4095}, std::uint64_t{4096}, std::uint64_t{777777},
        shape.bytes() - 1, shape.bytes()}) {
    const Scratch scratch;
    Budget budget("host", ample);
    // Both are open at once, and the later part is written first.
    const auto head = make_sink(SinkKind::raw, scratch / "raw", shape, budget, {0, cut});
    if (cut == shape.bytes()) {  // the head is whole: its file was emptied just now
      stream(*head, bytes);
      stream(*make_sink(SinkKind::raw, scratch / "raw", shape, budget, {cut, cut}), {});
    } else {
      stream(*make_sink(SinkKind::raw, scratch / "raw", shape, budget, {cut, shape.bytes()}),
             std::span(bytes).subspan(cut));
      if (cut > 0) stream(*head, std::span(bytes).first(cut));
    }
    EXPECT_EQ(contents(scratch / "raw"), bytes) << cut;
  }
}

TEST(Sink, APartLeavesTheRestOfTheFile) {
  const Scratch scratch;
  Bytes expected(50000, std::byte{0xee});
  tests::store(scratch / "raw", expected);
  Budget budget("host", ample);
  const Bytes bytes = pattern(9000);
  stream(*make_sink(SinkKind::raw, scratch / "raw", {100, 400}, budget, {5001, 14001}), bytes);
  std::ranges::copy(bytes, expected.begin() + 5001);
  EXPECT_EQ(contents(scratch / "raw"), expected);
}

TEST(Sink, RefusesPartsThatItCannotWrite) {
  const Scratch scratch;
  Budget budget("host", ample);
  const auto make = [&](SinkKind kind, ImageShape shape, Part part) {
    return failure([&] { (void)make_sink(kind, scratch / "file", shape, budget, part); });
  };
  expect_contains(make(SinkKind::raw, {10, 10}, {60, 50}), "expected a first byte before the last");
  expect_contains(make(SinkKind::bigtiff, {10, 10}, {0, 50}), "a part of a BigTIFF");
  expect_contains(make(SinkKind::raw, {10, 0}, {}), "no pixels");
  expect_contains(make(SinkKind::bigtiff, {~0U, ~0U}, {}), "more than a file can hold");
}

TEST(Sink, RefusesAnImageThatIsTooLargeForTheDiskAndKeepsTheOldFile) {
  const Scratch scratch;
  const Bytes old = pattern(1000);
  for (const auto kind : {SinkKind::raw, SinkKind::bigtiff}) {
    tests::store(scratch / "file", old);
    Budget budget("host", ample);
    const std::string message = failure([&] {
      (void)make_sink(kind, scratch / "file", {2000000000, 2000000000}, budget);
    });
    expect_contains(message, "it needs 40000000");  // then zeros, or what the header of the TIFF adds
    expect_contains(message, " free");
    EXPECT_EQ(contents(scratch / "file"), old);
    EXPECT_EQ(budget.used(), 0U);
  }
}

TEST(Sink, AFullDiskIsOneClearErrorAndNoTiff) {
  for (const auto kind : {SinkKind::raw, SinkKind::bigtiff}) {
    const Scratch scratch;
    Budget budget("host", ample);
    const ImageShape shape{100000, 300};
    const auto sink = make_sink(kind, scratch / "file", shape, budget);
    // A limit on the size of files stands in for the end of the disk. SIGXFSZ is left as it is.
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
    rlimit small = before;
    small.rlim_cur = 10000000;
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
    const std::string message = failure([&] { stream(*sink, pattern(shape.bytes())); });
    EXPECT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
    expect_contains(message, "writing " + scratch / "file" + " at byte ");
    expect_contains(message, "File too large");
    EXPECT_NE(contents(scratch / "file")[0], std::byte{'I'});
  }
}

TEST(Sink, ABudgetThatIsTooSmallIsRefused) {
  const Scratch scratch;
  const ImageShape shape{5000, 5000};
  Budget budget("host", sink_bytes(SinkKind::raw, shape) - 1);
  EXPECT_THROW((void)make_sink(SinkKind::raw, scratch / "raw", shape, budget), rungs::Failed);
  EXPECT_EQ(budget.used(), 0U);
}

TEST(TiffLayout, HasFewStripsAndAlignedPixels) {
  const TiffLayout layout({2000000, 2000000});
  EXPECT_EQ(layout.strips(), 250000U);
  EXPECT_EQ(layout.pixels_at() % 4096, 0U);
  EXPECT_LT(layout.pixels_at(), 5000000U);
  EXPECT_EQ(TiffLayout({4000000000, 4000000000}).strips(), 4000000000U);
  EXPECT_EQ(TiffLayout({1, 1}).file_bytes(), 4097U);
}

#ifdef RUNGS_HAS_TIFF

TEST(Sink, LibtiffReadsTheBigTiff) {
  for (const ImageShape shape : sink_shapes) {
    const Scratch scratch;
    Budget budget("host", ample);
    const Bytes bytes = pattern(shape.bytes());
    const auto sink = make_sink(SinkKind::bigtiff, scratch / "tiff", shape, budget);
    stream(*sink, bytes);
    EXPECT_LE(budget.peak(), sink_bytes(SinkKind::bigtiff, shape));

    const std::unique_ptr<TIFF, void (*)(TIFF*)> tiff(TIFFOpen((scratch / "tiff").c_str(), "r"), TIFFClose);
    ASSERT_NE(tiff, nullptr);
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::uint32_t rows = 0;
    ASSERT_EQ(TIFFGetField(tiff.get(), TIFFTAG_IMAGEWIDTH, &width), 1);
    ASSERT_EQ(TIFFGetField(tiff.get(), TIFFTAG_IMAGELENGTH, &height), 1);
    ASSERT_EQ(TIFFGetField(tiff.get(), TIFFTAG_ROWSPERSTRIP, &rows), 1);
    EXPECT_EQ(width, shape.width);
    EXPECT_EQ(height, shape.height);
    Bytes read(bytes.size());
    for (std::uint32_t strip = 0; strip < TIFFNumberOfStrips(tiff.get()); ++strip) {
      std::byte* const to = read.data() + std::size_t{strip} * rows * width;
      ASSERT_GT(TIFFReadEncodedStrip(tiff.get(), strip, to, -1), 0);
    }
    EXPECT_EQ(read, bytes);
    EXPECT_EQ(TIFFLastDirectory(tiff.get()), 1);
  }
}

TEST(Sink, AnUnfinishedBigTiffIsNone) {
  const Scratch scratch;
  Budget budget("host", ample);
  make_sink(SinkKind::bigtiff, scratch / "tiff", {127, 131}, budget)->write(pattern(127 * 131));
  TIFFSetErrorHandler(nullptr);
  EXPECT_EQ(TIFFOpen((scratch / "tiff").c_str(), "r"), nullptr);
}

#endif

}  // namespace
}  // namespace pipeline
