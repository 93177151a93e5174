#include "cases/pipeline/engrave/picture.hpp"

#include <png.h>

#include <algorithm>
#include <cstdio>
#include <rungs/core/errors.hpp>

namespace pipeline {
namespace {

constexpr std::uint32_t largest_side = 1024;

}  // namespace

Picture::Picture(ImageShape shape)
    : shape_(shape),
      scale_((std::max(shape.width, shape.height) + largest_side - 1) / largest_side),
      width_((shape.width + scale_ - 1) / scale_),
      sums_(width_) {}

void Picture::take(std::span<const std::byte> bytes) {
  for (const std::byte byte : bytes) {
    sums_[x_ / scale_] += std::to_integer<std::uint64_t>(byte);
    if (++x_ == shape_.width) end_row();
  }
}

void Picture::end_row() {
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

void Picture::write(const std::string& path) const {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = width_;
  image.height = static_cast<png_uint_32>(pixels_.size() / width_);
  image.format = PNG_FORMAT_GRAY;
  if (png_image_write_to_file(&image, path.c_str(), 0, pixels_.data(), 0, nullptr) != 0) return;
  throw rungs::Failed("writing " + path + ": " + image.message);
}

}  // namespace pipeline
