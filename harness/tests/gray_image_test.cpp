// Pictures in and out: what is read as it was written, and what is refused.
#include "harness/output/gray_image.hpp"

#include <gtest/gtest.h>
#include <png.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <rungs/core/errors.hpp>

#include "harness/tests/said.hpp"

namespace {

using namespace rungs;

/// A folder of this test's own, which is removed at the end.
class GrayImageTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("rungs-" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()) +
               std::to_string(getpid()));
    std::filesystem::create_directory(folder_);
    path_ = folder_ / "picture";
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void put(const std::string& bytes) const { std::ofstream(path_, std::ios::binary) << bytes; }
  [[nodiscard]] std::string bytes() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  [[nodiscard]] GrayImage read(const std::string& contents) const {
    put(contents);
    return read_gray_image(path_);
  }
  /// Why the file is refused; empty where it is read.
  [[nodiscard]] std::string refusal() const {
    try {
      static_cast<void>(read_gray_image(path_));
    } catch (const BadUsage& error) {
      const std::string text = error.what();
      EXPECT_TRUE(text.starts_with("--input " + path_ + ": ")) << text;
      EXPECT_TRUE(text.ends_with("; expected an 8-bit gray PNG")) << text;
      EXPECT_EQ(text.find('\n'), std::string::npos);
      return text;
    }
    return {};
  }
  void expect_refused(const std::string& contents, const std::string& why) const {
    put(contents);
    EXPECT_HAS(refusal(), why);
  }
  /// A 5x3 PNG of any kind, through libpng; `prepare` adds chunks before the rows.
  void write_png(int depth, int colour, int interlace = PNG_INTERLACE_NONE,
                 const std::function<void(png_structp, png_infop)>& prepare = {}) const {
    std::FILE* file = std::fopen(path_.c_str(), "wb");
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(png);
    png_init_io(png, file);
    png_set_IHDR(png, info, 5, 3, depth, colour, interlace, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    if (prepare) prepare(png, info);
    png_write_info(png, info);
    std::vector<std::vector<png_byte>> rows(3, std::vector<png_byte>(5 * 4 * 2));
    for (std::size_t y = 0; y < rows.size(); ++y) {
      for (std::size_t x = 0; x < 5; ++x) rows[y][x] = static_cast<png_byte>(100 * y + x);
    }
    std::vector<png_bytep> pointers{rows[0].data(), rows[1].data(), rows[2].data()};
    png_write_image(png, pointers.data());
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    std::fclose(file);
  }

  std::filesystem::path folder_;
  std::string path_;
};

const std::vector<std::uint8_t> expected_rows{0,   1,   2,   3,   4,   100, 101, 102,
                                              103, 104, 200, 201, 202, 203, 204};

GrayImage noise(unsigned width, unsigned height) {
  GrayImage image{width, height, std::vector<std::uint8_t>(std::size_t{width} * height)};
  std::uint32_t state = 1;
  for (auto& pixel : image.pixels) pixel = static_cast<std::uint8_t>((state = state * 1664525U + 1U) >> 24U);
  return image;
}

TEST_F(GrayImageTest, WhatIsWrittenIsReadBack) {
  for (const auto& image : {noise(1, 1), noise(1, 300), noise(300, 1), noise(37, 41)}) {
    write_gray_png(path_, image);
    const GrayImage back = read_gray_image(path_);
    EXPECT_EQ(back.width, image.width);
    EXPECT_EQ(back.height, image.height);
    EXPECT_EQ(back.pixels, image.pixels);
  }
  // Nothing but the picture is left: it was written under another name and renamed.
  const std::filesystem::directory_iterator files(folder_);
  EXPECT_EQ(std::distance(begin(files), end(files)), 1);
}

