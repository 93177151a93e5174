// height_map: volume, surface or projected surface of a height map.
#pragma once

#include <rungs/case.hpp>
#include <rungs/random.hpp>
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

inline void generate(Heights kind, std::span<float> heights, std::uint64_t seed) {
  const auto height_at = [&](std::size_t i) {
    const std::uint64_t bits = rungs::random_bits(seed, i);
    const float fraction = (static_cast<float>(bits >> 40U) + 1.0F) * 0x1p-24F;  // above 0, at most 1
    switch (kind) {
      case Heights::relief: {
        const std::uint64_t ground =
            (rungs::random_bits(~seed, 0) >> 48U) + (rungs::random_bits(~seed, 1 + i / 4096) >> 48U);
        return rungs::random_below(bits, 0, std::uint64_t{1} << 17U) < ground ? 0.0F : rungs::wide_float(bits) / 4;
      }
      case Heights::rough:
        return (bits & 1U) != 0 ? 8 * fraction : -8 * fraction;
      case Heights::plateau:
        return 1.0F;
      case Heights::below:
        return -1.0F;
      case Heights::flat:
      case Heights::first:
      case Heights::last:
        break;
    }
    return 0.0F;
  };
  rungs::set_each(heights, height_at);
  if (kind == Heights::first) heights.front() = 1000;
  if (kind == Heights::last) heights.back() = 1000;
}

inline reference::HeightMeasure measured(const Problem& p, const Views& v) {
  return reference::measure_heights({v.heights, p.area()}, p.width, p.measure);
}

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

  static std::vector<Problem> edge_cases() {
    // Maps without a cell and with one; one row or column of cells; at and next to the edge of a warp's 128
    // columns, of a block of 32x8 and of a strip of 32 rows; primes, more cells than 16 bits count; several blocks in
    // each direction.
    static constexpr rungs::Size shapes[] = {{1, 1},    {2, 1},  {1, 2},    {2, 2},    {5, 2},
                                             {2, 9},    {32, 8}, {33, 9},   {127, 3},  {128, 33},
                                             {129, 32}, {4, 65}, {132, 31}, {260, 34}, {263, 257}};
    std::vector<Problem> problems;
    for (const Measure measure : {Measure::volume, Measure::surface, Measure::projected}) {
      for (const rungs::Size shape : shapes) problems.push_back({shape, measure, Heights::rough});
      problems.push_back({{33, 31}, measure, Heights::relief});
      problems.push_back({{130, 35}, measure, Heights::flat});
      problems.push_back({{130, 35}, measure, Heights::plateau});
      problems.push_back({{36, 35}, measure, Heights::below});
      problems.push_back({{130, 35}, measure, Heights::first});
      problems.push_back({{130, 35}, measure, Heights::last});
    }
    return problems;
  }

  static std::vector<rungs::Buffer<Views>> buffers(const Problem& p) {
    return {rungs::input(
                "heights", &Views::heights, p.area(),
                [kind = p.heights](std::span<float> heights, std::uint64_t seed) { generate(kind, heights, seed); }),
            rungs::output("result", &Views::result, 1)};
  }

  static void reference(const Problem& p, const Views& v) { *v.result = static_cast<float>(measured(p, v).value); }

  /// The error must stay within reference::HeightMeasure's bound.
  static rungs::Comparison compare(const Problem& p, const Views& expected, const Views& actual) {
    const auto want = measured(p, expected);
    const double got = *actual.result;
    return rungs::compare_plane<double>({&want.value, 1}, {&got, 1}, 1, {.absolute = want.bound()});
  }
};

}  // namespace height_map
