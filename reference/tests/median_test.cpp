#include "reference/median.hpp"
#include <gtest/gtest.h>
#include <algorithm>
#include <array>
#include <set>
#include <vector>
#include "reference/median_images.hpp"

namespace {

using reference::MedianImage;
using Pixels = std::vector<std::uint8_t>;
using Pixels16 = std::vector<std::uint16_t>;
constexpr std::uint8_t untouched = 0xA5;

template <class Image> Image filtered(const Image& image, unsigned width, unsigned window, unsigned threads = 1) {
  using Pixel = typename Image::value_type;
  Image output(image.size(), untouched);
  reference::median(std::span<const Pixel>(image), width, static_cast<unsigned>(image.size() / width), window,
                    std::span<Pixel>(output), threads);
  return output;
}

/// The definition: sort each square, or each cross of five.
template <class Image> Image by_sorting(const Image& image, unsigned width, unsigned window, bool cross = false) {
  const auto height = static_cast<unsigned>(image.size() / width);
  Image output(image.size(), untouched);
  for (unsigned y = 0; y + window <= height; ++y) {
    for (unsigned x = 0; x + window <= width; ++x) {
      Image square;
      for (unsigned row = y; row < y + window; ++row) {
        for (unsigned column = x; column < x + window; ++column)
          if (!cross || row == y + 1 || column == x + 1) square.push_back(image[row * width + column]);
      }
      std::sort(square.begin(), square.end());
      output[(y + window / 2) * width + x + window / 2] = square[square.size() / 2];
    }
  }
  return output;
}

Pixels drawn(MedianImage kind, unsigned width, unsigned height, std::uint64_t seed) {
  Pixels image(std::size_t{width} * height);
  reference::draw_median_image(kind, image, width, seed);
  return image;
}

constexpr std::array kinds{MedianImage::noise, MedianImage::gradient, MedianImage::checker, MedianImage::photo,
                           MedianImage::flat};

TEST(Median, AgreesWithSortingInAnyWindowAnd16Bits) {
  for (const MedianImage kind : kinds) {
    for (const auto& [width, height] : {std::pair{1U, 1U}, {2U, 9U}, {5U, 5U}, {3U, 40U}, {40U, 3U}, {97U, 31U}}) {
      const Pixels image = drawn(kind, width, height, 11);
      for (const unsigned window : {3U, 5U, 7U}) {
        EXPECT_TRUE(filtered(image, width, window) == by_sorting(image, width, window))
            << "image " << static_cast<int>(kind) << ", " << width << "x" << height << ", window " << window;
      }
      Pixels output(image.size(), untouched);
      reference::median_of_cross(image, width, height, output, 1);
      EXPECT_EQ(output, by_sorting(image, width, 3, true)) << static_cast<int>(kind) << ", " << width << "x" << height;
    }
    const Pixels image = drawn(kind, 61, 40, 13);
    const Pixels low = drawn(MedianImage::noise, 61, 40, 14);
    Pixels16 image16;
    for (std::size_t i = 0; i < image.size(); ++i)
      image16.push_back(static_cast<std::uint16_t>(image[i] << 8 | low[i]));
    for (unsigned window = 3; window <= 31; window += window < 15 ? 2 : 8) {
      EXPECT_TRUE(filtered(image, 61, window) == by_sorting(image, 61, window)) << "window " << window;
      EXPECT_TRUE(filtered(image16, 61, window) == by_sorting(image16, 61, window)) << "window " << window;
    }
  }
}

TEST(Median, RepeatedFiltersItsOwnResultInsideTheImagesBorder) {
  for (const auto& [width, height] : {std::pair{3U, 3U}, {2U, 9U}, {5U, 4U}, {64U, 48U}}) {
    const Pixels image = drawn(MedianImage::noise, width, height, 9);
    Pixels before = image;
    for (unsigned passes = 1; passes <= 10; ++passes) {
      const Pixels expected = by_sorting(before, width, 3);
      Pixels output(image.size(), untouched);
      reference::median_repeated(image, width, height, 3, passes, output, 1);
      ASSERT_EQ(output, expected) << passes << " passes";
      for (std::size_t i = 0; i < image.size(); ++i) {
        const std::size_t x = i % width;
        const std::size_t y = i / width;
        if (x > 0 && y > 0 && x + 1 < width && y + 1 < height) before[i] = expected[i];
      }
    }
  }
}

TEST(Median, DoesNotDependOnTheNumberOfThreads) {
  // Wider than a strip, and large enough that bands are really cut.
  for (const auto& [width, height] : {std::pair{4099U, 67U}, {331U, 1021U}}) {
    const Pixels image = drawn(MedianImage::photo, width, height, 5);
    for (const unsigned window : {3U, 5U, 11U}) {
      const Pixels expected = by_sorting(image, width, window);
      for (const unsigned threads : {0U, 1U, 3U}) {
        EXPECT_TRUE(filtered(image, width, window, threads) == expected) << threads << " threads";
      }
    }
  }
}

TEST(MedianImages, FollowTheSeed) {
  for (const MedianImage kind : kinds) {
    std::set<Pixels> images;
    for (std::uint64_t seed = 0; seed < 8; ++seed) images.insert(drawn(kind, 70, 66, seed));
    EXPECT_EQ(images.size(), kind == MedianImage::checker ? 2U : 8U) << "image " << static_cast<int>(kind);
    EXPECT_EQ(drawn(kind, 70, 66, 1), drawn(kind, 70, 66, 1));
  }
}

TEST(MedianImages, ShowWhatTheirNamesSay) {
  const auto values = [](MedianImage kind) {
    const Pixels image = drawn(kind, 256, 256, 2);
    return std::set<std::uint8_t>(image.begin(), image.end());
  };
  EXPECT_EQ(values(MedianImage::noise).size(), 256U);
  EXPECT_EQ(values(MedianImage::gradient).size(), 256U);
  EXPECT_EQ(values(MedianImage::checker), (std::set<std::uint8_t>{0, 255}));
  EXPECT_EQ(values(MedianImage::flat).size(), 1U);

  // One pixel in twenty is black or white, and a median removes nearly all of them.
  const Pixels photo = drawn(MedianImage::photo, 512, 512, 2);
  const auto specks = [](const Pixels& image) {
    return std::count_if(image.begin(), image.end(), [](auto pixel) { return pixel == 0 || pixel == 255; });
  };
  EXPECT_NEAR(static_cast<double>(specks(photo)), 512.0 * 512 / 20, 512.0 * 512 / 200);
  EXPECT_LT(specks(filtered(photo, 512, 5)), specks(photo) / 20);
}

}  // namespace
