// The user's own picture (--input) as the input of cases that work on one.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "harness/bench/options.hpp"
#include "harness/registry/registry.hpp"
#include "harness/report/gray_image.hpp"

namespace rungs {

struct InputImage {
  std::string name;  ///< as in rows: the file's name and a hash of its pixels
  GrayImage image;

  [[nodiscard]] Size size() const { return {image.width, image.height}; }
};

/// Reads the picture of --input; nullptr where there is none. Throws BadUsage where it cannot be read, where
/// a chosen variant takes no picture, or where --param asks for drawn pixels too.
[[nodiscard]] std::shared_ptr<const InputImage> load_input(
    const Options& options, const std::vector<const RegisteredVariant*>& chosen, const Registry& registry);

/// A problem's parameters as in rows. Those that say which pixels are drawn do not describe a picture: it
/// stands in their place, as "input=NAME".
[[nodiscard]] std::string params_with_input(const std::string& params, const InputImage* input);

}  // namespace rungs
