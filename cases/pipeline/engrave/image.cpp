#include "cases/pipeline/engrave/image.hpp"
#include <fmt/format.h>
#include <sys/stat.h>
#include <algorithm>
#include <cerrno>
#include <rungs/core/errors.hpp>
#include <rungs/core/parameter.hpp>
#include <rungs/core/size.hpp>
#include <rungs/random.hpp>
#include <system_error>
#include "cases/pipeline/run/digest.hpp"

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

std::string described(const ImageChoice& image) {
  std::string mask;
  if (image.source != SourceKind::procedural) {
    struct stat facts {};
    if (::stat(image.mask.c_str(), &facts) != 0)
      throw rungs::Failed(image.mask + ": cannot be read: " + std::generic_category().message(errno));
    constexpr std::int64_t ns_per_s = 1'000'000'000;
    mask = fmt::format(R"("mask":{{"bytes":{},"changed_ns":{}}},)", facts.st_size,
                       facts.st_mtim.tv_sec * ns_per_s + facts.st_mtim.tv_nsec);
  }
  return fmt::format(
      R"({{"distance_max":{},"height":{},{}"median":{},"seed":{},"source":"{}","tree":"{}","width":{}}})",
      image.distance_max, image.shape.height, mask, image.median, image.seed,
      source_words.at(static_cast<std::size_t>(image.source)), tree_words.at(static_cast<std::size_t>(image.tree)),
      image.shape.width);
}

ImageShape shape_in(const std::string& description) {
  const auto side = [&](const std::string& name) {
    const std::string before = "\"" + name + "\":";
    const std::size_t at = description.find(before);
    std::uint64_t value = 0;
    const std::size_t from = at == std::string::npos ? description.size() : at + before.size();
    const std::size_t end = description.find_first_not_of("0123456789", from);
    if (!rungs::parse_integer(description.substr(from, end - from), 1, rungs::largest_side, value))
      throw rungs::Failed("the image's " + name + " is not there or out of range");
    return static_cast<std::uint32_t>(value);
  };
  return {side("width"), side("height")};
}

std::string to_text(Band band) { return fmt::format("band {} of {}", band.number, band.count); }

std::uint64_t digest_blocks(ImageShape shape) { return (shape.bytes() + digest_block_bytes - 1) / digest_block_bytes; }

Part blocks_of(ImageShape shape, Band band) {
  const std::uint64_t blocks = digest_blocks(shape);
  const std::uint64_t each = blocks / band.count;
  const std::uint64_t longer = blocks % band.count;  // so many bands have one more
  const auto start = [&](std::uint64_t number) { return number * each + std::min(number, longer); };
  return {start(band.number - 1), start(band.number)};
}

Part bytes_of(ImageShape shape, Part blocks) {
  return {std::min(blocks.first * digest_block_bytes, shape.bytes()),
          std::min(blocks.last * digest_block_bytes, shape.bytes())};
}

Part rows_of(ImageShape shape, Part bytes) {
  return {bytes.first / shape.width, (bytes.last + shape.width - 1) / shape.width};
}

}  // namespace pipeline
