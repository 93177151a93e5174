#include "cases/pipeline/files/mask_file.hpp"
#include <fmt/format.h>
#include <algorithm>
#include <mutex>
#include <rungs/core/errors.hpp>
#include <span>
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

/// Reads windows out of the segments (strips or tiles) in the file, whose bytes are the pixels.
class TiffMask : public MaskFile {
 public:
  TiffMask(const std::string& path, Frame expected, Budget& budget)
      : shape_(expected),
        budget_(budget),
        left_(budget.limit() - std::min(budget.limit(), budget.used())),
        tiff_(path, left_) {
    tiff_.expect(TIFFTAG_BITSPERSAMPLE, 8, "bits per sample");
    tiff_.expect(TIFFTAG_SAMPLESPERPIXEL, 1, "samples per pixel");
    tiff_.expect(TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT, "sample format (1: unsigned)");
    tiff_.expect(TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK, "photometric interpretation (1: gray, 0 is black)");
    tiff_.expect(TIFFTAG_COMPRESSION, COMPRESSION_NONE, "compression (1: none, as tiffcp -c none writes it)");
    tiff_.expect(TIFFTAG_FILLORDER, FILLORDER_MSB2LSB, "order of bits");
    const auto side = [&](unsigned tag) { return tiff_.field<std::uint32_t>(tag); };
    const Frame shape{side(TIFFTAG_IMAGEWIDTH), side(TIFFTAG_IMAGELENGTH)};
    if (shape != expected) {
      tiff_.fail(fmt::format("has {} x {} pixels; expected {} x {}", shape.width, shape.height, expected.width,
                             expected.height));
    }
    const bool tiled = TIFFIsTiled(tiff_.get()) != 0;
    segment_ = tiled ? Frame{side(TIFFTAG_TILEWIDTH), side(TIFFTAG_TILELENGTH)}
                     : Frame{shape.width, std::min(side(TIFFTAG_ROWSPERSTRIP), shape.height)};
    if (segment_.pixels() == 0) tiff_.fail("is damaged: its strips or tiles have no pixels");
    across_ = (shape.width - 1) / segment_.width + std::uint64_t{1};
    const std::uint64_t count = across_ * ((shape.height - 1) / segment_.height + std::uint64_t{1});
    const std::uint64_t its_count = tiled ? TIFFNumberOfTiles(tiff_.get()) : TIFFNumberOfStrips(tiff_.get());
    if (its_count != count) tiff_.fail("is damaged, or has too many strips or tiles for libtiff");
    take_memory(count);
  }
  TiffMask(const TiffMask&) = delete;
  TiffMask& operator=(const TiffMask&) = delete;
  ~TiffMask() override { budget_.give_back(taken_); }

  void read(const Plane<std::uint8_t>& to) override {
    expect_inside(tiff_, shape_, to.window);
    if (to.window.empty()) return;
    const std::int64_t width = segment_.width;
    const std::int64_t height = segment_.height;
    for (std::int64_t row = to.window.y / height; row * height < to.window.bottom(); ++row) {
      for (std::int64_t column = to.window.x / width; column * width < to.window.right(); ++column) {
        const Window stored{static_cast<std::int32_t>(column * width), static_cast<std::int32_t>(row * height),
                            segment_.width, segment_.height};
        const Window part = common(to.window, stored);
        const auto rows = static_cast<std::uint64_t>(part.bottom() - stored.y);
        const auto segment = static_cast<std::uint32_t>(row * across_ + column);
        read_rows(tiff_, place_of(segment, rows * stored.width), stored, to.of(part));
      }
    }
  }

 private:
  void take_memory(std::uint64_t segments) {
    constexpr std::uint64_t of_libtiff = std::uint64_t{1} << 20U;
    const std::uint64_t needed = of_libtiff + tiff_.opened_with() + 2 * sizeof(std::uint64_t) * segments;
    if (needed > left_) {
      tiff_.fail(
          fmt::format("has {} strips or tiles of {} x {} pixels, for which {} bytes are needed, but {} are left of the "
                      "memory budget; expected fewer strips or tiles",
                      segments, segment_.width, segment_.height, needed, left_));
    }
    budget_.take(needed);
    taken_ = needed;
  }

  /// Where the bytes of a segment are that hold its first `pixels` pixels. libtiff would not look whether
  /// they are inside the file.
  std::uint64_t place_of(std::uint32_t segment, std::uint64_t pixels) {
    const std::lock_guard lock(mutex_);
    int error = 0;
    const std::uint64_t length = TIFFGetStrileByteCountWithErr(tiff_.get(), segment, &error);
    const std::uint64_t at = error != 0 ? 0 : TIFFGetStrileOffsetWithErr(tiff_.get(), segment, &error);
    if (error == 0 && length >= pixels && length <= tiff_.size() && at <= tiff_.size() - length) return at;
    tiff_.fail(fmt::format("is damaged: strip or tile {} has {} bytes at {} for {} pixels in a file of {}", segment,
                           length, at, pixels, tiff_.size()));
  }

  std::mutex mutex_;  ///< of libtiff
  Frame shape_;
  Budget& budget_;
  std::size_t left_;  ///< of the budget, before
  OpenTiff tiff_;
  Frame segment_;
  std::uint64_t across_ = 1;  ///< segments
  std::size_t taken_ = 0;     ///< of the budget
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
