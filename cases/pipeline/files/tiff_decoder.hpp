// libtiff, for what a TIFF says about its pixels, and for decoding them. Only where the program is built with
// libtiff (RUNGS_HAS_TIFF).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "cases/pipeline/files/input_file.hpp"
#include "cases/pipeline/files/sink.hpp"

struct tiff;  // libtiff's

namespace pipeline {

/// How the first image of a TIFF is stored: in segments, which are strips or tiles.
struct TiffImage {
  ImageShape shape;
  bool tiled = false;
  std::uint32_t segment_width = 0;   ///< pixels; of a strip: the image's
  std::uint32_t segment_height = 0;  ///< pixels; the last strip has fewer if the image ends in it
  bool compressed = true;            ///< whether the bytes in the file are anything but the pixels

  [[nodiscard]] std::uint64_t segment_bytes() const { return std::uint64_t{segment_width} * segment_height; }
  [[nodiscard]] std::uint64_t across() const { return (shape.width - 1) / segment_width + std::uint64_t{1}; }
  [[nodiscard]] std::uint64_t down() const { return (shape.height - 1) / segment_height + std::uint64_t{1}; }
};

/// An open TIFF. libtiff's messages become exceptions.
class TiffDecoder {
 public:
  /// Opens the file's first image. No single piece of memory that libtiff asks for may be larger than
  /// `most_bytes`. Throws rungs::Failed if it is not an image of one 8-bit gray sample per pixel, zero being
  /// black, that libtiff can decode.
  TiffDecoder(InputFile& file, std::size_t most_bytes);
  TiffDecoder(const TiffDecoder&) = delete;
  TiffDecoder& operator=(const TiffDecoder&) = delete;
  ~TiffDecoder();

  [[nodiscard]] const TiffImage& image() const { return image_; }
  /// Bytes that the decoder needs itself, besides what `decode` gets.
  [[nodiscard]] std::uint64_t working_bytes() const;
  /// Decodes a strip or tile. Throws rungs::Failed unless all of `pixels` could be filled. The compressed
  /// bytes may be changed.
  void decode(std::uint32_t segment, std::span<std::byte> compressed, std::span<std::byte> pixels);

 private:
  struct Messages;
  void read_image();
  void expect(unsigned tag, unsigned value, const char* what);
  [[noreturn]] void fail(const std::string& what);

  InputFile& file_;
  std::unique_ptr<Messages> messages_;
  tiff* tiff_ = nullptr;
  TiffImage image_;
  unsigned compression_ = 0;
};

}  // namespace pipeline
