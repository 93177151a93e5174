// Damaged and hostile TIFFs as masks end with pixels or with rungs::Failed, within the memory budget.
#ifdef RUNGS_HAS_TIFF
#include <gtest/gtest.h>
#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include "cases/pipeline/tests/files_scratch.hpp"

namespace pipeline {
namespace {

using namespace tests;

/// The most memory that the process has had at once, in bytes; 0 where the system does not say, or where a
/// sanitizer's own memory would be counted.
std::size_t most_memory() {
#if !defined(__SANITIZE_ADDRESS__)
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::size_t kibibytes = 0;
    if (word == "VmHWM:" && status >> kibibytes) return kibibytes * 1024;
  }
#endif
  return 0;
}

/// Opens and reads both ends of an image, whatever its file holds. Returns whether that was possible.
bool expect_pixels_or_failed(const std::string& path, Frame shape) {
  Budget budget("host", mask_budget);
  try {
    const auto mask = open_tiff_mask(path, shape, budget);
    const std::size_t declared = budget.used();
    const std::uint32_t width = std::min(shape.width, 200U);
    const std::uint32_t height = std::min(shape.height, 200U);
    std::vector<std::uint8_t> pixels(std::size_t{width} * height);
    for (const bool last : {true, false}) {
      const auto x = static_cast<std::int32_t>(last ? shape.width - width : 0);
      const auto y = static_cast<std::int32_t>(last ? shape.height - height : 0);
      mask->read({pixels.data(), width, {x, y, width, height}});
    }
    EXPECT_EQ(budget.peak(), declared);
    return true;
  } catch (const rungs::Failed& failed) {
    EXPECT_NE(std::string(failed.what()).find(path), std::string::npos) << failed.what();
    return false;
  }
}

/// Damages a file: bits, its length, or a value in its directory.
void damage(Bytes& file, const TiffForm& form, std::mt19937& random) {
  switch (random() % 3) {
    case 0:
      for (int i = 0; i < 4; ++i) file[random() % file.size()] ^= static_cast<std::byte>(1U << random() % 8);
      break;
    case 1:
      file.resize(random() % file.size());
      break;
    default: {  // a tag, a type, a count, or a value; next to a power of two, or 0
      std::uint64_t directory = 0;
      std::memcpy(&directory, file.data() + (form.big ? 8 : 4), form.big ? 8 : 4);
      const std::uint64_t hostile = (~0ULL >> random() % 64) + random() % 2;
      const std::size_t at =
          directory + (form.big ? 8 : 2) + random() % 9 * (form.big ? 20 : 12) + std::array{0, 2, 4, 8}[random() % 4];
      const std::size_t bytes = std::array{2, 4, 8}[random() % 3];
      if (at + bytes <= file.size()) std::memcpy(file.data() + at, &hostile, bytes);
    }
  }
}

TEST_F(Files, TiffMaskDamageEndsWithPixelsOrFailed) {
  const auto open_files = [] { return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {}); };
  const auto open_before = open_files();
  const std::size_t before = most_memory();
  std::mt19937 random(1);
  std::array<unsigned, 2> ends{};
  for (const TiffForm& form : {TiffForm{.tile_width = 32, .big = true}, TiffForm{.tile_width = 64, .height = 64},
                               TiffForm{.height = 80, .big = true}}) {
    write_tiff(path_, form, pattern(form.shape.pixels()));
    const Bytes original = contents(path_);
    ASSERT_TRUE(expect_pixels_or_failed(path_, form.shape));
    for (unsigned i = 0; i < 300; ++i) {
      Bytes file = original;
      damage(file, form, random);
      tests::store(path_, file);
      ++ends[expect_pixels_or_failed(path_, form.shape) ? 1 : 0];
    }
  }
  // Neither all nor none are readable, or the damage is not worth much.
  EXPECT_GT(ends[0], 50U);
  EXPECT_GT(ends[1], 50U);
  EXPECT_LE(most_memory() - before, 3 * mask_budget);
  EXPECT_EQ(open_files(), open_before);
}

/// The offsets and lengths of tiles count towards the budget, 16 bytes for each.
TEST_F(Files, TiffMaskManyTilesAreReadWithinTheBudget) {
  const Frame shape{2'000'000, 64};  // 500,000 tiles, of which one is there
  {
    const auto tiff = begin_tiff(path_, {.shape = shape, .tile_width = 16, .big = true});
    Bytes tile(256, std::byte{7});
    ASSERT_EQ(TIFFWriteEncodedTile(tiff.get(), 499'999, tile.data(), 256), 256);
  }
  const std::size_t before = most_memory();
  Budget budget("host", mask_budget);
  const auto mask = open_tiff_mask(path_, shape, budget);
  std::array<std::uint8_t, 256> pixels{};
  mask->read({pixels.data(), 16, {1'999'984, 48, 16, 16}});
  EXPECT_EQ(pixels[255], 7);
  EXPECT_HAS(failure([&] {
               mask->read({pixels.data(), 16, {0, 0, 16, 16}});
             }),
             "is damaged: strip or tile 0 has 0 bytes at 0");
  EXPECT_LE(most_memory() - before, mask_budget);
  Budget small("host", mask_budget / 2);
  EXPECT_HAS(failure([&] { (void)open_tiff_mask(path_, shape, small); }), "expected fewer strips or tiles");
}

/// Each of the texts alone would fit.
TEST_F(Files, TiffMaskLargeTagsDoNotTakeMemory) {
  write_tiff(path_, {}, pattern(8000));
  {
    const tests::Tiff tiff(TIFFOpen(path_.c_str(), "r+"), TIFFClose);
    const std::string text(1U << 20U, 'x');
    for (const unsigned tag : {TIFFTAG_IMAGEDESCRIPTION, TIFFTAG_SOFTWARE, TIFFTAG_ARTIST})
      TIFFSetField(tiff.get(), tag, text.c_str());
    ASSERT_EQ(TIFFRewriteDirectory(tiff.get()), 1);
  }
  Budget budget("host", mask_budget);
  const std::size_t before = most_memory();
  EXPECT_HAS(failure([&] {
               (void)open_tiff_mask(path_, {100, 80}, budget);
             }),
             "has tags that do not fit into the 16777216 bytes that are left of the memory budget");
  EXPECT_LE(most_memory() - before, 2 * mask_budget);
}

}  // namespace
}  // namespace pipeline
#endif
