#include "cases/pipeline/engrave/dump.hpp"
#include <fmt/format.h>
#include <png.h>
#include <algorithm>
#include <array>
#include <fstream>
#include <rungs/core/errors.hpp>
#include <system_error>

namespace pipeline {
namespace {

constexpr std::uint32_t largest_picture = 1024;

void add_lines(const Node& node, const std::string& before, const Child& place, std::size_t depth, std::string& text) {
  constexpr std::array traits{"data: ", "mask: ", "pattern: "};
  text += fmt::format("{:{}}{}{}   {} x {}{}\n", "", 2 * depth, before, node.name, node.frame.width, node.frame.height,
                      place.x == 0 && place.y == 0 ? "" : fmt::format(" at ({}, {})", place.x, place.y));
  for (const Child& child : node.children) {
    add_lines(*child.node, traits.at(static_cast<std::size_t>(child.trait)), child, depth + 1, text);
  }
}

}  // namespace

std::string tree_text(const Node& tree) {
  std::string text;
  add_lines(tree, "", {}, 0, text);
  return text;
}

Dump::Dump(const std::string& folder, const Node& tree)
    : folder_(folder),
      frame_(tree.frame),
      scale_((std::max(frame_.width, frame_.height) + largest_picture - 1) / largest_picture),
      sums_(std::size_t{squares(frame_.width)} * squares(frame_.height)) {
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error) throw rungs::Failed("--dump " + folder + ": cannot be made: " + error.message());
  std::ofstream file(folder_ / "tree.txt");
  if (!(file << tree_text(tree)).flush())
    throw rungs::Failed("writing " + (folder_ / "tree.txt").string() + ": failed");
}

void Dump::take(std::span<const std::byte> bytes) {
  for (const std::byte byte : bytes) {
    sums_[std::size_t{y_ / scale_} * squares(frame_.width) + x_ / scale_] += std::to_integer<unsigned>(byte);
    if (++x_ < frame_.width) continue;
    x_ = 0;
    ++y_;
  }
}

void Dump::finish() const {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = squares(frame_.width);
  image.height = squares(frame_.height);
  image.format = PNG_FORMAT_GRAY;
  std::vector<std::uint8_t> pixels;
  for (std::uint32_t y = 0; y < image.height; ++y) {
    for (std::uint32_t x = 0; x < image.width; ++x) {
      const std::uint64_t columns = std::min(scale_, frame_.width - x * scale_);
      const std::uint64_t rows = std::min(scale_, frame_.height - y * scale_);
      pixels.push_back(static_cast<std::uint8_t>(sums_[pixels.size()] / (rows * columns)));
    }
  }
  const std::string path = folder_ / "image.png";
  if (png_image_write_to_file(&image, path.c_str(), 0, pixels.data(), 0, nullptr) != 0) return;
  throw rungs::Failed("writing " + path + ": " + image.message);
}

}  // namespace pipeline
