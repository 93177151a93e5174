// Gray images on disk: 8-bit PNG.
#pragma once

#include <string>
#include "harness/verify/host_image.hpp"

namespace rungs {

/// Reads an 8-bit gray PNG without converting pixels. Throws BadUsage with one line that names
/// --input, the file, what is wrong and what is expected.
[[nodiscard]] GrayImage read_gray_image(const std::string& path);

}  // namespace rungs
