#include "cases/pipeline/files/mask_file.hpp"
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <initializer_list>
#include <mutex>
#include <rungs/core/errors.hpp>
#include <span>
#include <vector>
#ifdef RUNGS_HAS_TIFF
#include "cases/pipeline/files/open_tiff.hpp"
#endif

namespace pipeline {
namespace {

/// Fills a plane from rows that begin at an offset of the file; the first of them is at the top left of
/// `stored`, which holds the plane's window.
void read_rows(const InputFile& file, std::uint64_t at, Window stored, const Plane<std::uint8_t>& to) {
  for_rows(to, [&](std::int32_t y, std::uint8_t* row) {
    const auto rows_before = static_cast<std::uint64_t>(std::int64_t{y} - stored.y);
    const auto columns_before = static_cast<std::uint64_t>(std::int64_t{to.window.x} - stored.x);
    file.read(std::as_writable_bytes(std::span(row, to.window.width)),
              at + rows_before * stored.width + columns_before);
  });
}

void expect_inside(const InputFile& file, Frame shape, Window w) {
  if (w.x >= 0 && w.y >= 0 && w.right() <= shape.width && w.bottom() <= shape.height) return;
  file.fail(fmt::format("a window of {} x {} pixels at ({}, {}) is not inside the image of {} x {}", w.width, w.height,
                        w.x, w.y, shape.width, shape.height));
}

class RawMask : public MaskFile {
 public:
  RawMask(const std::string& path, Frame shape) : file_(path), shape_(shape) {
    if (file_.size() == shape.pixels()) return;
    file_.fail(
        fmt::format("has {} bytes; expected {} x {} = {}", file_.size(), shape.width, shape.height, shape.pixels()));
  }
  void read(const Plane<std::uint8_t>& to) override {
    expect_inside(file_, shape_, to.window);
    read_rows(file_, 0, shape_.window(), to);
  }

 private:
  InputFile file_;
  Frame shape_;
};

}  // namespace

std::unique_ptr<MaskFile> open_raw_mask(const std::string& path, Frame shape) {
  return std::make_unique<RawMask>(path, shape);
}

#ifdef RUNGS_HAS_TIFF

namespace {

constexpr std::size_t kibi = 1024;
constexpr std::size_t mebi = kibi * kibi;
constexpr std::uint64_t none = ~std::uint64_t{0};

/// Decodes the segments (strips or tiles) that a window touches. Decoded ones are kept: neighbouring windows
/// often share them.
class TiffMask : public MaskFile {
 public:
  TiffMask(const std::string& path, Frame expected, Budget& budget)
      : shape_(expected),
        budget_(budget),
        left_(budget.limit() - std::min(budget.limit(), budget.used())),
        tiff_(path, left_) {
    expect_gray();
    tiled_ = TIFFIsTiled(tiff_.get()) != 0;
    const auto side = [&](unsigned tag) { return tiff_.field<std::uint32_t>(tag); };
    const Frame shape{side(TIFFTAG_IMAGEWIDTH), side(TIFFTAG_IMAGELENGTH)};
    if (shape != expected) {
      tiff_.fail(fmt::format("has {} x {} pixels; expected {} x {}", shape.width, shape.height, expected.width,
                             expected.height));
    }
    segment_ = tiled_ ? Frame{side(TIFFTAG_TILEWIDTH), side(TIFFTAG_TILELENGTH)}
                      : Frame{shape.width, std::min(side(TIFFTAG_ROWSPERSTRIP), shape.height)};
    if (segment_.pixels() == 0) tiff_.fail("is damaged: its strips or tiles have no pixels");
    across_ = (shape.width - 1) / segment_.width + std::uint64_t{1};
    count_ = across_ * ((shape.height - 1) / segment_.height + std::uint64_t{1});
    // libtiff's own numbers are compared, so that what it decodes into our memory is what we think it is.
    const std::uint64_t its_bytes = tiled_ ? TIFFTileSize64(tiff_.get()) : TIFFStripSize64(tiff_.get());
    const std::uint64_t its_count = tiled_ ? TIFFNumberOfTiles(tiff_.get()) : TIFFNumberOfStrips(tiff_.get());
    if (its_bytes != segment_.pixels() || its_count != count_) {
      tiff_.fail_with_reason("is damaged, or has too many strips or tiles for libtiff: " + segments_text());
    }
    in_place_ = tiff_.field<std::uint16_t>(TIFFTAG_COMPRESSION) == COMPRESSION_NONE &&
                tiff_.field<std::uint16_t>(TIFFTAG_FILLORDER) == FILLORDER_MSB2LSB;
    take_memory();
  }
  TiffMask(const TiffMask&) = delete;
  TiffMask& operator=(const TiffMask&) = delete;
  ~TiffMask() override { budget_.give_back(for_libtiff_); }

