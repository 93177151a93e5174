// median: median filters of 8-bit images, of 3x3 and 5x5 pixels, of a cross of five, and 3x3 ten times over.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <rungs/case.hpp>
#include <string>
#include <string_view>
#include <vector>
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

  // In case_checks.hpp, which a reader of a kernel does not need.
  static inline std::string refuse(const Problem& p);
  static inline std::vector<Problem> edge_cases();
  static inline std::vector<rungs::Buffer<Views>> buffers(const Problem& p);
  static inline void reference(const Problem& p, const Views& v, Result kind);
  static inline rungs::Comparison compare(const Problem& p, const Views& expected, const Views& actual, Result kind);
};

}  // namespace median
