#include "cases/pipeline/files/input_file.hpp"
#include "cases/pipeline/files/mask_file.hpp"
#include "cases/pipeline/files/pixel_rows.hpp"

namespace pipeline {

namespace {

class RawMask : public MaskFile {
 public:
  RawMask(const std::string& path, ImageShape shape) : file_(path), shape_(shape) {
    if (file_.size() == shape.bytes()) return;
    file_.fail("has " + std::to_string(file_.size()) + " bytes; expected " + std::to_string(shape.width) +
               " x " + std::to_string(shape.height) + " = " + std::to_string(shape.bytes()));
  }
  [[nodiscard]] ImageShape shape() const override { return shape_; }
  void read(const Plane<std::uint8_t>& to) override {
    expect_inside(file_, shape_, to.window);
    read_rows(file_, 0, {0, 0, shape_.width, shape_.height}, to);
  }
  [[nodiscard]] std::uint64_t disk_bytes() const override { return file_.bytes_read(); }

 private:
  InputFile file_;
  ImageShape shape_;
};

}  // namespace

std::unique_ptr<MaskFile> open_raw_mask(const std::string& path, ImageShape shape) {
  return std::make_unique<RawMask>(path, shape);
}

}  // namespace pipeline