  void read(const Plane<std::uint8_t>& to) override {
    expect_inside(tiff_, shape_, to.window);
    if (to.window.empty()) return;
    const std::lock_guard lock(mutex_);
    const std::int64_t width = segment_.width;
    const std::int64_t height = segment_.height;
    for (std::int64_t row = to.window.y / height; row * height < to.window.bottom(); ++row) {
      for (std::int64_t column = to.window.x / width; column * width < to.window.right(); ++column) {
        read_segment(row, column, to);
      }
    }
  }

 private:
  void expect_gray() const {
    const auto expect = [&](unsigned tag, std::initializer_list<int> known, const char* what) {
      const int found = tiff_.field<std::uint16_t>(tag);
      if (std::ranges::find(known, found) != known.end()) return;
      tiff_.fail(fmt::format("has {} {}; expected {}", what, found, fmt::join(known, ", ")));
    };
    expect(TIFFTAG_BITSPERSAMPLE, {8}, "bits per sample");
    expect(TIFFTAG_SAMPLESPERPIXEL, {1}, "samples per pixel");
    expect(TIFFTAG_SAMPLEFORMAT, {SAMPLEFORMAT_UINT}, "sample format (1: unsigned)");
    expect(TIFFTAG_PHOTOMETRIC, {PHOTOMETRIC_MINISBLACK}, "photometric interpretation (1: gray, 0 is black)");
    // These need no memory for a segment besides its bytes in the file and its pixels.
    expect(TIFFTAG_COMPRESSION,
           {COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_PACKBITS, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_DEFLATE},
           "compression (1: none, 5: LZW, 32773: PackBits, 8: Deflate)");
  }

  [[nodiscard]] std::string segments_text() const {
    return fmt::format("{} strips or tiles of {} x {} pixels", count_, segment_.width, segment_.height);
  }

  void take_memory() {
    const std::uint64_t segment = std::min(segment_.pixels(), std::uint64_t{1} << 60U);  // no sum overflows
    const std::uint64_t own = in_place_ ? 0 : segment;
    const std::uint64_t to_decode = in_place_ ? 0 : most_compressed(segment);
    const std::uint64_t arrays = 2 * sizeof(std::uint64_t) * count_;
    const std::uint64_t for_libtiff = mebi + tiff_.opened_with() + arrays + to_decode;
    const std::uint64_t least = for_libtiff + own;
    if (least > left_) {
      tiff_.fail(
          fmt::format("has {}, for which {} bytes are needed, but {} are left of the memory budget; expected {} strips "
                      "or tiles",
                      segments_text(), least, left_, arrays > to_decode ? "fewer" : "smaller"));
    }
    if (!in_place_) {
      // Half of what is left, so that others get some.
      const std::size_t for_more = std::min(8 * mebi, (left_ - least) / 2);
      constexpr std::uint64_t most_places = 4096;
      held_.assign(std::min({1 + for_more / segment, most_places, count_}), none);
      pixels_ = Block(budget_, held_.size() * segment);
    }
    budget_.take(for_libtiff);
    for_libtiff_ = for_libtiff;
  }

  /// The most that an encoder may make of a segment: LZW makes one and a half of random bytes. Small ones may
  /// have the tables of their compression besides.
  static std::uint64_t most_compressed(std::uint64_t bytes) { return bytes + bytes / 2 + 64 * kibi; }

