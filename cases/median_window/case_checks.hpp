// median_window: the inputs, the edge cases, and how results are checked.
#pragma once

#include <cstddef>
#include <span>
#include "cases/median_window/case.hpp"
#include "reference/median.hpp"

namespace median_window {

inline std::string Case::refuse(const Problem& p) {
  if (p.window % 2 == 0) return "a window of " + std::to_string(p.window) + " has no middle; it must be odd";
  return p.area() > std::size_t{1} << 61U ? "has more than 2^61 pixels" : "";
}

inline std::vector<Problem> Case::edge_cases() {
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

inline std::vector<rungs::Buffer<Views>> Case::buffers(const Problem& p) {
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

inline void Case::reference(const Problem& p, const Views& v) {
  with_pixel(p, [&]<class Pixel>(Pixel) {
    reference::median(std::span<const Pixel>(image_of<Pixel>(v), p.area()), p.width, p.height, p.window,
                      std::span<Pixel>(filtered_of<Pixel>(v), p.area()));
  });
}

/// The border is compared too: the reference does not write it, so both must hold the old values.
inline rungs::Comparison Case::compare(const Problem& p, const Views& expected, const Views& actual) {
  return with_pixel(p, [&]<class Pixel>(Pixel) {
    return rungs::compare_plane<Pixel>({filtered_of<Pixel>(expected), p.area()}, {filtered_of<Pixel>(actual), p.area()},
                                       p.width);
  });
}

}  // namespace median_window
