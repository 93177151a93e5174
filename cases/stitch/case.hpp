// stitch: tile a small pattern over a large target.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <rungs/case.hpp>
#include <rungs/random.hpp>
#include <span>
#include <string_view>
#include <vector>

#include "cases/stitch/sides.hpp"
#include "reference/stitch.hpp"

namespace stitch {

/// The size is the target's. The repeater may be larger than the target, along one side or both.
struct Problem : rungs::Size {
  Sides repeater;

  /// Pixels of the repeater. At most 2^28, so an index into it fits in 32 bits; an index into the target may
  /// not.
  [[nodiscard]] std::size_t repeater_area() const { return std::size_t{repeater.width} * repeater.height; }
};

/// Both planes are row-major: `repeater` has repeater.width x repeater.height pixels, `target` width x
/// height.
struct Views {
  const float* repeater;
  float* target;
};

struct Case {
  using Problem = stitch::Problem;
  using Views = stitch::Views;

  static constexpr std::string_view name = "stitch";
  static constexpr std::string_view title = "tile a small pattern over a large target";
  static constexpr rungs::Size default_size{10240, 10240};
  static constexpr rungs::Size simulator_size{256, 192};

  static std::vector<rungs::Parameter<Problem>> parameters() {
    return {sides("repeater", &Problem::repeater, 16384, {16, 32, 45, 64, 97, 100, 101, 128},
                  "the pattern in pixels")};
  }

  static std::vector<Problem> edge_cases() {
    return {
        // One pixel, one column, one row.
        {{1, 1}, {1, 1}},
        {{1, 1}, {100, 100}},
        {{1, 331}, {7, 7}},
        {{331, 1}, {7, 7}},
        // At and next to the edge of a 32x32 block.
        {{31, 31}, {10, 10}},
        {{33, 33}, {10, 10}},
        {{33, 31}, {32, 32}},
        {{32, 64}, {32, 32}},
        // Primes, and a repeater of one pixel.
        {{97, 101}, {13, 13}},
        {{211, 223}, {97, 97}},
        {{150, 90}, {1, 1}},
        // A repeater equal to the target, one pixel smaller than one of its sides, and larger than the
        // target.
        {{64, 64}, {64, 64}},
        {{63, 65}, {64, 64}},
        {{64, 48}, {100, 100}},
        {{101, 99}, {300, 300}},
        // Rows of several blocks and pieces (5120 pixels are the longest), of odd and even widths.
        {{5203, 3}, {97, 97}},
        {{10244, 2}, {300, 300}},
        // Small and large powers of two, and a block whose threads are half idle.
        {{61, 43}, {16, 16}},
        {{150, 140}, {128, 128}},
        {{131, 127}, {45, 45}},
        // Wider than high, and higher than wide.
        {{1, 1}, {100, 64}},
        {{211, 223}, {100, 64}},
        {{223, 211}, {64, 100}},
        {{97, 101}, {7, 3}},
        {{64, 96}, {32, 8}},
        // One column, one row.
        {{133, 70}, {1, 50}},
        {{70, 133}, {50, 1}},
        // Wider or higher than the target.
        {{101, 99}, {300, 7}},
        {{99, 101}, {7, 300}},
        {{5203, 3}, {6000, 2}},
        {{3, 5203}, {2, 6000}},
    };
  }

  static std::vector<rungs::Buffer<Views>> buffers(const Problem& p) {
    return {rungs::input("repeater", &Views::repeater, p.repeater_area(),
                         [width = p.repeater.width](std::span<float> pixels, std::uint64_t seed) {
                           rungs::random_integers(pixels, width, seed);
                         }),
            rungs::output("target", &Views::target, p.area())};
  }

  static rungs::Work work(const Problem& p) {
    // Only the part of the repeater that appears in the target has to be read.
    const auto shown =
        std::size_t{std::min(p.repeater.width, p.width)} * std::min(p.repeater.height, p.height);
    return {.bytes_read = shown * sizeof(float), .bytes_written = p.area() * sizeof(float)};
  }

  static void reference(const Problem& p, const Views& v) {
    reference::stitch({v.repeater, p.repeater_area()}, p.repeater.width, p.repeater.height,
                      {v.target, p.area()}, p.width, p.height);
  }

  static rungs::Comparison compare(const Problem& p, const Views& expected, const Views& actual) {
    return rungs::compare_plane<float>({expected.target, p.area()}, {actual.target, p.area()}, p.width);
  }
};

}  // namespace stitch
