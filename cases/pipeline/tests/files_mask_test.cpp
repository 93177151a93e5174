// Masks in raw files and TIFFs: every window of every form of file has the pixels that were stored. Damaged
// and hostile files end with pixels or with rungs::Failed, within the memory budget.
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
#include <tiffio.h>
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

constexpr std::size_t mask_budget = std::size_t{16} << 20;

struct TiffForm {
  ImageShape shape{100, 80};
  std::uint16_t compression = COMPRESSION_NONE;
  std::uint32_t tile_width = 0;  ///< 0: strips
  std::uint32_t tile_height = 0;
  std::uint32_t rows_per_strip = 16;
  bool big = false;
  bool big_endian = false;
  std::uint16_t predictor = 0;  ///< 0: no such tag
  std::uint16_t fill_order = FILLORDER_MSB2LSB;
  std::uint16_t photometric = PHOTOMETRIC_MINISBLACK;
  std::uint16_t bits = 8;
  std::uint16_t samples = 1;
};

void describe(TIFF* tiff, const TiffForm& form) {
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, form.shape.width);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, form.shape.height);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, form.bits);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, form.samples);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, form.photometric);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, form.compression);
  TIFFSetField(tiff, TIFFTAG_FILLORDER, form.fill_order);
  if (form.predictor != 0) TIFFSetField(tiff, TIFFTAG_PREDICTOR, form.predictor);
  if (form.tile_width == 0) {
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, form.rows_per_strip);
  } else {
    TIFFSetField(tiff, TIFFTAG_TILEWIDTH, form.tile_width);
    TIFFSetField(tiff, TIFFTAG_TILELENGTH, form.tile_height);
  }
}

/// One strip or tile of an image of bytes, padded with zeros.
Bytes cut(const Bytes& image, const TiffForm& form, std::size_t x, std::size_t y, std::size_t width,
          std::size_t height) {
  Bytes part(width * height);
  for (std::size_t row = 0; row < std::min<std::size_t>(height, form.shape.height - y); ++row) {
    std::copy_n(image.begin() + static_cast<std::ptrdiff_t>((y + row) * form.shape.width + x),
                std::min<std::size_t>(width, form.shape.width - x),
                part.begin() + static_cast<std::ptrdiff_t>(row * width));
  }
  return part;
}

/// Writes an image of 8-bit samples in some form.
void write_tiff(const std::string& path, const TiffForm& form, const Bytes& image) {
  const std::string mode = std::string("w") + (form.big ? "8" : "4") + (form.big_endian ? "b" : "l");
  const std::unique_ptr<TIFF, void (*)(TIFF*)> tiff(TIFFOpen(path.c_str(), mode.c_str()), TIFFClose);
  if (tiff == nullptr) throw std::runtime_error("cannot write " + path);
  describe(tiff.get(), form);
  if (form.tile_width == 0) {
    const std::uint32_t rows = std::min(form.rows_per_strip, form.shape.height);
    for (std::uint32_t y = 0, strip = 0; y < form.shape.height; y += rows, ++strip) {
      const std::uint32_t held = std::min(rows, form.shape.height - y);
      Bytes part = cut(image, form, 0, y, form.shape.width, held);
      TIFFWriteEncodedStrip(tiff.get(), strip, part.data(), std::ssize(part));
    }
  } else {
    std::uint32_t tile = 0;
    for (std::uint32_t y = 0; y < form.shape.height; y += form.tile_height) {
      for (std::uint32_t x = 0; x < form.shape.width; x += form.tile_width) {
        Bytes part = cut(image, form, x, y, form.tile_width, form.tile_height);
        TIFFWriteEncodedTile(tiff.get(), tile++, part.data(), std::ssize(part));
      }
    }
  }
}

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
bool expect_pixels_or_failed(const std::string& path, ImageShape shape) {
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

/// Damages a file: bits, its length, or values in its directory.
void damage(Bytes& file, const TiffForm& form, std::mt19937& random) {
  constexpr std::array<std::uint64_t, 14> hostile{0,
                                                  1,
                                                  2,
                                                  7,
                                                  255,
                                                  32773,
                                                  65535,
                                                  1000000,
                                                  0x7fffffff,
                                                  0x80000000,
                                                  0xffffffff,
                                                  0x100000000,
                                                  0x7fffffffffffffff,
                                                  ~0ULL};
  std::uint64_t directory = 0;
  std::memcpy(&directory, file.data() + (form.big ? 8 : 4), form.big ? 8 : 4);
  const std::size_t entry = form.big ? 20 : 12;
  const std::size_t entries = std::min(file.size() - directory, 10 * entry);
  switch (random() % 4) {
    case 0:
      for (int i = 0; i < 4; ++i) file[random() % file.size()] ^= static_cast<std::byte>(1U << random() % 8);
      break;
    case 1:
      file.resize(random() % file.size());
      break;
    case 2:
      file[directory + random() % entries] ^= static_cast<std::byte>(1U << random() % 8);
      break;
    default: {  // a tag, a type, a count, or a value
      const std::size_t at =
          directory + (form.big ? 8 : 2) + random() % 9 * entry + std::array{0, 2, 4, 8}[random() % 4];
      const std::size_t bytes = std::array{2, 4, 8}[random() % 3];
      if (at + bytes <= file.size())
        std::memcpy(file.data() + at, &hostile[random() % hostile.size()], bytes);
    }
  }
}

TEST(TiffMask, DamageEndsWithPixelsOrFailed) {
  const Scratch scratch;
  const std::string path = scratch / "tiff";
  const std::size_t before = most_memory();
  std::mt19937 random(1);
  std::array<unsigned, 2> ends{};
  for (const int compression :
       {COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_PACKBITS, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_JPEG,
        COMPRESSION_LZMA, COMPRESSION_ZSTD, COMPRESSION_LERC}) {
    const auto kind = static_cast<std::uint16_t>(compression);
    if (TIFFIsCODECConfigured(kind) == 0) continue;
    for (const TiffForm& form :
         {TiffForm{.compression = kind, .tile_width = 32, .tile_height = 16, .big = true},
          TiffForm{.compression = kind, .tile_width = 64, .tile_height = 64},
          TiffForm{.compression = kind, .rows_per_strip = 80, .big = true}}) {
      write_tiff(path, form, pattern(form.shape.bytes()));
      const Bytes original = contents(path);
      ASSERT_TRUE(expect_pixels_or_failed(path, form.shape)) << form.compression;
      for (unsigned i = 0; i < 48; ++i) {
        Bytes file = original;
        damage(file, form, random);
        tests::store(path, file);
        ++ends[expect_pixels_or_failed(path, form.shape) ? 1 : 0];
      }
    }
  }
  // Neither all nor none are readable, or the damage is not worth much.
  EXPECT_GT(ends[0], 50U);
  EXPECT_GT(ends[1], 50U);
  EXPECT_LE(most_memory() - before, 3 * mask_budget);
}

TEST(TiffMask, EveryTruncationIsRefusedOrComplete) {
  const Scratch scratch;
  const std::string path = scratch / "tiff";
  const TiffForm form{.shape = {13, 11}, .tile_width = 16, .tile_height = 16};
  write_tiff(path, form, pattern(form.shape.bytes()));
  const Bytes original = contents(path);
  const auto open_files = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
  };
  const auto before = open_files();
  for (std::size_t size = 0; size < original.size(); ++size) {
    tests::store(path, Bytes(original.begin(), original.begin() + static_cast<std::ptrdiff_t>(size)));
    expect_pixels_or_failed(path, form.shape);
  }
  EXPECT_EQ(open_files(), before);
}

