// A mask in a file: 8-bit gray, read window by window.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include "cases/pipeline/files/open_file.hpp"
#include "cases/pipeline/files/sink.hpp"
#include "cases/pipeline/run/budget.hpp"
#include "cases/pipeline/window.hpp"

namespace pipeline {

/// Reads parts of an image of one byte per pixel. Several threads may use it.
class MaskFile {
 public:
  virtual ~MaskFile() = default;
  /// Fills a plane whose window is inside the image. Throws rungs::Failed with the file and what is wrong if
  /// the pixels cannot be read; never reads outside the plane, whatever the file holds.
  virtual void read(const Plane<std::uint8_t>& to) = 0;
};

/// A file of `shape.width * shape.height` bytes, row by row. Throws rungs::Failed if it is not there or has
/// another length.
[[nodiscard]] std::unique_ptr<MaskFile> open_raw_mask(const std::string& path, Frame shape);

/// The first image of a TIFF or BigTIFF with one 8-bit gray sample per pixel (zero is black), in strips or
/// tiles, not compressed. It is read in place, so that strips may be of any size. Memory for the values of its
/// tags, and for the offsets and lengths of its strips or tiles (16 bytes each), comes out of the budget when
/// the file is opened; a file that needs more than is left is refused. Throws rungs::Failed with the file and
/// the reason if it is not such an image, is damaged, or has another shape than `expected`; and
/// rungs::Unsupported if the program was built without libtiff.
[[nodiscard]] std::unique_ptr<MaskFile> open_tiff_mask(const std::string& path, Frame expected, Budget& budget);

}  // namespace pipeline
