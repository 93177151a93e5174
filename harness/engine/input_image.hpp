// The user's image (--input) as the input of cases that work on an image.
#pragma once

#include <memory>
#include <rungs/core/registry.hpp>
#include <string>
#include <vector>
#include "harness/engine/options.hpp"
#include "harness/output/gray_image.hpp"

namespace rungs {

struct InputImage {
  std::string path;  ///< as on the command line
  std::string name;  ///< as in rows: the file name and a hash of the pixels
  GrayImage image;

  [[nodiscard]] Extents size() const { return {image.width, image.height}; }
};

/// Reads the image of --input; null if the option is not given. Throws BadUsage if it cannot be read, a
/// chosen variant takes no image, or --param selects generated pixels too.
[[nodiscard]] std::shared_ptr<const InputImage> load_input(const Options& options,
                                                           const std::vector<const RegisteredVariant*>& chosen,
                                                           const Registry& registry);

/// The image of a path. Throws BadUsage if it cannot be read.
[[nodiscard]] std::shared_ptr<const InputImage> read_input(const std::string& path);

/// The parameters of a problem as in rows. With an input image, parameters that select generated pixels are
/// replaced by "input=NAME".
[[nodiscard]] std::string params_with_input(const std::string& params, const InputImage* input);

}  // namespace rungs
