// The deck's first program: x in the outer loop, y in the inner one, and every store through a checked
// setter. The ladder starts here, with two faults on purpose. The target is row-major, so walking down its
// columns touches a new cache line (and soon a new page) with every store. And each store costs an index and
// five comparisons; asserts=off leaves the comparisons out, as a release build does.
#include <stdexcept>
#include "cases/stitch/host/as_constants.hpp"

namespace {

/// Hides the value from the optimiser, without an instruction. Otherwise the compiler could prove that every
/// check passes, and drop the checks.
inline void hide(int& value) { asm volatile("" : "+r"(value)); }

template <bool asserts> class Plane {
 public:
  Plane(float* data, int width, int height)
      : data_(data), width_(width), height_(height), size_(std::int64_t{width} * height) {}

  void set(int x, int y, float value) {
    if constexpr (asserts) {
      hide(x);
      hide(y);
      if (x < 0) throw std::out_of_range("x is negative");
      if (x >= width_) throw std::out_of_range("x is beyond the last column");
      if (y < 0) throw std::out_of_range("y is negative");
      if (y >= height_) throw std::out_of_range("y is beyond the last row");
    }
    const std::int64_t index = std::int64_t{y} * width_ + x;
    if (asserts && index >= size_) throw std::out_of_range("the index is beyond the last pixel");
    data_[index] = value;
  }

 private:
  float* data_;
  int width_;
  int height_;
  std::int64_t size_;
};

template <bool asserts, bool constants> void launch(const stitch::Problem& p, const stitch::Views& v, rungs::Stream) {
  const auto run = [&](auto width, auto height, auto columns, auto rows) {
    Plane<asserts> target(v.target, static_cast<int>(width), static_cast<int>(height));
    for (unsigned x = 0; x < width; ++x) {
      for (unsigned y = 0; y < height; ++y) {
        stitch::keep_loop_order();
        target.set(static_cast<int>(x), static_cast<int>(y), v.repeater[(y % rows) * columns + x % columns]);
      }
    }
  };
  stitch::with_sides<constants>(p, run);
}

const rungs::Variant<stitch::Case> variant{{
    .idea = "down the columns, every store checked",
    .versions = {{"sides=constant;asserts=on", launch<true, true>},
                 {"sides=constant;asserts=off", launch<false, true>},
                 {"sides=run_time;asserts=on", launch<true, false>},
                 {"sides=run_time;asserts=off", launch<false, false>}},
}};

}  // namespace
