// Masks in raw files and TIFFs: every window of every form of file has the pixels that were stored. Damaged
// files: files_tiff_damage_test.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <span>
#include <stdexcept>

#include "cases/pipeline/files/mask_file.hpp"
#include "cases/pipeline/tests/files_scratch.hpp"

#ifdef RUNGS_HAS_TIFF
#include "cases/pipeline/tests/files_tiff_scratch.hpp"
#endif

namespace pipeline {
namespace {

using tests::Bytes;
using tests::contents;
using tests::expect_contains;
using tests::failure;
using tests::pattern;
using tests::Scratch;

constexpr std::uint8_t untouched = 0xa5;

/// Reads a window into the middle of a larger plane, and compares it and what is around it.
void expect_window(MaskFile& mask, const Bytes& image, Window w) {
  const std::size_t pitch = w.width + 3;
  std::vector<std::uint8_t> memory(pitch * (w.height + std::size_t{2}), untouched);
  std::uint8_t* const first = memory.data() + pitch + 1;
  mask.read({first, pitch, w});
  const std::size_t width = mask.shape().width;
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < memory.size(); ++i) {
    const std::size_t row = i / pitch;
    const std::size_t column = i % pitch;
    const bool inside = row >= 1 && row <= w.height && column >= 1 && column <= w.width;
    const std::size_t from =
        (static_cast<std::size_t>(w.y) + row - 1) * width + static_cast<std::size_t>(w.x) + column - 1;
    const std::uint8_t expected = inside ? std::to_integer<std::uint8_t>(image[from]) : untouched;
    wrong += memory[i] != expected;
  }
  EXPECT_EQ(wrong, 0U) << w.width << " x " << w.height << " at " << w.x << ", " << w.y;
}

void expect_all_windows(MaskFile& mask, const Bytes& image) {
  const auto [width, height] = mask.shape();
  expect_window(mask, image, {0, 0, width, height});
  expect_window(mask, image, {0, 0, 0, 0});
  std::mt19937 random(width);
  for (int i = 0; i < 40; ++i) {
    const auto x = static_cast<std::uint32_t>(random() % width);
    const auto y = static_cast<std::uint32_t>(random() % height);
    expect_window(mask, image,
                  {static_cast<std::int32_t>(x), static_cast<std::int32_t>(y),
                   1 + static_cast<std::uint32_t>(random() % (width - x)),
                   1 + static_cast<std::uint32_t>(random() % (height - y))});
  }
  // Without gaps between the rows in memory.
  std::vector<std::uint8_t> memory(image.size());
  mask.read({memory.data(), width, {0, 0, width, height}});
  EXPECT_TRUE(std::ranges::equal(std::as_bytes(std::span(memory)), image));
}

void expect_refused_windows(MaskFile& mask) {
  const auto [width, height] = mask.shape();
  std::vector<std::uint8_t> memory(1 << 20);
  for (const Window w : {Window{-1, 0, 1, 1}, Window{0, -1, 1, 1}, Window{0, 0, width + 1, 1},
                         Window{0, 0, 1, height + 1}, Window{2147483647, 0, 1, 1}, Window{1, 1, ~0U, 1}}) {
    expect_contains(failure([&] { mask.read({memory.data(), 1, w}); }), "is not inside the image");
  }
}

TEST(RawMask, ReadsEveryWindow) {
  for (const ImageShape shape : {ImageShape{1, 1}, {1, 501}, {501, 1}, {127, 131}}) {
    const Scratch scratch;
    const Bytes image = pattern(shape.bytes());
    tests::store(scratch / "raw", image);
    const auto mask = open_raw_mask(scratch / "raw", shape);
    expect_all_windows(*mask, image);
    EXPECT_GE(mask->disk_bytes(), image.size());
    expect_refused_windows(*mask);
  }
}

TEST(RawMask, RefusesOtherFiles) {
  const Scratch scratch;
  expect_contains(failure([&] { (void)open_raw_mask(scratch / "no", {3, 3}); }), "No such file");
  expect_contains(failure([&] { (void)open_raw_mask("/dev/zero", {3, 3}); }), "not a regular file");
  tests::store(scratch / "raw", pattern(10));
  expect_contains(failure([&] {
                    (void)open_raw_mask(scratch / "raw", {3, 3});
                  }),
                  "has 10 bytes; expected 3 x 3 = 9");
}

TEST(RawMask, ReportsAFileThatBecameShorter) {
  const Scratch scratch;
  tests::store(scratch / "raw", pattern(100));
  const auto mask = open_raw_mask(scratch / "raw", {10, 10});
  std::filesystem::resize_file(scratch / "raw", 50);
  std::vector<std::uint8_t> memory(100);
  expect_contains(failure([&] { mask->read({memory.data(), 10, {0, 0, 10, 10}}); }), "ends at byte 50");
}

#ifndef RUNGS_HAS_TIFF

TEST(TiffMask, NeedsLibtiff) {
  Budget budget("host", 0);
  EXPECT_THROW((void)open_tiff_mask("mask.tif", {1, 1}, budget), rungs::Unsupported);
}

#else

using tests::mask_budget;
using tests::TiffForm;
using tests::write_tiff;

void expect_read(const TiffForm& form) {
  SCOPED_TRACE("compression " + std::to_string(form.compression) + ", tiles of " +
               std::to_string(form.tile_width) + ", image of " + std::to_string(form.shape.width) + " x " +
               std::to_string(form.shape.height) + ", fill order " + std::to_string(form.fill_order) +
               (form.big_endian ? ", big-endian" : ""));
  const Scratch scratch;
  const Bytes image = pattern(form.shape.bytes());
  write_tiff(scratch / "tiff", form, image);
  Budget budget("host", mask_budget);
  {
    const auto mask = open_tiff_mask(scratch / "tiff", form.shape, budget);
    EXPECT_EQ(mask->shape().width, form.shape.width);
    const std::size_t declared = budget.used();
    expect_all_windows(*mask, image);
    EXPECT_EQ(budget.peak(), declared);
    EXPECT_GT(mask->disk_bytes(), 0U);
    expect_refused_windows(*mask);
  }
  EXPECT_EQ(budget.used(), 0U);
}

constexpr ImageShape mask_shapes[] = {{1, 1}, {1, 211}, {211, 1}, {127, 131}, {256, 64}};

TEST(TiffMask, ReadsEveryWindowOfEveryForm) {
  for (const ImageShape shape : mask_shapes) {
    for (const bool big : {false, true}) {
      for (const bool big_endian : {false, true}) {
        for (const std::uint32_t tile : {0U, 16U, 48U}) {
          for (const int order : {FILLORDER_MSB2LSB, FILLORDER_LSB2MSB}) {
            expect_read({.shape = shape,
                         .tile_width = tile,
                         .tile_height = 32,
                         .big = big,
                         .big_endian = big_endian,
                         .fill_order = static_cast<std::uint16_t>(order)});
          }
        }
      }
    }
  }
}

TEST(TiffMask, ReadsEveryCompressionWithoutLoss) {
  for (const ImageShape shape : mask_shapes) {
    for (const std::uint32_t tile : {0U, 64U}) {
      for (const int compression : {COMPRESSION_LZW, COMPRESSION_PACKBITS, COMPRESSION_ADOBE_DEFLATE,
                                    COMPRESSION_LZMA, COMPRESSION_ZSTD}) {
        if (TIFFIsCODECConfigured(static_cast<std::uint16_t>(compression)) == 0) continue;
        TiffForm form{.shape = shape,
                      .compression = static_cast<std::uint16_t>(compression),
                      .tile_width = tile,
                      .tile_height = 48};
        expect_read(form);
        if (compression == COMPRESSION_PACKBITS) continue;
        form.predictor = PREDICTOR_HORIZONTAL;
        expect_read(form);
      }
    }
  }
}

TEST(TiffMask, ReadsLargeUncompressedStripsAndTilesInPlace) {
  expect_read({.shape = {1009, 1013}, .rows_per_strip = 300});
  expect_read({.shape = {1009, 1013}, .rows_per_strip = 100000});
  expect_read({.shape = {1009, 1013}, .tile_width = 1024, .tile_height = 512});
  expect_read({.shape = {1009, 1013}, .tile_width = 512, .tile_height = 1024, .big_endian = true});
}

TEST(TiffMask, ReadsJpeg) {
  if (TIFFIsCODECConfigured(COMPRESSION_JPEG) == 0) GTEST_SKIP() << "libtiff was built without JPEG";
  const Scratch scratch;
  const TiffForm form{
      .shape = {128, 192}, .compression = COMPRESSION_JPEG, .tile_width = 64, .tile_height = 64};
  write_tiff(scratch / "tiff", form, Bytes(form.shape.bytes(), std::byte{200}));
  Budget budget("host", mask_budget);
  expect_all_windows(*open_tiff_mask(scratch / "tiff", form.shape, budget),
                     Bytes(form.shape.bytes(), std::byte{200}));
}

TEST(TiffMask, ReadsWhatTheSinkWrote) {
  const Scratch scratch;
  const ImageShape shape{100003, 331};
  const Bytes image = pattern(shape.bytes());
  {
    Budget budget("host", std::size_t{40} << 20);
    const auto sink = make_sink(SinkKind::bigtiff, scratch / "tiff", shape, budget);
    sink->write(image);
    sink->finish();
  }
  Budget budget("host", std::size_t{2} << 20);
  const auto mask = open_tiff_mask(scratch / "tiff", shape, budget);
  expect_window(*mask, image, {99000, 100, 1003, 231});
  expect_window(*mask, image, {0, 160, shape.width, 20});
}

TEST(TiffMask, DecodesEachTileOnce) {
  const Scratch scratch;
  const TiffForm form{
      .shape = {640, 640}, .compression = COMPRESSION_ADOBE_DEFLATE, .tile_width = 64, .tile_height = 64};
  const Bytes image = pattern(form.shape.bytes());
  write_tiff(scratch / "tiff", form, image);
  Budget budget("host", mask_budget);
  const auto mask = open_tiff_mask(scratch / "tiff", form.shape, budget);
  for (std::int32_t x = 0; x < 600; x += 20) expect_window(*mask, image, {x, 10, 40, 40});
  EXPECT_LT(mask->disk_bytes(), std::filesystem::file_size(scratch / "tiff") / 5);
}

TEST(TiffMask, RefusesImagesOfAnotherKind) {
  const Scratch scratch;
  Budget budget("host", mask_budget);
  const auto open = [&](const TiffForm& form, ImageShape expected = {100, 80}) {
    TiffForm as_bytes = form;  // samples and bits only change how many bytes there are
    as_bytes.shape.width = form.shape.width;
    write_tiff(scratch / "tiff", as_bytes, pattern(std::size_t{100} * 80));
    return failure([&] { (void)open_tiff_mask(scratch / "tiff", expected, budget); });
  };
  expect_contains(open({}, {101, 80}), "has 100 x 80 pixels; expected 101 x 80");
  expect_contains(open({.photometric = PHOTOMETRIC_MINISWHITE}), "photometric interpretation (1: gray, 0 is");
  expect_contains(open({.bits = 16}), "has bits per sample 16; expected 8");
  expect_contains(open({.samples = 3}), "has samples per pixel 3; expected 1");
  tests::store(scratch / "tiff", pattern(1000));
  expect_contains(failure([&] { (void)open_tiff_mask(scratch / "tiff", {1, 1}, budget); }), "is not a TIFF");
  tests::store(scratch / "tiff", {});
  expect_contains(failure([&] { (void)open_tiff_mask(scratch / "tiff", {1, 1}, budget); }), "is not a TIFF");
  EXPECT_EQ(budget.used(), 0U);
}

TEST(TiffMask, RefusesStripsThatDoNotFitIntoTheBudget) {
  const Scratch scratch;
  const TiffForm form{
      .shape = {3000, 3000}, .compression = COMPRESSION_ADOBE_DEFLATE, .rows_per_strip = 3000};
  write_tiff(scratch / "tiff", form, pattern(form.shape.bytes()));
  Budget budget("host", mask_budget);
  expect_contains(failure([&] { (void)open_tiff_mask(scratch / "tiff", form.shape, budget); }),
                  "expected smaller strips or tiles");
  EXPECT_EQ(budget.used(), 0U);
}

#endif

}  // namespace
}  // namespace pipeline
