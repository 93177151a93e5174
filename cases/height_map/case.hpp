// height_map: volume, surface or projected surface of a height map.
#pragma once

#include <cstddef>
#include <cstdint>
#include <rungs/case.hpp>
#include <string_view>
#include <vector>
#include "reference/height_map.hpp"

namespace height_map {

using reference::Measure;

/// The heights. Only the edge cases use anything but the first.
/// - relief: on some pixels 0, the ground; elsewhere a fourth of rungs::wide_float. Random, and so is the
///   share of the ground: of the seed, and of each 4096 pixels.
/// - rough: from -8 to 8, random.
/// - flat: all 0. plateau: all 1. below: all -1.
/// - first, last: all 0, but that pixel is 1000.
enum class Heights { relief, rough, flat, plateau, below, first, last };

struct Problem : rungs::Size {
  Measure measure = Measure::surface;
  Heights heights = Heights::relief;
};

/// `heights`: width x height floats, row-major. `result`: one float.
struct Views {
  const float* heights;
  float* result;
};

struct Case {
  using Problem = height_map::Problem;
  using Views = height_map::Views;

  static constexpr std::string_view name = "height_map";
  static constexpr std::string_view title = "volume or surface of a height map";
  static constexpr rungs::Size default_size{10240, 10240};  // the deck gives none: as in its other cases
  static constexpr rungs::Size simulator_size{300, 200};

  static std::vector<rungs::Parameter<Problem>> parameters() {
    return {rungs::choice("measure", &Problem::measure, {"volume", "surface", "projected"},
                          "what is measured: see reference/height_map.hpp")};
  }

  /// Each height is read once. Operations per pixel: an addition for the volume, a comparison and an addition
  /// for the projected surface. The surface has two triangles per pixel, each with two differences, two
  /// squares, two sums, a root and an addition to the result; the product with 1/2 is one for all.
  static rungs::Work work(const Problem& p) {
    const unsigned per_pixel = p.measure == Measure::surface ? 16 : p.measure == Measure::volume ? 1 : 2;
    return {.bytes_read = p.area() * sizeof(float), .bytes_written = sizeof(float), .operations = p.area() * per_pixel};
  }

  // In case_checks.hpp, which a reader of a kernel does not need.
  static inline std::vector<Problem> edge_cases();
  static inline std::vector<rungs::Buffer<Views>> buffers(const Problem& p);
  static inline void reference(const Problem& p, const Views& v);
  static inline rungs::Comparison compare(const Problem& p, const Views& expected, const Views& actual);
};

}  // namespace height_map