TEST_F(GrayImageTest, PlainInterlacedAndWithGammaAreReadAsStored) {
  for (const int interlace : {PNG_INTERLACE_NONE, PNG_INTERLACE_ADAM7}) {
    for (const double gamma : {0.0, 1.0}) {
      write_png(8, PNG_COLOR_TYPE_GRAY, interlace, [=](png_structp png, png_infop info) {
        if (gamma > 0) png_set_gAMA(png, info, gamma);
      });
      EXPECT_EQ(read_gray_image(path_).pixels, expected_rows);
    }
  }
}

TEST_F(GrayImageTest, EveryCutPngIsRefused) {
  write_gray_png(path_, noise(23, 19));
  const std::string whole = bytes();
  for (std::size_t length = 0; length < whole.size(); length += 10)
    expect_refused(whole.substr(0, length), length == 0 ? "empty" : length < 33 ? "cut off" : "truncated");
  expect_refused(whole.substr(0, whole.size() - 1), "truncated");
  EXPECT_EQ(read(whole).pixels, noise(23, 19).pixels);
}

TEST_F(GrayImageTest, ADamagedPngIsRefused) {
  write_gray_png(path_, noise(23, 19));
  std::string damaged = bytes();
  damaged[damaged.size() / 2] ^= 0x10;
  expect_refused(damaged, "damaged");
}

TEST_F(GrayImageTest, OtherKindsOfPngAreRefusedByName) {
  const auto palette = [](png_structp png, png_infop info) {
    const std::vector<png_color> colours(256, png_color{1, 2, 3});
    png_set_PLTE(png, info, colours.data(), 256);
  };
  const auto transparent = [](png_structp png, png_infop info) {
    png_color_16 gray{};
    png_set_tRNS(png, info, nullptr, 0, &gray);
  };
  const auto expect = [&](const std::string& why, int depth, int colour,
                          const std::function<void(png_structp, png_infop)>& prepare = {}) {
    write_png(depth, colour, PNG_INTERLACE_NONE, prepare);
    EXPECT_HAS(refusal(), why);
  };
  expect("colour picture (RGB)", 8, PNG_COLOR_TYPE_RGB);
  expect("colour picture (RGB with alpha)", 8, PNG_COLOR_TYPE_RGB_ALPHA);
  expect("palette", 8, PNG_COLOR_TYPE_PALETTE, palette);
  expect("alpha", 8, PNG_COLOR_TYPE_GRAY_ALPHA);
  expect("transparent", 8, PNG_COLOR_TYPE_GRAY, transparent);
  for (const int depth : {1, 2, 4, 16}) expect(std::to_string(depth) + "-bit", depth, PNG_COLOR_TYPE_GRAY);
}

TEST_F(GrayImageTest, ImpossibleSizesOfAPngAreRefusedBeforeMemoryIsTaken) {
  write_png(8, PNG_COLOR_TYPE_GRAY);
  std::string header = bytes();
  header.replace(16, 8, std::string("\0\0\0\0\0\0\0\x03", 8));
  expect_refused(header, "0x3");
  header.replace(16, 8, std::string("\x40\0\0\0\x40\0\0\0", 8));
  expect_refused(header, "needs 1152921504606846976 bytes");
  header.replace(16, 8, std::string("\xff\xff\xff\xff\0\0\0\x01", 8));
  expect_refused(header, "sides are up to");
}

TEST_F(GrayImageTest, WhatIsNoPictureIsRefused) {
  EXPECT_HAS(refusal(), "no such file");
  expect_refused("\xff\xd8\xff\xe0 JFIF", "is not a PNG");
  expect_refused("P5 1 1 255\na", "is not a PNG");
  expect_refused("case,variant\n", "is not a PNG");
  std::filesystem::remove(path_);
  std::filesystem::create_directory(path_);
  EXPECT_HAS(refusal(), "folder");
}

TEST_F(GrayImageTest, AFileThatCannotBeWrittenIsNamed) {
  EXPECT_HAS(
      message_of<std::runtime_error>([&] { write_gray_png(folder_ / "missing" / "x.png", noise(2, 2)); }),
      "x.png: No such file");
}

}  // namespace
