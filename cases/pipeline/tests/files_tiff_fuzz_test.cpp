// Damaged and hostile TIFFs: opening and reading them ends with the pixels that libtiff reads, or with
// rungs::Failed, within the memory budget.
#ifdef RUNGS_HAS_TIFF

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>

#include "cases/pipeline/files/mask_file.hpp"
#include "cases/pipeline/tests/files_tiff.hpp"
#include "cases/pipeline/tests/files_tiff_mutation.hpp"

namespace pipeline {
namespace {

using tests::Bytes;
using tests::Editor;
using tests::Mutation;
using tests::OpenTiff;
using tests::Scratch;
using tests::TiffForm;

constexpr std::size_t small_budget = std::size_t{16} << 20;

/// The most memory that the process has had at once, in bytes; 0 where the system does not say, or where a
/// sanitizer's own memory would be counted.
std::size_t most_memory() {
#if defined(__SANITIZE_ADDRESS__)
  return 0;
#else
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word) {
    if (word != "VmHWM:") continue;
    std::size_t kibibytes = 0;
    status >> kibibytes;
    return kibibytes * 1024;
  }
  return 0;
#endif
}

std::vector<TiffForm> forms() {
  std::vector<TiffForm> forms;
  for (const int compression :
       {COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_PACKBITS, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_JPEG,
        COMPRESSION_LZMA, COMPRESSION_ZSTD, COMPRESSION_LERC}) {
    const auto kind = static_cast<std::uint16_t>(compression);
    if (TIFFIsCODECConfigured(kind) == 0) continue;
    forms.push_back({.compression = kind, .tile_width = 32, .tile_height = 16, .big = true});
    forms.push_back({.compression = kind, .tile_width = 64, .tile_height = 64, .big_endian = true});
    forms.push_back({.compression = kind, .big_endian = compression == COMPRESSION_LZW});
    forms.push_back({.compression = kind, .rows_per_strip = 80, .big = true});
  }
  for (TiffForm& form : forms) {
    const bool predicts =
        form.compression == COMPRESSION_LZW || form.compression == COMPRESSION_ADOBE_DEFLATE;
    if (predicts && form.tile_width != 0) form.predictor = PREDICTOR_HORIZONTAL;
  }
  return forms;
}

/// The pixels of a small image, as libtiff reads them.
std::optional<std::vector<std::uint8_t>> as_libtiff_reads(const std::string& path, ImageShape shape) {
  TIFFSetErrorHandler(nullptr);
  TIFFSetWarningHandler(nullptr);
  const OpenTiff tiff(TIFFOpen(path.c_str(), "rm"), TIFFClose);
  if (tiff == nullptr) return {};
  std::vector<std::uint8_t> pixels(shape.bytes());
  const bool tiled = TIFFIsTiled(tiff.get()) != 0;
  std::uint32_t width = shape.width;
  std::uint32_t height = shape.height;
  TIFFGetFieldDefaulted(tiff.get(), tiled ? TIFFTAG_TILELENGTH : TIFFTAG_ROWSPERSTRIP, &height);
  if (tiled) TIFFGetField(tiff.get(), TIFFTAG_TILEWIDTH, &width);
  height = tiled ? height : std::min(height, shape.height);
  std::vector<std::uint8_t> part(std::size_t{width} * height);
  std::uint32_t segment = 0;
  for (std::uint64_t y = 0; y < shape.height; y += height) {
    for (std::uint64_t x = 0; x < shape.width; x += width, ++segment) {
      std::ranges::fill(part, std::uint8_t{0});  // what it leaves as it is
      const tmsize_t got = tiled ? TIFFReadEncodedTile(tiff.get(), segment, part.data(), std::ssize(part))
                                 : TIFFReadEncodedStrip(tiff.get(), segment, part.data(), std::ssize(part));
      if (got < 0) return {};
      for (std::uint64_t row = 0; row < std::min<std::uint64_t>(height, shape.height - y); ++row) {
        std::copy_n(part.data() + row * width, std::min<std::uint64_t>(width, shape.width - x),
                    pixels.data() + (y + row) * shape.width + x);
      }
    }
  }
  return pixels;
}

/// Opens and reads a file, whatever it holds. Returns whether that was possible.
bool expect_pixels_or_failed(const std::string& path, ImageShape expected) {
  Budget budget("host", small_budget);
  try {
    const auto mask = open_tiff_mask(path, expected, budget);
    const std::size_t declared = budget.used();
    const std::uint32_t width = std::min(expected.width, 200U);
    const std::uint32_t height = std::min(expected.height, 200U);
    std::vector<std::uint8_t> pixels(std::size_t{width} * height);
    // Both ends of the image; of a small one, all of it.
    mask->read({pixels.data(),
                width,
                {static_cast<std::int32_t>(expected.width - width),
                 static_cast<std::int32_t>(expected.height - height), width, height}});
    mask->read({pixels.data(), width, {0, 0, width, height}});
    EXPECT_EQ(budget.peak(), declared);
    if (expected.bytes() == pixels.size()) {
      const auto right = as_libtiff_reads(path, expected);
      if (right) {
        EXPECT_EQ(pixels, *right);
      }
    }
    return true;
  } catch (const rungs::Failed& failed) {
    // One message, with the file.
    EXPECT_NE(std::string(failed.what()).find(path), std::string::npos) << failed.what();
    return false;
  }
}

TEST(TiffFuzz, EveryMutationEndsWithPixelsOrFailed) {
  const Scratch scratch;
  const std::string path = scratch / "tiff";
  const std::size_t before = most_memory();
  unsigned seed = 0;
  unsigned readable = 0;
  unsigned refused = 0;
  for (const TiffForm& form : forms()) {
    tests::write_tiff(path, form, tests::pattern(form.shape.bytes()));
    const Bytes original = tests::contents(path);
    ASSERT_TRUE(expect_pixels_or_failed(path, form.shape)) << form.compression;
    for (unsigned i = 0; i < 48; ++i) {
      Bytes file = original;
      const ImageShape expected = Mutation(file, form, ++seed).apply(i);
      tests::store(path, file);
      SCOPED_TRACE("seed " + std::to_string(seed) + ", compression " + std::to_string(form.compression));
      ++(expect_pixels_or_failed(path, expected) ? readable : refused);
    }
  }
  EXPECT_GE(readable + refused, 200U);
  // Neither all nor none are readable, or the mutations are not worth much.
  EXPECT_GT(readable, 50U);
  EXPECT_GT(refused, 50U);
  EXPECT_LE(most_memory() - before, 3 * small_budget);
}

TEST(TiffFuzz, EveryTruncationOfAnUncompressedFileIsRefusedOrComplete) {
  const Scratch scratch;
  const std::string path = scratch / "tiff";
  const TiffForm form{.shape = {13, 11}, .tile_width = 16, .tile_height = 16};
  const Bytes image = tests::pattern(form.shape.bytes());
  tests::write_tiff(path, form, image);
  const Bytes original = tests::contents(path);
  for (std::size_t size = 0; size < original.size(); ++size) {
    tests::store(path, Bytes(original.begin(), original.begin() + static_cast<std::ptrdiff_t>(size)));
    expect_pixels_or_failed(path, form.shape);
  }
}

TEST(TiffFuzz, TinyTilesDoNotTakeMemory) {
  const Scratch scratch;
  const std::string path = scratch / "tiff";
  const std::size_t before = most_memory();
  tests::write_tiny_tiles(path, 100000, 16);  // arrays of 2 x 312 MB
  Budget budget("host", small_budget);
  const auto mask = open_tiff_mask(path, {100000, 100000}, budget);
  std::vector<std::uint8_t> pixels(1 << 20);
  tests::expect_contains(tests::failure([&] {
                           mask->read({pixels.data(), 100, {99000, 99000, 100, 100}});
                         }),
                         "is not inside the file");
  EXPECT_LE(most_memory() - before, 2 * small_budget);
}

TEST(TiffFuzz, LargeTagsAreRefusedBeforeTheyAreRead) {
  const Scratch scratch;
  const std::string path = scratch / "tiff";
  const TiffForm form;
  tests::write_tiff(path, form, tests::pattern(form.shape.bytes()));
  Bytes file = tests::contents(path);
  Editor edit(file, form);
  const auto entry = edit.find(266);  // the fill order becomes a description of 512 MiB
  ASSERT_TRUE(entry);
  edit.set(*entry, 2, 270);
  edit.set(*entry + 2, 2, 2);
  edit.set(*entry + 4, 4, std::uint64_t{1} << 29);
  edit.set(*entry + 8, 4, 8);
  tests::store(path, file);
  std::filesystem::resize_file(path, std::uint64_t{1} << 30);
  Budget budget("host", small_budget);
  const std::size_t before = most_memory();
  tests::expect_contains(tests::failure([&] { (void)open_tiff_mask(path, form.shape, budget); }), "budget");
  EXPECT_LE(most_memory() - before, small_budget);
}

TEST(TiffFuzz, FailuresLeaveNoFileOpen) {
  const Scratch scratch;
  const std::string path = scratch / "tiff";
  const auto open_files = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
  };
  const TiffForm form;
  tests::write_tiff(path, form, tests::pattern(form.shape.bytes()));
  Bytes file = tests::contents(path);
  const auto before = open_files();
  for (const unsigned tag : tests::tags) {
    Bytes bad = file;
    Editor(bad, form).set_value(tag, 0);
    tests::store(path, bad);
    expect_pixels_or_failed(path, form.shape);
  }
  EXPECT_EQ(open_files(), before);
}

}  // namespace
}  // namespace pipeline

#endif
