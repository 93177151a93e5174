// median: median filters of 8-bit images, of 3x3 and 5x5 pixels, of a cross of five, and 3x3 ten times over.
#pragma once

#include <array>
#include <initializer_list>
#include <rungs/case.hpp>
#include <rungs/random.hpp>
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
  static constexpr std::array<std::string_view, 4> ladders{"3x3", "5x5", "cross", "ten filters"};
  static constexpr rungs::Size default_size{1920, 1080};
  static constexpr rungs::Size simulator_size{256, 192};

  static std::vector<rungs::Parameter<Problem>> parameters() {
    return {rungs::choice("image", &Problem::image, {"noise", "gradient", "checker", "photo", "flat"},
                          "what the pixels show"),
            rungs::integer("frames", &Problem::frames, 1, 4096, {1, 64}, "images of the given size")};
  }

  static rungs::Work work(const Problem& p) { return {.bytes_read = p.pixels(), .bytes_written = p.pixels()}; }

  static std::string refuse(const Problem& p) {
    constexpr std::size_t most = std::size_t{1} << 62U;
    if (p.area() <= most / p.frames) return {};
    return std::to_string(p.frames) + " frames of that size have more than 2^62 pixels";
  }

  static std::vector<Problem> edge_cases() {
    std::vector<Problem> problems;
    const auto add = [&](std::initializer_list<rungs::Size> sizes) {
      for (const rungs::Size size : sizes) problems.push_back({size});
    };
    // Smaller than a window, in one direction or both.
    add({{1, 1}, {1, 331}, {331, 1}, {2, 97}, {97, 2}, {2, 2}, {4, 4}});
    // One window, one row and one column of windows.
    add({{3, 3}, {5, 5}, {3, 97}, {97, 3}, {5, 61}, {61, 5}});
    // Rows of windows around a multiple of 4, which the gpu variants pack into a word.
    add({{37, 6}, {37, 7}, {37, 8}, {37, 9}, {37, 10}});
    // Rows of several blocks of 512 pixels and strips of 2048, aligned and not.
    add({{1056, 20}, {1043, 9}, {2061, 7}});
    // Columns of windows around a vector of 16, 32 and 64 pixels.
    add({{15, 9}, {16, 9}, {17, 11}, {18, 11}, {19, 11}, {33, 7}, {34, 7}, {35, 7}});
    add({{36, 7}, {37, 7}, {65, 7}, {66, 7}, {67, 7}, {68, 7}, {69, 7}});
    // Around a block of 128 threads.
    add({{129, 11}, {130, 11}, {131, 11}, {132, 11}, {133, 11}});
    // Around 64 rows of windows, which a block walks down.
    add({{131, 65}, {131, 66}, {131, 67}, {130, 131}});
    // Primes; more pixels than 16 bits count.
    add({{97, 101}, {263, 257}});
    // Every image, at a size that the fixed-size variant supports.
    for (const Image image : {Image::noise, Image::gradient, Image::checker, Image::photo, Image::flat})
      problems.push_back({{64, 48}, image});
    // Several frames, some smaller than a window.
    problems.push_back({{64, 48}, Image::photo, 5});
    problems.push_back({{53, 31}, Image::noise, 3});
    problems.push_back({{7, 5}, Image::checker, 70});
    problems.push_back({{67, 2}, Image::noise, 2});
    return problems;
  }

  static std::vector<rungs::Buffer<Views>> buffers(const Problem& p) {
    return {rungs::input("image", &Views::image, p.pixels(),
                         [p](std::span<std::uint8_t> pixels, std::uint64_t seed) {
                           for (unsigned frame = 0; frame < p.frames; ++frame) {
                             reference::draw_median_image(p.image, pixels.subspan(frame * p.area(), p.area()), p.width,
                                                          rungs::random_bits(seed, frame));
                           }
                         }),
            rungs::output("filtered", &Views::filtered, p.pixels())};
  }

  static void reference(const Problem& p, const Views& v, Result kind) {
    for (std::size_t first = 0; first < p.pixels(); first += p.area()) {
      const std::span image(v.image + first, p.area());
      const std::span filtered(v.filtered + first, p.area());
      if (kind == Result::cross5) {
        reference::median_of_cross(image, p.width, p.height, filtered);
      } else if (kind == Result::ten3) {
        reference::median_repeated(image, p.width, p.height, 3, 10, filtered);
      } else {
        reference::median(image, p.width, p.height, kind == Result::window5 ? 5 : 3, filtered);
      }
    }
  }

  /// The border is compared too: the reference does not write it, so both must hold the old values.
  static rungs::Comparison compare(const Problem& p, const Views& expected, const Views& actual, Result) {
    return rungs::compare_plane<std::uint8_t>({expected.filtered, p.pixels()}, {actual.filtered, p.pixels()}, p.width);
  }
};

}  // namespace median
