// median_window: the median over a square window of any odd size from 3 to 31, of 8- or 16-bit images.
#pragma once

#include <cstdint>
#include <rungs/case.hpp>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>
#include "reference/median_images.hpp"

namespace median_window {

using Image = reference::MedianImage;

/// Bits per pixel.
enum class Bits { eight, sixteen };

struct Problem : rungs::Size {
  unsigned window = 7;
  Bits bits = Bits::sixteen;
  Image image = Image::noise;

  /// Whether at least one window is inside the image; if not, nothing is written.
  [[nodiscard]] bool has_windows() const { return width >= window && height >= window; }
};

/// Row-major planes of one pixel type: `image` and `filtered` of 8 bits, or `image16` and `filtered16`. The
/// pointers of the other type are null. A border of window / 2 pixels is not filtered: the result keeps its
/// old values there.
struct Views {
  const std::uint8_t* image = nullptr;
  const std::uint16_t* image16 = nullptr;
  std::uint8_t* filtered = nullptr;
  std::uint16_t* filtered16 = nullptr;
};

/// The input of a problem whose pixels have type Pixel.
template <class Pixel> const Pixel* image_of(const Views& v) {
  if constexpr (sizeof(Pixel) == 1) {
    return v.image;
  } else {
    return v.image16;
  }
}

/// The output of a problem whose pixels have type Pixel.
template <class Pixel> Pixel* filtered_of(const Views& v) {
  if constexpr (sizeof(Pixel) == 1) {
    return v.filtered;
  } else {
    return v.filtered16;
  }
}

/// Calls `f` with a pixel of the problem's type.
template <class F> auto with_pixel(const Problem& p, F f) {
  return p.bits == Bits::eight ? f(std::uint8_t{}) : f(std::uint16_t{});
}

/// Throws Unsupported, with the reason `why`, if the window is larger than `largest`.
inline void require_window(const Problem& p, unsigned largest, const char* why) {
  if (p.window <= largest) return;
  throw rungs::Unsupported("window=" + std::to_string(p.window) + ": needs a window of at most " +
                           std::to_string(largest) + ", " + why);
}

/// Calls `f` with the problem's window as a compile-time constant, if it is at most `largest`; throws
/// Unsupported, with the reason `why`, if it is larger.
template <unsigned largest, unsigned window = 3, class F> void with_window(const Problem& p, const char* why, F f) {
  if constexpr (window <= largest) {
    if (p.window == window) return f(std::integral_constant<unsigned, window>{});
    with_window<largest, window + 2>(p, why, f);
  } else {
    require_window(p, largest, why);
  }
}

struct Case {
  using Problem = median_window::Problem;
  using Views = median_window::Views;

  static constexpr std::string_view name = "median_window";
  static constexpr std::string_view title = "median over windows of 3x3 to 31x31, of 8 or 16 bits";
  static constexpr rungs::Size default_size{1920, 1080};
  static constexpr rungs::Size simulator_size{128, 96};

  static std::vector<rungs::Parameter<Problem>> parameters() {
    return {rungs::integer("window", &Problem::window, 3, 31, {3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31},
                           "side of the square, an odd number from 3 to 31"),
            rungs::choice("bits", &Problem::bits, {"8", "16"}, "of a pixel"),
            rungs::choice("image", &Problem::image, {"noise", "gradient", "checker", "photo", "flat"},
                          "what the pixels show")};
  }

  static rungs::Work work(const Problem& p) {
    const std::size_t bytes = p.area() * (p.bits == Bits::eight ? 1 : 2);
    return {.bytes_read = bytes, .bytes_written = bytes};
  }

  // In case_checks.hpp, which a reader of a kernel does not need.
  static inline std::string refuse(const Problem& p);
  static inline std::vector<Problem> edge_cases();
  static inline std::vector<rungs::Buffer<Views>> buffers(const Problem& p);
  static inline void reference(const Problem& p, const Views& v);
  static inline rungs::Comparison compare(const Problem& p, const Views& expected, const Views& actual);
};

}  // namespace median_window
