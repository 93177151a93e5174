#include "cases/pipeline/files/mask_file.hpp"
#include <fmt/format.h>
#include <rungs/core/errors.hpp>
#include <span>

namespace pipeline {
namespace {

class RawMask : public MaskFile {
 public:
  RawMask(const std::string& path, Frame shape) : file_(path), shape_(shape) {
    if (file_.size() == shape.pixels()) return;
    file_.fail(
        fmt::format("has {} bytes; expected {} x {} = {}", file_.size(), shape.width, shape.height, shape.pixels()));
  }
  void read(const Plane<std::uint8_t>& to) override {
    expect_inside(file_, shape_, to.window);
    read_rows(file_, 0, shape_.window(), to);
  }

 private:
  InputFile file_;
  Frame shape_;
};

}  // namespace

std::unique_ptr<MaskFile> open_raw_mask(const std::string& path, Frame shape) {
  return std::make_unique<RawMask>(path, shape);
}

#ifndef RUNGS_HAS_TIFF
std::unique_ptr<MaskFile> open_tiff_mask(const std::string& path, Frame, Budget&) {
  throw rungs::Unsupported(path + ": reading a TIFF needs libtiff 4.5 or later, which this program is built without");
}
#endif

void read_rows(const InputFile& file, std::uint64_t at, Window stored, const Plane<std::uint8_t>& to) {
  const Window part = to.window;
  if (part.empty()) return;
  const auto rows_before = static_cast<std::uint64_t>(std::int64_t{part.y} - stored.y);
  const auto columns_before = static_cast<std::uint64_t>(std::int64_t{part.x} - stored.x);
  at += rows_before * stored.width + columns_before;
  // Whole rows without gaps are one read.
  const bool together = part.width == stored.width && to.pitch == part.width;
  const std::uint64_t reads = together ? 1 : part.height;
  const std::size_t bytes = together ? part.area() : part.width;
  for (std::uint64_t i = 0; i < reads; ++i) {
    file.read(std::as_writable_bytes(std::span(to.pixels + i * to.pitch, bytes)), at + i * stored.width);
  }
}

void expect_inside(const InputFile& file, Frame shape, Window w) {
  if (w.x >= 0 && w.y >= 0 && w.right() <= shape.width && w.bottom() <= shape.height) return;
  file.fail(fmt::format("a window of {} x {} pixels at ({}, {}) is not inside the image of {} x {}", w.width, w.height,
                        w.x, w.y, shape.width, shape.height));
}

}  // namespace pipeline
