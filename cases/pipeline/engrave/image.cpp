#include "cases/pipeline/engrave/image.hpp"

#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <nlohmann/json.hpp>
#include <rungs/core/errors.hpp>
#include <rungs/core/size.hpp>
#include <rungs/random.hpp>
#include <system_error>

#include "cases/pipeline/files/mask_file.hpp"

namespace pipeline {
namespace {

constexpr std::array source_names{"procedural", "raw", "bigtiff"};

nlohmann::json mask_facts(const std::string& path) {
  struct stat facts {};
  if (::stat(path.c_str(), &facts) != 0) {
    throw rungs::Failed(path + ": cannot be read: " + std::generic_category().message(errno));
  }
  constexpr std::int64_t ns_per_s = 1'000'000'000;
  return {{"bytes", facts.st_size}, {"changed_ns", facts.st_mtim.tv_sec * ns_per_s + facts.st_mtim.tv_nsec}};
}

}  // namespace

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

nlohmann::json described(const ImageChoice& image) {
  nlohmann::json text{{"tree", image.tree == TreeKind::deck ? "deck" : "chain"},
                      {"width", image.shape.width},
                      {"height", image.shape.height},
                      {"distance_max", image.distance_max},
                      {"median", image.median},
                      {"seed", image.seed},
                      {"source", source_names.at(static_cast<std::size_t>(image.source))}};
  if (image.source != SourceKind::procedural) text["mask"] = mask_facts(image.mask);
  return text;
}

ImageShape shape_in(const nlohmann::json& description) {
  const auto side = [&](const char* name) {
    const auto found = description.find(name);
    if (found == description.end() || !found->is_number_unsigned() || *found == 0U ||
        *found > rungs::largest_side) {
      throw rungs::Failed(std::string("the image's ") + name + " is not there or out of range");
    }
    return found->get<std::uint32_t>();
  };
  if (!description.is_object()) throw rungs::Failed("the image is not described");
  return {side("width"), side("height")};
}

}  // namespace pipeline
