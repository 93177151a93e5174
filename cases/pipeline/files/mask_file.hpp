// A mask in a file: 8-bit gray, read window by window.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "cases/pipeline/files/sink.hpp"
#include "cases/pipeline/run/budget.hpp"
#include "cases/pipeline/window.hpp"

namespace pipeline {

/// Reads parts of an image of one byte per pixel. Several threads may use it.
class MaskFile {
 public:
  virtual ~MaskFile() = default;
  [[nodiscard]] virtual ImageShape shape() const = 0;
  /// Fills a plane whose window is inside the image. Throws rungs::Failed with the file and what is wrong if
  /// the pixels cannot be read; never reads outside the plane, whatever the file holds.
  virtual void read(const Plane<std::uint8_t>& to) = 0;
  [[nodiscard]] virtual std::uint64_t disk_bytes() const = 0;  ///< read so far
};

/// A file of `shape.width * shape.height` bytes, row by row. Throws rungs::Failed if it is not there or has
/// another length.
[[nodiscard]] std::unique_ptr<MaskFile> open_raw_mask(const std::string& path, ImageShape shape);

/// The first image of a TIFF or BigTIFF with one 8-bit gray sample per pixel (zero is black), in strips or
/// tiles, in any compression that libtiff reads. All memory comes out of the budget when the file is opened:
/// for one strip or tile in the file and decoded, for the values of its tags, and, up to 8 MiB, for decoded
/// strips or tiles that the next window may touch again. A file that needs more than is left is refused
/// before anything is allocated. The arrays of offsets and lengths are not loaded, and rows of large
/// uncompressed strips are read in place, so a file may have any number of tiles that libtiff can count
/// (2^32), and uncompressed ones of any size. Throws rungs::Failed with the file and the reason if it is not
/// such an image, is damaged, or has another shape than `expected`; and rungs::Unsupported if the program was
/// built without libtiff. Damage that leaves the data decodable is not noticed: TIFFs have no checksums.
[[nodiscard]] std::unique_ptr<MaskFile> open_tiff_mask(const std::string& path, ImageShape expected,
                                                       Budget& budget);

}  // namespace pipeline
