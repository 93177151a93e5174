// The sinks: any shape, any pieces, parts of one file, and images that are too large.
#include <gtest/gtest.h>
#include <algorithm>
#include <memory>
#include <random>
#include "cases/pipeline/files/mask_file.hpp"
#include "cases/pipeline/tests/files_scratch.hpp"

namespace pipeline {
namespace {

using namespace tests;

constexpr std::size_t ample = std::size_t{100} << 20;

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

/// The image that a file holds; a BigTIFF is read by libtiff.
Bytes pixels_in(SinkKind kind, const std::string& path, ImageShape shape) {
  if (kind == SinkKind::raw) return contents(path);
  Budget budget("host", ample);
  Bytes pixels(shape.bytes());
  auto* const to = reinterpret_cast<std::uint8_t*>(pixels.data());
  open_tiff_mask(path, shape, budget)->read({to, shape.width, {0, 0, shape.width, shape.height}});
  return pixels;
}

TEST(Sink, AFileHoldsTheImageInPlaceOfWhatItHeld) {
  for (const ImageShape shape :
       {ImageShape{1, 1}, {1, 7919}, {7919, 1}, {127, 131}, {4097, 31}, {8191, 4099}, {20000000, 3}}) {
    for (const auto kind : {SinkKind::raw, SinkKind::bigtiff}) {
      const Scratch scratch;
      const std::string path = scratch / "file";
      const Bytes bytes = pattern(shape.bytes());
      tests::store(path, pattern(shape.bytes() + 100000));
      Budget budget("host", sink_bytes(kind, shape));
      auto sink = make_sink(kind, path, shape, budget);
      stream(*sink, bytes);
      EXPECT_GE(sink->disk_bytes(), bytes.size());
      sink.reset();
      EXPECT_EQ(budget.used(), 0U);
#ifndef RUNGS_HAS_TIFF
      if (kind == SinkKind::bigtiff) continue;
#endif
      EXPECT_EQ(pixels_in(kind, path, shape), bytes);
    }
  }
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
  // Of a BigTIFF, with a header, a directory, and 16 bytes for each of 2,000,000,000 strips; up to the next
  // multiple of 4096.
  for (const auto& [kind, bytes] :
       {std::pair{SinkKind::raw, "4000000000000000000"}, {SinkKind::bigtiff, "4000000032000004096"}}) {
    const Scratch scratch;
    const Bytes old = pattern(1000);
    tests::store(scratch / "file", old);
    Budget budget("host", ample);
    const std::string message = failure([&, kind = kind] {
      (void)make_sink(kind, scratch / "file", {2000000000, 2000000000}, budget);
    });
    expect_contains(message, std::string("it needs ") + bytes + " bytes, but its disk has ");
    EXPECT_EQ(contents(scratch / "file"), old);
    EXPECT_EQ(budget.used(), 0U);
  }
}

#ifdef RUNGS_HAS_TIFF
TEST(Sink, AnUnfinishedBigTiffIsNone) {
  const Scratch scratch;
  Budget budget("host", ample);
  const ImageShape shape{127, 131};
  make_sink(SinkKind::bigtiff, scratch / "tiff", shape, budget)->write(pattern(shape.bytes()));
  expect_contains(failure([&] { (void)pixels_in(SinkKind::bigtiff, scratch / "tiff", shape); }), "is not a TIFF");
}
#endif

}  // namespace
}  // namespace pipeline
