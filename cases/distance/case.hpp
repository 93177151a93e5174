// distance: bounded squared distance to the nearest white pixel, and a profile indexed by it.
#pragma once

#include <rungs/case.hpp>
#include "reference/distance.hpp"
#include "reference/distance_mask.hpp"
#include "reference/profile_table.hpp"

namespace distance {

using reference::Mask;
using reference::Profile;

/// The size is the image's. `distance_max` is R, the distance at which results are cut off.
struct Problem : rungs::Size {
  unsigned distance_max = 15;
  Mask mask = Mask::blobs;
  Profile profile = Profile::random;

  /// R * R: the largest result.
  [[nodiscard]] unsigned limit() const { return distance_max * distance_max; }
  /// The profile has one value for each result from 0 to R * R.
  [[nodiscard]] std::size_t table_size() const { return std::size_t{limit()} + 1; }
};

/// Planes are width x height and row-major. `image`: white where it is not zero. `table`: f(0) to f(R * R). A
/// variant writes one of the two outputs: `out`, the squared distances, or `z`, f of them.
struct Views {
  const std::uint8_t* image;
  const float* table;
  std::uint32_t* out;
  float* z;
};

struct Case {
  using Problem = distance::Problem;
  using Views = distance::Views;
  /// `squared`: the variant fills `out`. `profile`: it fills `z`. The other plane is ignored.
  /// `squared_of_floats`: it fills `out`, and reads the image as floats; see gpu/black_float.cu.
  enum class Result { squared, profile, squared_of_floats };

  static constexpr std::string_view name = "distance";
  static constexpr std::string_view title = "bounded squared distance to the nearest white pixel";
  static constexpr rungs::Size default_size{10240, 10240};  // the deck gives none: as in its other cases
  static constexpr rungs::Size simulator_size{192, 160};

  static std::vector<rungs::Parameter<Problem>> parameters() {
    return {rungs::integer("distance_max", &Problem::distance_max, 1, reference::largest_distance_max,
                           {1, 3, 7, 15, 31, 63}, "distance in pixels at which results are cut off"),
            rungs::choice("mask", &Problem::mask, {"blobs", "noise1", "noise50", "edge", "empty", "full", "single"},
                          "which pixels are white"),
            rungs::choice("profile", &Problem::profile, {"random", "bevel", "step", "dome"},
                          "contents of the table, where the result is z")};
  }

  static std::vector<rungs::Buffer<Views>> buffers(const Problem& p) {
    return {rungs::input("image", &Views::image, p.area(),
                         [width = p.width, mask = p.mask](std::span<std::uint8_t> image, std::uint64_t seed) {
                           reference::paint_mask(image, width, mask, seed);
                         }),
            rungs::input("table", &Views::table, p.table_size(),
                         [most = p.distance_max, profile = p.profile](std::span<float> table, std::uint64_t seed) {
                           reference::fill_profile(table, most, profile, seed);
                         }),
            rungs::output("out", &Views::out, p.area()), rungs::output("z", &Views::z, p.area())};
  }

  /// One byte read per pixel, or one float, and four bytes written. The table is small and stays in a cache.
  static rungs::Work work(const Problem& p, Result kind) {
    return {.bytes_read = p.area() * (kind == Result::squared_of_floats ? sizeof(float) : 1),
            .bytes_written = p.area() * sizeof(std::uint32_t)};
  }

  static void reference(const Problem& p, const Views& v, Result kind) {
    const std::span<const std::uint8_t> image{v.image, p.area()};
    if (kind != Result::profile) {
      reference::bounded_distance(image, p.width, p.height, p.distance_max, {v.out, p.area()});
    } else {
      reference::distance_profile(image, p.width, p.height, p.distance_max, {v.table, p.table_size()}, {v.z, p.area()});
    }
  }

  /// Squared distances that do not depend on the seed.
  static bool has_constant_result(const Problem& p) {
    return p.mask == Mask::edge || p.mask == Mask::empty || p.mask == Mask::full;
  }

  static std::vector<Problem> edge_cases() {
    std::vector<Problem> problems;
    for (unsigned i = 0; i <= static_cast<unsigned>(Mask::single); ++i) {
      const auto mask = static_cast<Mask>(i);
      // One pixel, and an image with prime sides and more than one block in each direction.
      problems.push_back({{1, 1}, 15, mask});
      problems.push_back({{71, 67}, 7, mask});
      // A window of only the pixel itself; one that is cut on every side.
      problems.push_back({{37, 35}, 1, mask});
      problems.push_back({{35, 17}, 40, mask});
    }
    const std::vector<Problem> others{
        // One row, one column.
        {{331, 1}, 15, Mask::noise1},
        {{331, 1}, 15, Mask::noise50},
        {{1, 331}, 15, Mask::noise1},
        {{1, 331}, 15, Mask::blobs},
        {{2, 300}, 100, Mask::single},
        // At and next to the edge of a 32x8 block, and several of them.
        {{31, 7}, 7, Mask::noise50},
        {{33, 9}, 7, Mask::noise1},
        {{32, 8}, 15, Mask::single},
        {{31, 33}, 7, Mask::noise50},
        {{33, 31}, 7, Mask::noise1},
        // A tile of 128x64, and two by two of them of which some are far from white.
        {{128, 64}, 15, Mask::noise1},
        {{136, 68}, 31, Mask::single},
        // Rows that are read 16 pixels at a time: the corner of four wide tiles, and three in a row.
        {{272, 72}, 15, Mask::noise1},
        {{528, 4}, 15, Mask::noise1},
        // R of two and three, where only the nearest neighbours count.
        {{97, 101}, 2, Mask::noise50},
        {{101, 97}, 3, Mask::blobs},
        {{71, 67}, 15, Mask::blobs},
        {{33, 70}, reference::largest_distance_max, Mask::blobs},
        // The largest R with two squares in 16 bits, in both directions, and a white pixel farther away.
        {{3, 400}, 180, Mask::single},
        {{401, 3}, 180, Mask::single},
        // A row wider than a block of threads, and several tiles with a large R.
        {{2100, 1}, 60, Mask::single},
        {{70, 2}, 179, Mask::blobs},
        // The shapes of an engraving.
        {{33, 9}, 15, Mask::noise1, Profile::bevel},
        {{33, 9}, 15, Mask::noise1, Profile::step},
        {{33, 9}, 15, Mask::noise1, Profile::dome},
    };
    problems.insert(problems.end(), others.begin(), others.end());
    return problems;
  }

  static rungs::Comparison compare(const Problem& p, const Views& expected, const Views& actual, Result kind) {
    if (kind == Result::profile)
      return rungs::compare_plane<float>({expected.z, p.area()}, {actual.z, p.area()}, p.width);
    return rungs::compare_plane<std::uint32_t>({expected.out, p.area()}, {actual.out, p.area()}, p.width);
  }
};

}  // namespace distance
