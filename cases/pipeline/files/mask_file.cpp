#include "cases/pipeline/files/mask_file.hpp"
#include <fmt/format.h>
#include <algorithm>
#include <mutex>
#include <rungs/core/errors.hpp>
#include <span>
#ifdef RUNGS_HAS_TIFF
#include <tiffio.h>
#include <cstdarg>
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

/// A TIFF, of which libtiff reads no more bytes than it is allowed to while it opens it: all that it holds in
/// memory comes from the file.
class OpenTiff : public InputFile {
 public:
  /// Throws rungs::Failed if opening takes more than `most_bytes` of memory.
  OpenTiff(const std::string& path, std::size_t most_bytes) : InputFile(path), left_(most_bytes / memory_per_byte) {
    const std::unique_ptr<TIFFOpenOptions, void (*)(TIFFOpenOptions*)> options(TIFFOpenOptionsAlloc(),
                                                                               TIFFOpenOptionsFree);
    // Nothing goes to stderr.
    const auto ignore = [](TIFF*, void*, const char*, const char*, std::va_list) { return 1; };
    TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), static_cast<tmsize_t>(std::max(most_bytes, std::size_t{1024})));
    TIFFOpenOptionsSetErrorHandlerExtR(options.get(), ignore, nullptr);
    TIFFOpenOptionsSetWarningHandlerExtR(options.get(), ignore, nullptr);
    const auto write = [](thandle_t, void*, tmsize_t) -> tmsize_t { return -1; };
    const auto close = [](thandle_t) { return 0; };
    const auto bytes = [](thandle_t self) -> toff_t { return static_cast<OpenTiff*>(self)->size(); };
    // D and O: the arrays of offsets and lengths are loaded where they are needed. c: a large strip is not
    // presented as many small ones. m: not mapped.
    tiff_.reset(TIFFClientOpenExt("the file", "rDOcm", this, read_next, write, seek, close, bytes, nullptr, nullptr,
                                  options.get()));
    if (too_much_) {
      fail(fmt::format("has tags that do not fit into the {} bytes that are left of the memory budget", most_bytes));
    }
    if (tiff_ == nullptr) fail("is not a TIFF, or damaged");
    opened_with_ = most_bytes - memory_per_byte * left_;
    left_ = unlimited;
  }

  [[nodiscard]] TIFF* get() const { return tiff_.get(); }
  [[nodiscard]] std::size_t opened_with() const { return opened_with_; }  ///< bytes of memory, at most
  template <class Value> [[nodiscard]] Value field(unsigned tag) const {
    Value value = 0;
    TIFFGetFieldDefaulted(tiff_.get(), tag, &value);
    return value;
  }
  void expect(unsigned tag, unsigned value, const char* what) const {
    const auto found = field<std::uint16_t>(tag);
    if (found != value) fail(fmt::format("has {} {}; expected {}", what, found, value));
  }

 private:
  /// Values are read, and then converted into others of up to 8 bytes.
  static constexpr std::size_t memory_per_byte = 9;
  static constexpr std::uint64_t unlimited = ~std::uint64_t{0};

  static tmsize_t read_next(thandle_t handle, void* to, tmsize_t bytes) {
    auto& self = *static_cast<OpenTiff*>(handle);
    self.too_much_ = self.too_much_ || static_cast<std::uint64_t>(bytes) > self.left_;
    if (self.too_much_) return -1;
    const std::int64_t got = self.read_some({static_cast<std::byte*>(to), static_cast<std::size_t>(bytes)}, self.at_);
    if (got > 0) self.at_ += static_cast<std::uint64_t>(got);
    if (got > 0 && self.left_ != unlimited) self.left_ -= static_cast<std::uint64_t>(got);
    return got;
  }
  static toff_t seek(thandle_t handle, toff_t to, int from) {
    auto& self = *static_cast<OpenTiff*>(handle);
    return self.at_ = to + (from == SEEK_CUR ? self.at_ : from == SEEK_END ? self.size() : 0);
  }

  std::uint64_t left_;  ///< bytes that may be read while it is opened; `unlimited` later
  std::uint64_t at_ = 0;
  bool too_much_ = false;
  std::size_t opened_with_ = 0;
  std::unique_ptr<TIFF, void (*)(TIFF*)> tiff_{nullptr, TIFFClose};
};

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
