// A histogram that slides along a row: each step adds a column of pixels and removes one.
// Compared with host/select, a step costs 2 * window updates instead of work on window^2 values, and the
// median is searched from the last one, which is near (Huang's algorithm). 16-bit pixels have a histogram of
// their high bytes, which is searched first, and one of all values, of which 256 bins are then searched.
#include <rungs/variant.hpp>
#include "cases/median_window/case.hpp"

namespace {

constexpr std::size_t groups = 256;

/// How often each value is in the window, and each group of values, which are as many as bytes.
/// `Count` holds the number of pixels of a window.
template <class Pixel, class Count> class Histogram {
 public:
  explicit Histogram(unsigned rank) : rank_(rank) {}

  void add(Pixel value) { update(value, 1); }
  void remove(Pixel value) { update(value, -1); }

  /// The value that has `rank` values before it.
  Pixel find() {
    while (before_ > rank_) before_ -= of_group_[--group_];
    while (before_ + of_group_[group_] <= rank_) before_ += of_group_[group_++];
    std::size_t value = group_ * in_group;
    if constexpr (in_group > 1) {
      unsigned before = before_;
      while (before + of_value_[value] <= rank_) before += of_value_[value++];
    }
    return static_cast<Pixel>(value);
  }

 private:
  static constexpr std::size_t in_group = sizeof(Pixel) == 1 ? 1 : 256;

  void update(Pixel value, int by) {
    const std::size_t group = value / in_group;
    of_group_[group] = static_cast<Count>(of_group_[group] + by);
    if constexpr (in_group > 1) of_value_[value] = static_cast<Count>(of_value_[value] + by);
    if (group < group_) before_ += static_cast<unsigned>(by);
  }

  std::vector<Count> of_group_ = std::vector<Count>(groups);
  std::vector<Count> of_value_ = std::vector<Count>(groups * in_group);
  std::size_t group_ = 0;  ///< where the last median was
  unsigned before_ = 0;    ///< values in the groups before
  unsigned rank_;
};

template <class Count, class Pixel> void filter(const median_window::Problem& p, const Pixel* image, Pixel* filtered) {
  const std::size_t width = p.width;
  const std::size_t window = p.window;
  for (std::size_t y = 0; y + window <= p.height; ++y) {
    Histogram<Pixel, Count> histogram(p.window * p.window / 2);
    const auto column = [&](std::size_t x, auto update) {
      for (std::size_t row = 0; row < window; ++row) update(image[(y + row) * width + x]);
    };
    for (std::size_t x = 0; x < width; ++x) {
      column(x, [&](Pixel value) { histogram.add(value); });
      if (x + 1 < window) continue;
      filtered[(y + window / 2) * width + x - window / 2] = histogram.find();
      column(x + 1 - window, [&](Pixel value) { histogram.remove(value); });
    }
  }
}

void launch(const median_window::Problem& p, const median_window::Views& v, rungs::Stream) {
  if (!p.has_windows()) return;
  median_window::with_pixel(p, [&]<class Pixel>(Pixel) {
    const auto with_counts = p.window <= 15 ? filter<std::uint8_t, Pixel> : filter<std::uint16_t, Pixel>;
    with_counts(p, median_window::image_of<Pixel>(v), median_window::filtered_of<Pixel>(v));
  });
}

const rungs::Variant<median_window::Case> variant{{
    .improves = "host/select",
    .technique = {"reuse"},
    .idea = "a histogram that slides along a row",
    .launch = launch,
}};

}  // namespace
