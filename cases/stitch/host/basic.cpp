// The obvious first program: x in the outer loop, y in the inner one, and every store through a checked
// setter.
// The ladder starts here, with two faults on purpose. The target is row-major, so walking down its columns
// touches a new cache line (and soon a new page) with every store. And each store costs an index and five
// comparisons.
#include <cstdint>
#include <rungs/variant.hpp>
#include <stdexcept>

#include "cases/stitch/case.hpp"

namespace {

/// Hides the value from the optimiser, without an instruction. Otherwise the compiler could prove that every
/// check passes, drop the checks, and then swap the loops: a faster program, but not the one to measure.
inline void hide(int& value) { asm volatile("" : "+r"(value)); }

class CheckedPlane {
 public:
  CheckedPlane(float* data, int width, int height)
      : data_(data), width_(width), height_(height), size_(std::int64_t{width} * height) {}

  void set(int x, int y, float value) {
    hide(x);
    hide(y);
    if (x < 0) throw std::out_of_range("x is negative");
    if (x >= width_) throw std::out_of_range("x is beyond the last column");
    if (y < 0) throw std::out_of_range("y is negative");
    if (y >= height_) throw std::out_of_range("y is beyond the last row");
    const std::int64_t index = std::int64_t{y} * width_ + x;
    if (index >= size_) throw std::out_of_range("the index is beyond the last pixel");
    data_[index] = value;
  }

 private:
  float* data_;
  int width_;
  int height_;
  std::int64_t size_;
};

void launch(const stitch::Problem& p, const stitch::Views& v, rungs::Stream) {
  const auto width = static_cast<int>(p.width);
  const auto height = static_cast<int>(p.height);
  const auto columns = static_cast<int>(p.repeater.width);
  const auto rows = static_cast<int>(p.repeater.height);
  CheckedPlane target(v.target, width, height);
  for (int x = 0; x < width; ++x) {
    for (int y = 0; y < height; ++y) target.set(x, y, v.repeater[(y % rows) * columns + x % columns]);
  }
}

const rungs::Variant<stitch::Case> variant{{
    .idea = "down the columns, every store checked",
    .launch = launch,
}};

}  // namespace
