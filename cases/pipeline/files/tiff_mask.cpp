#include <rungs/core/errors.hpp>

#include "cases/pipeline/files/input_file.hpp"
#include "cases/pipeline/files/mask_file.hpp"

#ifdef RUNGS_HAS_TIFF

#include <tiffio.h>

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <limits>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

namespace pipeline {
namespace {

constexpr std::size_t kibi = 1024;
constexpr std::size_t mebi = kibi * kibi;
constexpr std::uint64_t none = ~std::uint64_t{0};

std::string size_text(std::uint32_t width, std::uint32_t height) {
  return std::to_string(width) + " x " + std::to_string(height);
}

/// An open TIFF, of which libtiff reads no more bytes than it is allowed to: all that it holds in memory
/// comes from the file. Its messages are kept: the first error, which is the cause of those after it, and the
/// first warning.
class OpenTiff {
 public:
  /// Throws rungs::Failed if opening takes more than `most_bytes` of memory.
  OpenTiff(InputFile& file, std::size_t most_bytes) : file_(file), allowed_(most_bytes / memory_per_byte) {
    const std::unique_ptr<TIFFOpenOptions, void (*)(TIFFOpenOptions*)> options(TIFFOpenOptionsAlloc(),
                                                                               TIFFOpenOptionsFree);
    TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), static_cast<tmsize_t>(std::max(most_bytes, kibi)));
    TIFFOpenOptionsSetErrorHandlerExtR(options.get(), keep<&OpenTiff::error_>, this);
    TIFFOpenOptionsSetWarningHandlerExtR(options.get(), keep<&OpenTiff::warning_>, this);
    // D and O: the arrays of offsets and lengths are loaded where they are needed. c: a large strip is not
    // presented as many small ones. m: not mapped.
    tiff_ = TIFFClientOpenExt("the file", "rDOcm", this, read, write, seek, close, size, nullptr, nullptr,
                              options.get());
    if (too_much_) {
      if (tiff_ != nullptr) TIFFClose(tiff_);
      file_.fail("has tags that do not fit into the " + std::to_string(most_bytes) +
                 " bytes that are left of the memory budget");
    }
    if (tiff_ == nullptr) fail("is not a TIFF, or damaged");
    opened_with_ = memory_per_byte * std::exchange(read_, 0);
    allowed_ = none;
  }
  OpenTiff(const OpenTiff&) = delete;
  OpenTiff& operator=(const OpenTiff&) = delete;
  ~OpenTiff() { TIFFClose(tiff_); }

  [[nodiscard]] TIFF* get() const { return tiff_; }
  [[nodiscard]] std::size_t opened_with() const { return opened_with_; }  ///< bytes of memory, at most
  template <class Value>
  [[nodiscard]] Value field(unsigned tag) const {
    Value value = 0;
    TIFFGetFieldDefaulted(tiff_, tag, &value);
    return value;
  }
  void expect(unsigned tag, unsigned value, const char* what) const {
    const auto found = field<std::uint16_t>(tag);
    if (found == value) return;
    file_.fail(std::string("has ") + what + " " + std::to_string(found) + "; expected " +
               std::to_string(value));
  }
  /// What libtiff says from here on counts.
  void clear() {
    error_.clear();
    warning_.clear();
  }
  [[nodiscard]] bool has_error() const { return !error_.empty(); }
  [[nodiscard]] bool has_warning() const { return !warning_.empty(); }
  [[noreturn]] void fail(const std::string& what) const {
    const std::string& reason = error_.empty() ? warning_ : error_;
    file_.fail(what + (reason.empty() ? "" : ": " + reason));
  }

 private:
  /// Values are read, and then converted into others of up to 8 bytes.
  static constexpr std::size_t memory_per_byte = 9;

