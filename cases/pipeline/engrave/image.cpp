#include "cases/pipeline/engrave/image.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <rungs/core/errors.hpp>
#include <rungs/core/parameter.hpp>
#include <rungs/core/size.hpp>
#include <rungs/random.hpp>
#include <system_error>

#include "cases/pipeline/files/mask_file.hpp"

namespace pipeline {

Settings settings_of(const ImageChoice& image) {
  Settings settings;
  settings.tree = image.tree;
  settings.recipe.frame = {image.shape.width, image.shape.height};
  settings.recipe.distance_max = image.distance_max;
  settings.recipe.median_radius = image.median;
  std::array<std::uint32_t, Seeds::count> words{};
  rungs::random_words(words, image.seed);
  settings.recipe.seeds = {words[0], words[1], words[2], words[3]};
  return settings;
}

void open_mask(const ImageChoice& image, Settings& settings, Budget& budget) {
  if (image.source == SourceKind::raw) {
    settings.recipe.mask_file = open_raw_mask(image.mask, image.shape);
  }
  if (image.source == SourceKind::bigtiff) {
    settings.recipe.mask_file = open_tiff_mask(image.mask, image.shape, budget);
  }
}

std::string described(const ImageChoice& image) {
  constexpr std::array sources{"procedural", "raw", "bigtiff"};
  std::string mask;
  if (image.source != SourceKind::procedural) {
    struct stat facts {};
    if (::stat(image.mask.c_str(), &facts) != 0) {
      throw rungs::Failed(image.mask + ": cannot be read: " + std::generic_category().message(errno));
    }
    constexpr std::int64_t ns_per_s = 1'000'000'000;
    mask = fmt::format(R"("mask":{{"bytes":{},"changed_ns":{}}},)", facts.st_size,
                       facts.st_mtim.tv_sec * ns_per_s + facts.st_mtim.tv_nsec);
  }
  return fmt::format(
      R"({{"distance_max":{},"height":{},{}"median":{},"seed":{},"source":"{}","tree":"{}","width":{}}})",
      image.distance_max, image.shape.height, mask, image.median, image.seed,
      sources.at(static_cast<std::size_t>(image.source)), image.tree == TreeKind::deck ? "deck" : "chain",
      image.shape.width);
}

ImageShape shape_in(const std::string& description) {
  const auto side = [&](const std::string& name) {
    const std::string before = "\"" + name + "\":";
    const std::size_t at = description.find(before);
    std::uint64_t value = 0;
    const std::size_t from = at == std::string::npos ? description.size() : at + before.size();
    const std::size_t end = description.find_first_not_of("0123456789", from);
    if (!rungs::parse_integer(description.substr(from, end - from), 1, rungs::largest_side, value)) {
      throw rungs::Failed("the image's " + name + " is not there or out of range");
    }
    return static_cast<std::uint32_t>(value);
  };
  return {side("width"), side("height")};
}

}  // namespace pipeline
