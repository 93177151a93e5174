#ifdef RUNGS_HAS_TIFF

#include "cases/pipeline/files/tiff_decoder.hpp"

#include <tiffio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>

namespace pipeline {

/// What libtiff says: the first error, which is the cause of those after it, and the first warning.
struct TiffDecoder::Messages {
  std::string error;
  std::string warning;

  static std::string text(const char* format, std::va_list values) {
    std::array<char, 300> text{};
    std::vsnprintf(text.data(), text.size(), format, values);
    return text.data();
  }
  static int on_error(TIFF*, void* to, const char*, const char* format, std::va_list values) {
    auto& error = static_cast<Messages*>(to)->error;
    if (error.empty()) error = text(format, values);
    return 1;  // nothing goes to stderr
  }
  static int on_warning(TIFF*, void* to, const char*, const char* format, std::va_list values) {
    auto& warning = static_cast<Messages*>(to)->warning;
    if (warning.empty()) warning = text(format, values);
    return 1;
  }
};

TiffDecoder::TiffDecoder(InputFile& file, std::size_t most_bytes)
    : file_(file), messages_(std::make_unique<Messages>()) {
  const std::unique_ptr<TIFFOpenOptions, void (*)(TIFFOpenOptions*)> options(TIFFOpenOptionsAlloc(),
                                                                             TIFFOpenOptionsFree);
  TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), static_cast<tmsize_t>(most_bytes));
  TIFFOpenOptionsSetErrorHandlerExtR(options.get(), Messages::on_error, messages_.get());
  TIFFOpenOptionsSetWarningHandlerExtR(options.get(), Messages::on_warning, messages_.get());
  const int descriptor = ::dup(file.descriptor());  // libtiff closes it
  if (descriptor < 0) file_.fail("cannot be opened a second time");
  // O: the arrays of offsets and lengths are not loaded. c: a large strip is not presented as many small
  // ones. m: not mapped, since reading a mapped file ends the program if someone shortens the file.
  tiff_ = TIFFFdOpenExt(descriptor, "the file", "rOcm", options.get());
  if (tiff_ == nullptr) {
    ::close(descriptor);
    fail("cannot be read as a TIFF");
  }
  try {
    read_image();
  } catch (...) {
    TIFFClose(tiff_);
    throw;
  }
}

TiffDecoder::~TiffDecoder() { TIFFClose(tiff_); }

void TiffDecoder::fail(const std::string& what) {
  const std::string& reason = messages_->error.empty() ? messages_->warning : messages_->error;
  file_.fail(what + (reason.empty() ? "" : ": " + reason));
}

void TiffDecoder::expect(unsigned tag, unsigned value, const char* what) {
  std::uint16_t found = 0;
  if (TIFFGetFieldDefaulted(tiff_, tag, &found) == 0) {
    file_.fail(std::string("does not say its ") + what + "; expected " + std::to_string(value));
  }
  if (found == value) return;
  file_.fail(std::string("has ") + what + " " + std::to_string(found) + "; expected " +
             std::to_string(value));
}

void TiffDecoder::read_image() {
  expect(TIFFTAG_BITSPERSAMPLE, 8, "bits per sample");
  expect(TIFFTAG_SAMPLESPERPIXEL, 1, "samples per pixel");
  expect(TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT, "sample format (1: unsigned)");
  expect(TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK, "photometric interpretation (1: gray, 0 is black)");

  std::uint16_t compression = 0;
  std::uint16_t fill_order = 0;
  TIFFGetFieldDefaulted(tiff_, TIFFTAG_COMPRESSION, &compression);
  TIFFGetFieldDefaulted(tiff_, TIFFTAG_FILLORDER, &fill_order);
  compression_ = compression;
  image_.compressed = compression != COMPRESSION_NONE || fill_order != FILLORDER_MSB2LSB;
  if (TIFFIsCODECConfigured(compression) == 0) {
    file_.fail("has compression " + std::to_string(compression) +
               ", which this program's libtiff cannot decode");
  }

  TIFFGetField(tiff_, TIFFTAG_IMAGEWIDTH, &image_.shape.width);
  TIFFGetField(tiff_, TIFFTAG_IMAGELENGTH, &image_.shape.height);
  if (image_.shape.bytes() == 0) fail("has no pixels");
  image_.tiled = TIFFIsTiled(tiff_) != 0;
  if (image_.tiled) {
    TIFFGetField(tiff_, TIFFTAG_TILEWIDTH, &image_.segment_width);
    TIFFGetField(tiff_, TIFFTAG_TILELENGTH, &image_.segment_height);
  } else {
    image_.segment_width = image_.shape.width;
    TIFFGetFieldDefaulted(tiff_, TIFFTAG_ROWSPERSTRIP, &image_.segment_height);
    image_.segment_height = std::min(image_.segment_height, image_.shape.height);
  }
  if (image_.segment_bytes() == 0) file_.fail("is damaged: its strips or tiles have no pixels");

  // libtiff's own numbers are compared, so that what it decodes into our memory is what we think it is.
  const std::uint64_t bytes = image_.tiled ? TIFFTileSize64(tiff_) : TIFFStripSize64(tiff_);
  const std::uint64_t segments = image_.tiled ? TIFFNumberOfTiles(tiff_) : TIFFNumberOfStrips(tiff_);
  if (bytes != image_.segment_bytes() || segments != image_.across() * image_.down()) {
    fail("is damaged, or has too many strips or tiles for libtiff: " + std::to_string(image_.across()) +
         " x " + std::to_string(image_.down()) + " of " + std::to_string(image_.segment_width) + " x " +
         std::to_string(image_.segment_height) + " pixels");
  }
}

std::uint64_t TiffDecoder::working_bytes() const {
  switch (compression_) {
    case COMPRESSION_NONE:
    case COMPRESSION_LZW:
    case COMPRESSION_PACKBITS:
    case COMPRESSION_ADOBE_DEFLATE:
    case COMPRESSION_DEFLATE:
      return 0;  // tables of less than 1 MiB
    default:
      // Copies of what was decoded (LZMA, ZSTD), or coefficients of 2 bytes (progressive JPEG).
      return 2 * image_.segment_bytes();
  }
}

void TiffDecoder::decode(std::uint32_t segment, std::span<std::byte> compressed,
                         std::span<std::byte> pixels) {
  messages_->error.clear();
  messages_->warning.clear();
  const int decoded =
      TIFFReadFromUserBuffer(tiff_, segment, compressed.data(), static_cast<tmsize_t>(compressed.size()),
                             pixels.data(), static_cast<tmsize_t>(pixels.size()));
  // The JPEG decoder makes up pixels for damaged ones, with a warning.
  const bool damaged = compression_ == COMPRESSION_JPEG && !messages_->warning.empty();
  if (decoded == 0 || damaged || !messages_->error.empty()) {
    fail("is damaged: strip or tile " + std::to_string(segment) + " cannot be decoded");
  }
}

}  // namespace pipeline

#endif