  template <std::string OpenTiff::*text>
  static int keep(TIFF*, void* self, const char*, const char* format, std::va_list values) {
    std::string& to = static_cast<OpenTiff*>(self)->*text;
    std::array<char, 300> buffer{};
    std::vsnprintf(buffer.data(), buffer.size(), format, values);
    if (to.empty()) to = buffer.data();
    return 1;  // nothing goes to stderr
  }
  static tmsize_t read(thandle_t handle, void* to, tmsize_t bytes) {
    auto& self = *static_cast<OpenTiff*>(handle);
    self.too_much_ = self.too_much_ || static_cast<std::uint64_t>(bytes) > self.allowed_ - self.read_;
    if (self.too_much_) return -1;
    const std::span buffer(static_cast<std::byte*>(to), static_cast<std::size_t>(bytes));
    const std::int64_t got = self.file_.read_some(buffer, self.at_);
    if (got > 0) self.at_ += static_cast<std::uint64_t>(got);
    if (got > 0 && self.allowed_ != none) self.read_ += static_cast<std::uint64_t>(got);
    return got;
  }
  static tmsize_t write(thandle_t, void*, tmsize_t) { return -1; }
  static toff_t seek(thandle_t handle, toff_t to, int from) {
    auto& self = *static_cast<OpenTiff*>(handle);
    self.at_ = to + (from == SEEK_CUR ? self.at_ : from == SEEK_END ? self.file_.size() : 0);
    return self.at_;
  }
  static int close(thandle_t) { return 0; }
  static toff_t size(thandle_t handle) { return static_cast<OpenTiff*>(handle)->file_.size(); }

  InputFile& file_;
  std::uint64_t allowed_;  ///< bytes that may be read
  std::uint64_t read_ = 0;
  std::uint64_t at_ = 0;
  bool too_much_ = false;
  std::string error_;
  std::string warning_;
  std::size_t opened_with_ = 0;
  TIFF* tiff_ = nullptr;
};

/// How the image is stored: in segments, which are strips or tiles.
struct Segments {
  Segments(const OpenTiff& tiff, const InputFile& file)
      : shape{tiff.field<std::uint32_t>(TIFFTAG_IMAGEWIDTH), tiff.field<std::uint32_t>(TIFFTAG_IMAGELENGTH)},
        tiled(TIFFIsTiled(tiff.get()) != 0) {
    if (shape.bytes() == 0) tiff.fail("has no pixels");
    width = tiled ? tiff.field<std::uint32_t>(TIFFTAG_TILEWIDTH) : shape.width;
    height = tiled ? tiff.field<std::uint32_t>(TIFFTAG_TILELENGTH)
                   : std::min(tiff.field<std::uint32_t>(TIFFTAG_ROWSPERSTRIP), shape.height);
    if (bytes() == 0) file.fail("is damaged: its strips or tiles have no pixels");
    // libtiff's own numbers are compared, so that what it decodes into our memory is what we think it is.
    const std::uint64_t its_bytes = tiled ? TIFFTileSize64(tiff.get()) : TIFFStripSize64(tiff.get());
    const std::uint64_t its_count = tiled ? TIFFNumberOfTiles(tiff.get()) : TIFFNumberOfStrips(tiff.get());
    if (its_bytes == bytes() && its_count == count()) return;
    tiff.fail("is damaged, or has too many strips or tiles for libtiff: " + std::to_string(count()) + " of " +
              size_text(width, height) + " pixels");
  }

  ImageShape shape;
  bool tiled;
  std::uint32_t width = 0;   ///< pixels of a segment; of a strip: the image's
  std::uint32_t height = 0;  ///< the last strip has fewer if the image ends in it

  [[nodiscard]] std::uint64_t bytes() const { return std::uint64_t{width} * height; }
  [[nodiscard]] std::uint64_t across() const { return (shape.width - 1) / width + std::uint64_t{1}; }
  [[nodiscard]] std::uint64_t count() const {
    return across() * ((shape.height - 1) / height + std::uint64_t{1});
  }
  [[nodiscard]] Window window(std::uint64_t segment) const {
    return {static_cast<std::int32_t>(segment % across() * width),
            static_cast<std::int32_t>(segment / across() * height), width, height};
  }
};

/// The most that an encoder may make of a segment: LZW makes one and a half of random bytes. Small ones may
/// have the tables of their compression besides.
std::uint64_t most_compressed(std::uint64_t bytes) { return bytes + bytes / 2 + 64 * kibi; }

/// Bytes of a budget that libtiff allocates itself, until the end of what is returned.
std::shared_ptr<void> reserved(Budget& budget, std::size_t bytes) {
  budget.take(bytes);
  return {nullptr, [&budget, bytes](void*) { budget.give_back(bytes); }};
}

std::size_t left_of(const Budget& budget) { return budget.limit() - std::min(budget.limit(), budget.used()); }

