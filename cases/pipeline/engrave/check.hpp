// Looks at the records of all bands of an image.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cases/pipeline/engrave/image.hpp"

namespace pipeline {

struct Checked {
  std::string digest;  ///< the image's
  std::string image;   ///< its description, in one line
  std::uint64_t bytes = 0;
  std::uint32_t bands = 1;
};

/// Combines the records beside a raw file into the image's digest. With `reread` the file itself is hashed
/// and compared with them. Throws rungs::Failed if the records are not those of all bands of one image, if a
/// band is not complete, if something is damaged, or if the file has another length or other bytes.
[[nodiscard]] Checked check_image(const std::string& output, bool reread);

/// Those of `count` bands that are not complete in `output`. Throws rungs::Failed if there are records of
/// another image, of another division, or damaged ones.
[[nodiscard]] std::vector<std::uint32_t> incomplete_bands(const std::string& output, const ImageChoice& image,
                                                          std::uint32_t count);

}  // namespace pipeline
