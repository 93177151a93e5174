// median_window: the median over a square window of any odd size from 3 to 31, of 8- or 16-bit images.
#pragma once

#include <rungs/case.hpp>
#include <type_traits>
#include "reference/median.hpp"
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

/// The high bytes are the 8-bit image. The low bytes are noise, so that they decide many medians; they
/// equal the high ones where the image has no more than two values.
inline void draw_16bit(const Problem& p, std::span<std::uint16_t> pixels, std::uint64_t seed) {
  std::vector<std::uint8_t> high(pixels.size());
  reference::draw_median_image(p.image, high, p.width, seed);
  std::vector<std::uint8_t> low = high;
  if (p.image != Image::checker && p.image != Image::flat)
    reference::draw_median_image(Image::noise, low, p.width, ~seed);
  for (std::size_t i = 0; i < pixels.size(); ++i)
    pixels[i] = static_cast<std::uint16_t>(unsigned{high[i]} << 8U | low[i]);
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

  static std::string refuse(const Problem& p) {
    if (p.window % 2 == 0) return "a window of " + std::to_string(p.window) + " has no middle; it must be odd";
    return p.area() > std::size_t{1} << 61U ? "has more than 2^61 pixels" : "";
  }

  static std::vector<Problem> edge_cases() {
    std::vector<Problem> all;
    for (const Bits bits : {Bits::eight, Bits::sixteen}) {
      // Smaller than a window, one window, and one row and one column of windows.
      for (const rungs::Size size : {rungs::Size{1, 1}, {1, 67}, {67, 1}, {6, 40}, {40, 6}, {7, 7}, {7, 40}}) {
        all.push_back({size, 7, bits});
      }
      // Every window: one row, a few rows, and all values equal or extreme.
      for (unsigned window = 3; window <= 15; window += 2) {
        all.push_back({{window, window}, window, bits});
        all.push_back({{53, window}, window, bits});
        all.push_back({{43, 29}, window, bits, Image::photo});
        all.push_back({{36, 27}, window, bits, Image::checker});
        all.push_back({{40, 24}, window, bits, window % 4 == 1 ? Image::gradient : Image::flat});
      }
      for (const unsigned window : {17U, 19U, 21U, 23U, 25U, 27U, 29U, 31U}) {
        all.push_back({{window, window}, window, bits, Image::photo});
        all.push_back({{window + 5, window + 9}, window, bits});
      }
      // Two blocks of 128 columns and 8 rows, with the last columns and rows of the second.
      for (const unsigned window : {11U, 17U, 21U, 23U, 25U, 27U, 29U, 31U})
        all.push_back({{window + 130, window + 8}, window, bits});
      all.push_back({{151, 29}, 21, bits, Image::checker});
      // Around tiles of 2 and 4 columns and rows, blocks of 128 columns, and strips of 64 rows.
      for (unsigned width : {8U, 9U, 10U, 11U, 12U, 13U, 127U, 128U, 129U, 132U, 135U}) {
        all.push_back({{width, 10}, 7, bits});
      }
      for (unsigned height : {7U, 8U, 9U, 10U, 11U, 70U, 71U, 135U}) all.push_back({{12, height}, 7, bits});
      for (const unsigned window : {3U, 5U, 9U}) all.push_back({{139, 71}, window, bits});
      all.push_back({{272, 69}, 7, bits});
    }
    return all;
  }

  static std::vector<rungs::Buffer<Views>> buffers(const Problem& p) {
    if (p.bits == Bits::eight) {
      return {rungs::input("image", &Views::image, p.area(),
                           [p](std::span<std::uint8_t> pixels, std::uint64_t seed) {
                             reference::draw_median_image(p.image, pixels, p.width, seed);
                           }),
              rungs::output("filtered", &Views::filtered, p.area())};
    }
    return {rungs::input("image", &Views::image16, p.area(),
                         [p](std::span<std::uint16_t> pixels, std::uint64_t seed) { draw_16bit(p, pixels, seed); }),
            rungs::output("filtered", &Views::filtered16, p.area())};
  }

  static void reference(const Problem& p, const Views& v) {
    with_pixel(p, [&]<class Pixel>(Pixel) {
      reference::median(std::span<const Pixel>(image_of<Pixel>(v), p.area()), p.width, p.height, p.window,
                        std::span<Pixel>(filtered_of<Pixel>(v), p.area()));
    });
  }

  /// The border is compared too: the reference does not write it, so both must hold the old values.
  static rungs::Comparison compare(const Problem& p, const Views& expected, const Views& actual) {
    return with_pixel(p, [&]<class Pixel>(Pixel) {
      return rungs::compare_plane<Pixel>({filtered_of<Pixel>(expected), p.area()},
                                         {filtered_of<Pixel>(actual), p.area()}, p.width);
    });
  }
};

}  // namespace median_window