/// Decodes the segments that a window touches. Decoded ones are kept: neighbouring windows often share them.
class TiffMask : public MaskFile {
 public:
  TiffMask(const std::string& path, ImageShape expected, Budget& budget)
      : file_(path),
        tiff_(file_, left_of(budget)),
        compression_(tiff_.field<std::uint16_t>(TIFFTAG_COMPRESSION)),
        segments_((expect_gray(), tiff_), file_) {
    const ImageShape shape = segments_.shape;
    if (shape.width != expected.width || shape.height != expected.height) {
      file_.fail("has " + size_text(shape.width, shape.height) + " pixels; expected " +
                 size_text(expected.width, expected.height));
    }
    constexpr std::uint32_t most = std::numeric_limits<std::int32_t>::max();  // coordinates of windows
    if (expected.width > most || expected.height > most) {
      file_.fail("has more than " + std::to_string(most) + " columns or rows");
    }
    as_stored_ = compression_ == COMPRESSION_NONE &&
                 tiff_.field<std::uint16_t>(TIFFTAG_FILLORDER) == FILLORDER_MSB2LSB;
    in_place_ = as_stored_ && segments_.bytes() > 256 * kibi;
    take_memory(budget);
  }

  [[nodiscard]] ImageShape shape() const override { return segments_.shape; }
  [[nodiscard]] std::uint64_t disk_bytes() const override { return file_.bytes_read(); }

  void read(const Plane<std::uint8_t>& to) override {
    expect_inside(file_, segments_.shape, to.window);
    if (to.window.empty()) return;
    const std::lock_guard lock(mutex_);
    const auto index_of = [](std::int64_t at, std::uint32_t size) {
      return static_cast<std::uint64_t>(at) / size;
    };
    const std::uint64_t last_row = index_of(to.window.bottom() - 1, segments_.height);
    const std::uint64_t last_column = index_of(to.window.right() - 1, segments_.width);
    for (std::uint64_t row = index_of(to.window.y, segments_.height); row <= last_row; ++row) {
      for (std::uint64_t column = index_of(to.window.x, segments_.width); column <= last_column; ++column) {
        const std::uint64_t segment = row * segments_.across() + column;
        const Window stored = segments_.window(segment);
        const Window part = common(to.window, stored);
        if (in_place_) {
          read_in_place(segment, to.of(part));
        } else {
          const auto* const pixels = reinterpret_cast<const std::uint8_t*>(decoded(segment));
          copy_window(to, Plane<const std::uint8_t>{pixels, stored.width, stored}, part);
        }
      }
    }
  }

 private:
  void expect_gray() const {
    tiff_.expect(TIFFTAG_BITSPERSAMPLE, 8, "bits per sample");
    tiff_.expect(TIFFTAG_SAMPLESPERPIXEL, 1, "samples per pixel");
    tiff_.expect(TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT, "sample format (1: unsigned)");
    tiff_.expect(TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK,
                 "photometric interpretation (1: gray, 0 is black)");
    if (TIFFIsCODECConfigured(compression_) != 0) return;
    file_.fail("has compression " + std::to_string(compression_) +
               ", which this program's libtiff cannot decode");
  }

  void take_memory(Budget& budget) {
    constexpr std::uint64_t too_much = std::uint64_t{1} << 60;  // so that the sums do not overflow
    const std::uint64_t segment = std::min(segments_.bytes(), too_much);
    // Copies of what was decoded (LZMA, ZSTD), or coefficients of 2 bytes (progressive JPEG).
    const std::array small{COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_PACKBITS, COMPRESSION_ADOBE_DEFLATE,
                           COMPRESSION_DEFLATE};
    const bool needs_more = std::ranges::find(small, compression_) == small.end();
    const std::uint64_t to_decode =
        in_place_ ? 0 : most_compressed(segment) + (needs_more ? 2 * segment : 0) + segment;
    const std::uint64_t arrays = 2 * sizeof(std::uint64_t) * segments_.count();
    const std::uint64_t least = mebi + tiff_.opened_with() + arrays + to_decode;
    const std::size_t left = left_of(budget);
    if (least > left) {
      file_.fail("has " + std::to_string(segments_.count()) + " strips or tiles of " +
                 size_text(segments_.width, segments_.height) + " pixels, for which " +
                 std::to_string(least) + " bytes are needed, but " + std::to_string(left) +
                 " are left of the memory budget; expected " + (arrays > to_decode ? "fewer" : "smaller") +
                 " strips or tiles");
    }
    const std::uint64_t own = in_place_ ? 0 : segment;
    for_libtiff_ = reserved(budget, least - own);
    if (in_place_) return;
    // Half of what is left, so that others get some.
    const std::size_t for_more = std::min(8 * mebi, (left - least) / 2);
    constexpr std::uint64_t most_places = 4096;
    held_.assign(std::min({1 + for_more / segment, most_places, segments_.count()}), none);
    pixels_ = Block(budget, held_.size() * segment);
  }