/// The offsets and lengths of tiles count towards the budget, 16 bytes for each.
TEST(TiffMask, ManyTilesAreReadWithinTheBudget) {
  const Scratch scratch;
  const std::string path = scratch / "tiff";
  const ImageShape shape{2'000'000, 64};  // 500,000 tiles, of which one is there
  {
    const std::unique_ptr<TIFF, void (*)(TIFF*)> tiff(TIFFOpen(path.c_str(), "w8"), TIFFClose);
    describe(tiff.get(), {.shape = shape, .tile_width = 16, .tile_height = 16});
    Bytes tile(256, std::byte{7});
    ASSERT_EQ(TIFFWriteEncodedTile(tiff.get(), 499'999, tile.data(), 256), 256);
  }
  const std::size_t before = most_memory();
  Budget budget("host", mask_budget);
  const auto mask = open_tiff_mask(path, shape, budget);
  std::array<std::uint8_t, 256> pixels{};
  mask->read({pixels.data(), 16, {1'999'984, 48, 16, 16}});
  EXPECT_EQ(pixels[255], 7);
  expect_contains(failure([&] {
                    mask->read({pixels.data(), 16, {0, 0, 16, 16}});
                  }),
                  "is not inside the file");
  EXPECT_LE(most_memory() - before, mask_budget);
  Budget small("host", mask_budget / 2);
  expect_contains(failure([&] { (void)open_tiff_mask(path, shape, small); }),
                  "expected fewer strips or tiles");
}

/// 1000 texts of a mebibyte that all lie at the same place.
TEST(TiffMask, LargeTagsDoNotTakeMemory) {
  const Scratch scratch;
  const std::string path = scratch / "tiff";
  Bytes file(std::size_t{2} << 20);
  auto put = [&, at = std::size_t{0}](std::uint64_t value, std::size_t bytes) mutable {
    std::memcpy(file.data() + at, &value, bytes);
    at += bytes;
  };
  for (const auto& [value, bytes] : {std::pair{0x4949, 2}, {43, 2}, {8, 2}, {0, 2}, {16, 8}, {1008, 8}})
    put(value, bytes);
  for (const auto& [tag, value] : {std::pair{256, 100},
                                   {257, 100},
                                   {258, 8},
                                   {259, 1},
                                   {262, 1},
                                   {273, 1 << 20},
                                   {278, 100},
                                   {279, 10'000}}) {
    put(tag, 2);
    put(4, 2);  // 32 bits
    put(1, 8);
    put(value, 8);
  }
  for (unsigned tag = 40'000; tag < 41'000; ++tag) {
    put(tag, 2);
    put(2, 2);  // text
    put(1U << 20U, 8);
    put(1U << 20U, 8);
  }
  tests::store(path, file);
  Budget budget("host", mask_budget);
  const std::size_t before = most_memory();
  expect_contains(failure([&] {
                    (void)open_tiff_mask(path, {100, 100}, budget);
                  }),
                  "left of the memory budget");
  EXPECT_LE(most_memory() - before, 2 * mask_budget);
}

#endif

}  // namespace
}  // namespace pipeline
