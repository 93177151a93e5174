// Each window is copied, and std::nth_element selects its middle value.
// The ladder starts here: one call of the standard library per pixel, for any window and any pixel. It takes
// time in proportion to the number of values, and what neighbouring windows share is done again for each.
#include <algorithm>
#include <rungs/variant.hpp>
#include "cases/median_window/case.hpp"

namespace {

template <class Pixel> void filter(const median_window::Problem& p, const Pixel* image, Pixel* filtered) {
  const std::size_t width = p.width;
  const std::size_t window = p.window;
  std::vector<Pixel> values(window * window);
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  for (std::size_t y = 0; y + window <= p.height; ++y) {
    for (std::size_t x = 0; x + window <= width; ++x) {
      for (std::size_t row = 0; row < window; ++row)
        std::copy_n(image + (y + row) * width + x, window, values.data() + row * window);
      std::nth_element(values.begin(), middle, values.end());
      filtered[(y + window / 2) * width + x + window / 2] = *middle;
    }
  }
}

void launch(const median_window::Problem& p, const median_window::Views& v, rungs::Stream) {
  median_window::with_pixel(p, [&]<class Pixel>(Pixel) {
    filter(p, median_window::image_of<Pixel>(v), median_window::filtered_of<Pixel>(v));
  });
}

const rungs::Variant<median_window::Case> variant{{
    .idea = "std::nth_element for each pixel",
    .launch = launch,
}};

}  // namespace