  /// Where the bytes of a segment are that hold its first `pixels` pixels. libtiff would not look whether
  /// they are inside the file.
  std::uint64_t place_of(std::uint64_t segment, std::uint64_t pixels) {
    int error = 0;
    const auto number = static_cast<std::uint32_t>(segment);
    tiff_.clear();
    const std::uint64_t length = TIFFGetStrileByteCountWithErr(tiff_.get(), number, &error);
    const std::uint64_t at = error != 0 ? 0 : TIFFGetStrileOffsetWithErr(tiff_.get(), number, &error);
    if (error != 0 || length == 0 || length > file_.size() || at > file_.size() - length)
      fail_at(segment, "is not inside the file");
    const bool fits = in_place_ || length <= most_compressed(segments_.bytes());
    if (!fits || (as_stored_ && length < pixels)) {
      fail_at(segment, "has " + std::to_string(length) + " bytes for " + std::to_string(pixels) + " pixels");
    }
    return at;
  }
  [[noreturn]] void fail_at(std::uint64_t segment, const std::string& what) const {
    tiff_.fail("is damaged: strip or tile " + std::to_string(segment) + " " + what);
  }

  /// A pixel for every byte of the segment, decoded now or earlier.
  std::byte* decoded(std::uint64_t segment) {
    const std::size_t place = segment % held_.size();
    std::byte* const pixels = pixels_.data() + place * segments_.bytes();
    if (held_[place] == segment) return pixels;
    held_[place] = none;  // until it is complete
    // Tiles are whole even at the edges of the image; the last strip is not.
    const Window stored = segments_.window(segment);
    const std::uint64_t rows =
        segments_.tiled
            ? stored.height
            : std::min<std::uint64_t>(stored.height, segments_.shape.height - std::uint64_t(stored.y));
    // From damaged data, libtiff's Deflate decoder may leave the last pixels as they are. They are then the
    // same in every run.
    const std::span all(pixels, rows * stored.width);
    static_cast<void>(place_of(segment, all.size()));
    std::ranges::fill(all, std::byte{0});
    const auto bytes = static_cast<tmsize_t>(all.size());
    const auto number = static_cast<std::uint32_t>(segment);
    const tmsize_t got = segments_.tiled ? TIFFReadEncodedTile(tiff_.get(), number, pixels, bytes)
                                         : TIFFReadEncodedStrip(tiff_.get(), number, pixels, bytes);
    // The JPEG decoder makes up pixels for damaged ones, with a warning.
    const bool made_up = compression_ == COMPRESSION_JPEG && tiff_.has_warning();
    if (got != bytes || made_up || tiff_.has_error()) fail_at(segment, "cannot be decoded");
    held_[place] = segment;
    return pixels;
  }

  /// Rows of an uncompressed segment, which may be of any size.
  void read_in_place(std::uint64_t segment, const Plane<std::uint8_t>& to) {
    const Window stored = segments_.window(segment);
    const auto rows = static_cast<std::uint64_t>(to.window.bottom() - stored.y);
    read_rows(file_, place_of(segment, rows * stored.width), stored, to);
  }

  std::mutex mutex_;  ///< held while pixels are read
  InputFile file_;
  OpenTiff tiff_;
  int compression_;
  Segments segments_;
  bool as_stored_ = false;  ///< the bytes in the file are the pixels
  bool in_place_ = false;
  std::shared_ptr<void> for_libtiff_;
  Block pixels_;                     ///< decoded segments, one after another
  std::vector<std::uint64_t> held_;  ///< which these are; segment s is in place s % held_.size()
};

}  // namespace

std::unique_ptr<MaskFile> open_tiff_mask(const std::string& path, ImageShape expected, Budget& budget) {
  return std::make_unique<TiffMask>(path, expected, budget);
}

}  // namespace pipeline

#else

namespace pipeline {

std::unique_ptr<MaskFile> open_tiff_mask(const std::string& path, ImageShape, Budget&) {
  throw rungs::Unsupported(
      path + ": reading a TIFF needs libtiff 4.5 or later, which this program is built without");
}

}  // namespace pipeline

#endif