  /// Where the bytes of a segment are that hold its first `pixels` pixels. libtiff would not look whether
  /// they are inside the file.
  std::uint64_t place_of(std::uint32_t segment, std::uint64_t pixels) {
    int error = 0;
    tiff_.clear_error();
    const std::uint64_t length = TIFFGetStrileByteCountWithErr(tiff_.get(), segment, &error);
    const std::uint64_t at = error != 0 ? 0 : TIFFGetStrileOffsetWithErr(tiff_.get(), segment, &error);
    if (error != 0 || length == 0 || length > tiff_.size() || at > tiff_.size() - length)
      fail_at(segment, "is not inside the file");
    if (in_place_ ? length < pixels : length > most_compressed(segment_.pixels()))
      fail_at(segment, fmt::format("has {} bytes for {} pixels", length, pixels));
    return at;
  }
  [[noreturn]] void fail_at(std::uint32_t segment, const std::string& what) const {
    tiff_.fail_with_reason(fmt::format("is damaged: strip or tile {} {}", segment, what));
  }

  /// The part of a plane that a segment holds.
  void read_segment(std::int64_t row, std::int64_t column, const Plane<std::uint8_t>& to) {
    const auto segment = static_cast<std::uint32_t>(row * across_ + column);
    Window stored{static_cast<std::int32_t>(column * segment_.width), static_cast<std::int32_t>(row * segment_.height),
                  segment_.width, segment_.height};
    const Window part = common(to.window, stored);
    if (in_place_) {
      const auto rows = static_cast<std::uint64_t>(part.bottom() - stored.y);
      return read_rows(tiff_, place_of(segment, rows * stored.width), stored, to.of(part));
    }
    // Tiles are whole even at the edges of the image; the last strip is not.
    if (!tiled_) stored.height = std::min(stored.height, shape_.height - stored.y);
    copy_window(to, {decoded(segment, stored.area()), stored.width, stored}, part);
  }

  /// A pixel for every byte of the segment, decoded now or earlier.
  const std::uint8_t* decoded(std::uint32_t segment, std::size_t pixels) {
    const std::size_t place = segment % held_.size();
    auto* const to = reinterpret_cast<std::uint8_t*>(pixels_.data() + place * segment_.pixels());
    if (held_[place] == segment) return to;
    held_[place] = none;  // until it is complete
    static_cast<void>(place_of(segment, pixels));
    // From damaged data, libtiff's Deflate decoder may leave the last pixels as they are. They are then the
    // same in every run.
    std::fill_n(to, pixels, std::uint8_t{0});
    const auto bytes = static_cast<tmsize_t>(pixels);
    const tmsize_t got = tiled_ ? TIFFReadEncodedTile(tiff_.get(), segment, to, bytes)
                                : TIFFReadEncodedStrip(tiff_.get(), segment, to, bytes);
    if (got != bytes || !tiff_.error().empty()) fail_at(segment, "cannot be decoded");
    held_[place] = segment;
    return to;
  }

  std::mutex mutex_;  ///< held while pixels are read
  Frame shape_;
  Budget& budget_;
  std::size_t left_;  ///< of the budget, before
  OpenTiff tiff_;
  bool tiled_ = false;
  Frame segment_;
  std::uint64_t across_ = 1;  ///< segments
  std::uint64_t count_ = 1;
  bool in_place_ = false;  ///< the bytes in the file are the pixels
  std::size_t for_libtiff_ = 0;
  Block pixels_;                     ///< decoded segments, one after another
  std::vector<std::uint64_t> held_;  ///< which these are; segment s is in place s % held_.size()
};

}  // namespace

std::unique_ptr<MaskFile> open_tiff_mask(const std::string& path, Frame expected, Budget& budget) {
  return std::make_unique<TiffMask>(path, expected, budget);
}

#else

std::unique_ptr<MaskFile> open_tiff_mask(const std::string& path, Frame, Budget&) {
  throw rungs::Unsupported(path + ": reading a TIFF needs libtiff 4.5 or later, which this program is built without");
}

#endif

}  // namespace pipeline
