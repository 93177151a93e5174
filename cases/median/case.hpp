// median: median filters of 8-bit images, of 3x3 and 5x5 pixels, of a cross of five, and 3x3 ten times over.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <rungs/case.hpp>
#include <rungs/random.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/median.hpp"
#include "reference/median_images.hpp"

namespace median {

using Image = reference::MedianImage;

/// Medians of 3x3 or of 5x5 pixels; of a pixel and its four neighbours; of 3x3 pixels, ten times over: each
/// pass filters the one before, whose border pixels are those of the image.
enum class Result { window3, window5, cross5, ten3 };

/// The size is that of one frame; a problem has `frames` of them.
struct Problem : rungs::Size {
  Image image = Image::noise;
  unsigned frames = 1;

  /// Pixels of all frames.
  [[nodiscard]] std::size_t pixels() const { return area() * frames; }
};

/// Row-major, one byte per pixel, one frame after the other. A frame's border (2 pixels wide for 5x5, 1 for
/// the others) is not filtered: `filtered` keeps its old values there.
struct Views {
  const std::uint8_t* image;
  std::uint8_t* filtered;
};

struct Case {
  using Problem = median::Problem;
  using Views = median::Views;
  using Result = median::Result;

  static constexpr std::string_view name = "median";
  static constexpr std::string_view title = "3x3 and 5x5 median of an 8-bit image";
  static constexpr std::array<std::string_view, 4> ladders{"3x3", "5x5", "cross",
                                                           "ten filters"};  ///< by Result
  static constexpr rungs::Size default_size{1920, 1080};
  static constexpr rungs::Size simulator_size{256, 192};

  static std::vector<rungs::Parameter<Problem>> parameters() {
    return {rungs::choice("image", &Problem::image, {"noise", "gradient", "checker", "photo", "flat"},
                          "what the pixels show"),
            rungs::integer("frames", &Problem::frames, 1, 4096, {1, 64}, "images of the given size")};
  }

  static std::string refuse(const Problem& p) {
    constexpr std::size_t most = std::size_t{1} << 62U;
    if (p.area() <= most / p.frames) return {};
    return std::to_string(p.frames) + " frames of that size have more than 2^62 pixels";
  }

  static std::vector<Problem> edge_cases() {
    return {
        // Smaller than a window, in one direction or both.
        {{1, 1}},
        {{1, 331}},
        {{331, 1}},
        {{2, 97}},
        {{97, 2}},
        {{2, 2}},
        {{4, 4}},
        // One window, one row and one column of windows.
        {{3, 3}},
        {{5, 5}},
        {{3, 97}},
        {{97, 3}},
        {{5, 61}},
        {{61, 5}},
        // Rows of windows around a multiple of 4, which the gpu variants pack into a word.
        {{37, 6}},
        {{37, 7}},
        {{37, 8}},
        {{37, 9}},
        {{37, 10}},
        // Rows of several blocks of 512 pixels and strips of 2048, aligned and not.
        {{1056, 20}},
        {{1043, 9}},
        {{2061, 7}},
        // Columns of windows around a vector of 16, 32 and 64 pixels.
        {{17, 11}},
        {{18, 11}},
        {{19, 11}},
        {{33, 7}},
        {{34, 7}},
        {{35, 7}},
        {{36, 7}},
        {{37, 7}},
        {{65, 7}},
        {{66, 7}},
        {{67, 7}},
        {{68, 7}},
        {{69, 7}},
        // Around a block of 128 threads.
        {{129, 11}},
        {{130, 11}},
        {{131, 11}},
        {{132, 11}},
        {{133, 11}},
        // Around 64 rows of windows, which a block walks down.
        {{131, 65}},
        {{131, 66}},
        {{131, 67}},
        {{130, 131}},
        // Primes.
        {{97, 101}},
        {{211, 223}},
        // Every image, at a size that the fixed-size variant supports.
        {{64, 48}, Image::noise},
        {{64, 48}, Image::gradient},
        {{64, 48}, Image::checker},
        {{64, 48}, Image::photo},
        {{64, 48}, Image::flat},
        // Several frames, some smaller than a window.
        {{64, 48}, Image::photo, 5},
        {{53, 31}, Image::noise, 3},
        {{7, 5}, Image::checker, 70},
        {{67, 2}, Image::noise, 2},
    };
  }

  static std::vector<rungs::Buffer<Views>> buffers(const Problem& p) {
    return {rungs::input("image", &Views::image, p.pixels(),
                         [p](std::span<std::uint8_t> pixels, std::uint64_t seed) {
                           for (unsigned frame = 0; frame < p.frames; ++frame) {
                             reference::draw_median_image(p.image, pixels.subspan(frame * p.area(), p.area()),
                                                          p.width, rungs::random_bits(seed, frame));
                           }
                         }),
            rungs::output("filtered", &Views::filtered, p.pixels())};
  }

  static rungs::Work work(const Problem& p) {
    return {.bytes_read = p.pixels(), .bytes_written = p.pixels()};
  }

  static constexpr unsigned border(Result kind) { return kind == Result::window5 ? 2 : 1; }

  static void reference(const Problem& p, const Views& v, Result kind) {
    for (std::size_t first = 0; first < p.pixels(); first += p.area()) {
      const std::span image(v.image + first, p.area());
      const std::span filtered(v.filtered + first, p.area());
      switch (kind) {
        case Result::window3:
          reference::median(image, p.width, p.height, 3, filtered);
          break;
        case Result::window5:
          reference::median(image, p.width, p.height, 5, filtered);
          break;
        case Result::cross5:
          reference::median_of_cross(image, p.width, p.height, filtered);
          break;
        case Result::ten3:
          reference::median_repeated(image, p.width, p.height, 3, 10, filtered);
          break;
      }
    }
  }

  /// The border is compared too: the reference does not write it, so both must hold the old values.
  static rungs::Comparison compare(const Problem& p, const Views& expected, const Views& actual,
                                   Result kind) {
    rungs::Comparison result;
    for (unsigned frame = 0; frame < p.frames; ++frame) {
      const std::uint8_t* const want = expected.filtered + frame * p.area();
      const std::uint8_t* const got = actual.filtered + frame * p.area();
      if (std::memcmp(want, got, p.area()) == 0) continue;
      for (std::size_t i = 0; i < p.area(); ++i) {
        if (want[i] == got[i]) continue;
        result.add(want[i] > got[i] ? want[i] - got[i] : got[i] - want[i],
                   [&] { return describe(p, kind, frame, i, want[i], got[i]); });
      }
    }
    return result;
  }

 private:
  static std::string describe(const Problem& p, Result kind, unsigned frame, std::size_t i, unsigned want,
                              unsigned got) {
    const std::size_t x = i % p.width;
    const std::size_t y = i / p.width;
    const unsigned kept = border(kind);
    const bool on_border = x < kept || y < kept || x + kept >= p.width || y + kept >= p.height;
    return (p.frames > 1 ? "in frame " + std::to_string(frame) + " " : std::string()) + "at (" +
           std::to_string(x) + ", " + std::to_string(y) + "): expected " + std::to_string(want) + ", got " +
           std::to_string(got) + (on_border ? "; the border must keep what it held" : "");
  }
};

}  // namespace median
