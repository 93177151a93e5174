// The image that is asked for: everything its pixels depend on.
#pragma once

#include <cstdint>
#include <string>

#include "cases/pipeline/run/settings.hpp"

namespace pipeline {

struct ImageChoice {
  TreeKind tree = TreeKind::deck;
  ImageShape shape;
  std::uint32_t distance_max = 15;
  std::uint32_t median = 1;
  std::uint64_t seed = 1;
  SourceKind source = SourceKind::procedural;
  std::string mask{};  ///< the mask's file, unless the source is procedural
};

/// What a run is asked to compute, without files.
[[nodiscard]] Settings settings_of(const ImageChoice& image);

/// Opens the mask's file for the settings of the image, if it has one. Throws rungs::Failed.
void open_mask(const ImageChoice& image, Settings& settings, Budget& budget);

/// The image as it is written to records, a JSON object in one line: two images with the same description
/// have the same pixels. The file of a mask counts by its length and by when it was changed last. Throws
/// rungs::Failed if that file is not there.
[[nodiscard]] std::string described(const ImageChoice& image);

/// The shape in such a description. Throws rungs::Failed if there is none.
[[nodiscard]] ImageShape shape_in(const std::string& description);

}  // namespace pipeline
