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

void add_lines(const Node& node, const std::string& before, const Child& place, std::size_t depth,
               std::string& text) {
  constexpr std::array traits{"data: ", "mask: ", "pattern: "};
  text += fmt::format("{:{}}{}{}   {} x {}{}\n", "", 2 * depth, before, node.name, node.frame.width,
                      node.frame.height,
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
      shape_{tree.frame.width, tree.frame.height},
      scale_((std::max(shape_.width, shape_.height) + largest_picture - 1) / largest_picture),
      width_((shape_.width + scale_ - 1) / scale_),
      sums_(width_) {
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error) throw rungs::Failed("--dump " + folder + ": cannot be made: " + error.message());
  std::ofstream file(folder_ / "tree.txt");
  if (!(file << tree_text(tree)).flush()) {
    throw rungs::Failed("writing " + (folder_ / "tree.txt").string() + ": failed");
  }
}

void Dump::take(std::span<const std::byte> bytes) {
  for (const std::byte byte : bytes) {
    sums_[x_ / scale_] += std::to_integer<std::uint64_t>(byte);
    if (++x_ == shape_.width) end_row();
  }
}

void Dump::end_row() {
  x_ = 0;
  ++y_;
  if (y_ % scale_ != 0 && y_ != shape_.height) return;
  const std::uint64_t rows = y_ % scale_ == 0 ? scale_ : y_ % scale_;
  for (std::uint32_t x = 0; x < width_; ++x) {
    const std::uint64_t columns = std::min(scale_, shape_.width - x * scale_);
    pixels_.push_back(static_cast<std::uint8_t>(sums_[x] / (rows * columns)));
    sums_[x] = 0;
  }
}

void Dump::finish() const {
  const std::string path = folder_ / "image.png";
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = width_;
  image.height = static_cast<png_uint_32>(pixels_.size() / width_);
  image.format = PNG_FORMAT_GRAY;
  if (png_image_write_to_file(&image, path.c_str(), 0, pixels_.data(), 0, nullptr) != 0) return;
  throw rungs::Failed("writing " + path + ": " + image.message);
}

}  // namespace pipeline
