// Masks in raw files and TIFFs: every window of every form of file has the pixels that were stored. Damaged
// files: files_tiff_damage_test.cpp.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <algorithm>
#include <filesystem>
#include <random>
#include <vector>
#include "cases/pipeline/tests/files_scratch.hpp"

namespace pipeline {
namespace {

using namespace tests;

/// Reads a window into the middle of a larger plane, and compares it and what is around it.
void expect_window(MaskFile& mask, const Bytes& image, std::size_t image_width, Window w) {
  const std::size_t pitch = w.width + 3;
  Bytes memory(pitch * (w.height + std::size_t{2}), std::byte{0xa5});
  Bytes expected = memory;
  mask.read({reinterpret_cast<std::uint8_t*>(memory.data()) + pitch + 1, pitch, w});
  for (std::size_t row = 0; row < w.height; ++row) {
    const std::size_t from = (static_cast<std::size_t>(w.y) + row) * image_width;
    std::copy_n(image.data() + from + w.x, w.width, expected.data() + (row + 1) * pitch + 1);
  }
  EXPECT_TRUE(memory == expected) << w.width << " x " << w.height << " at " << w.x << ", " << w.y;
}

void expect_all_windows(MaskFile& mask, const Bytes& image, Frame shape) {
  const auto [width, height] = shape;
  expect_window(mask, image, width, {0, 0, width, height});
  expect_window(mask, image, width, {0, 0, 0, 0});
  std::mt19937 random(width);
  for (int i = 0; i < 40; ++i) {
    const auto x = static_cast<std::uint32_t>(random() % width);
    const auto y = static_cast<std::uint32_t>(random() % height);
    expect_window(mask, image, width,
                  {static_cast<std::int32_t>(x), static_cast<std::int32_t>(y),
                   1 + static_cast<std::uint32_t>(random() % (width - x)),
                   1 + static_cast<std::uint32_t>(random() % (height - y))});
  }
  for (const Window w : {Window{-1, 0, 1, 1}, Window{0, -1, 1, 1}, Window{0, 0, width + 1, 1}, Window{1, 1, 1, ~0U}}) {
    EXPECT_HAS(failure([&] { mask.read({nullptr, 1, w}); }), "is not inside the image");
  }
}

TEST_F(Files, RawMaskReadsEveryWindow) {
  for (const Frame shape : {Frame{1, 1}, {1, 501}, {501, 1}, {127, 131}}) {
    const Bytes image = pattern(shape.pixels());
    tests::store(path_, image);
    expect_all_windows(*open_raw_mask(path_, shape), image, shape);
  }
}

TEST_F(Files, RawMaskRefusesOtherFiles) {
  const auto open = [](const std::string& path, Frame shape) {
    return failure([&] { (void)open_raw_mask(path, shape); });
  };
  EXPECT_HAS(open(path_, {3, 3}), "No such file");
  EXPECT_HAS(open("/dev/zero", {3, 3}), "not a regular file");
  tests::store(path_, pattern(100));
  EXPECT_HAS(open(path_, {3, 3}), "has 100 bytes; expected 3 x 3 = 9");
  const auto mask = open_raw_mask(path_, {10, 10});
  std::filesystem::resize_file(path_, 50);
  std::vector<std::uint8_t> memory(100);
  EXPECT_HAS(failure([&] { mask->read({memory.data(), 10, {0, 0, 10, 10}}); }), "ends at byte 50");
}

#ifdef RUNGS_HAS_TIFF

TEST_F(Files, TiffMaskReadsEveryWindowOfEveryForm) {
  std::vector<TiffForm> forms{{.shape = {1009, 1013}, .height = 1013}};
  for (const Frame shape : {Frame{1, 1}, {1, 211}, {211, 1}, {127, 131}, {256, 64}}) {
    for (const std::uint32_t tile : {0U, 16U, 48U}) {
      for (const bool big : {false, true})
        forms.push_back({.shape = shape, .tile_width = tile, .height = 32, .big = big, .big_endian = big});
    }
  }
  for (const TiffForm& form : forms) {
    SCOPED_TRACE(fmt::format("tiles of {}, image of {} x {}{}", form.tile_width, form.shape.width, form.shape.height,
                             form.big ? ", big" : ""));
    const Bytes image = pattern(form.shape.pixels());
    write_tiff(path_, form, image);
    Budget budget("host", mask_budget);
    auto mask = open_tiff_mask(path_, form.shape, budget);
    const std::size_t declared = budget.used();
    expect_all_windows(*mask, image, form.shape);
    EXPECT_EQ(budget.peak(), declared);
    mask.reset();
    EXPECT_EQ(budget.used(), 0U);
  }
}

TEST_F(Files, TiffMaskRefusesImagesOfAnotherKind) {
  Budget budget("host", mask_budget);
  const auto open = [&] { return failure([&] { (void)open_tiff_mask(path_, {100, 80}, budget); }); };
  const auto open_form = [&](const TiffForm& form) {
    write_tiff(path_, form, pattern(form.shape.pixels()));
    return open();
  };
  EXPECT_HAS(open_form({.photometric = PHOTOMETRIC_MINISWHITE}), "photometric interpretation (1: gray, 0 is");
  EXPECT_HAS(open_form({.bits = 16}), "has bits per sample 16; expected 8");
  EXPECT_HAS(open_form({.samples = 3}), "has samples per pixel 3; expected 1");
  EXPECT_HAS(open_form({.compression = COMPRESSION_PACKBITS}), "has compression (1: none, as tiffcp -c none");
  EXPECT_HAS(open_form({.shape = {80, 100}}), "has 80 x 100 pixels; expected 100 x 80");
  tests::store(path_, pattern(1000));
  EXPECT_HAS(open(), "is not a TIFF");
  EXPECT_EQ(budget.used(), 0U);
}

#endif

}  // namespace
}  // namespace pipeline
