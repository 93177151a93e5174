// stitch_masked: tile a small pattern over the part of a large target that a mask covers.
#pragma once

#include <map>
#include <mutex>
#include <rungs/random.hpp>
#include <span>
#include <tuple>
#include "cases/stitch/sides.hpp"
#include "reference/distance_mask.hpp"
#include "reference/stitch.hpp"

namespace stitch_masked {

using reference::Mask;

/// The size is the target's and the mask's. The repeater may be larger than the target.
struct Problem : rungs::Size {
  stitch::Sides repeater;
  Mask mask = Mask::blobs;

  [[nodiscard]] std::size_t repeater_area() const { return std::size_t{repeater.width} * repeater.height; }
};

/// All planes are row-major: `repeater` has repeater.width x repeater.height pixels, `mask` and `target`
/// width x height. Where `mask` is not 0, the target is written; elsewhere it keeps what it held.
struct Views {
  const float* repeater;
  const std::uint8_t* mask;
  float* target;
};

struct Case {
  using Problem = stitch_masked::Problem;
  using Views = stitch_masked::Views;

  static constexpr std::string_view name = "stitch_masked";
  static constexpr std::string_view title = "tile a small pattern inside a mask";
  static constexpr rungs::Size default_size{10240, 10240};  // as in stitch
  static constexpr rungs::Size simulator_size{256, 192};

  static std::vector<rungs::Parameter<Problem>> parameters() {
    return {stitch::sides("repeater", &Problem::repeater, 16384, {32, 97, 100, 128}, "the pattern in pixels"),
            rungs::choice("mask", &Problem::mask, {"blobs", "noise1", "noise50", "edge", "empty", "full", "single"},
                          "which pixels are written")};
  }

  static std::vector<Problem> edge_cases() {
    std::vector<Problem> problems;
    for (unsigned i = 0; i <= static_cast<unsigned>(Mask::single); ++i) {
      const auto mask = static_cast<Mask>(i);
      // One pixel; rows that begin at any place in a vector of four; rows that all begin on one.
      problems.push_back({{1, 1}, {1, 1}, mask});
      problems.push_back({{71, 67}, {13, 13}, mask});
      problems.push_back({{70, 33}, {7, 3}, mask});
      problems.push_back({{64, 48}, {100, 64}, mask});
    }
    const std::vector<Problem> others{
        // One row, one column, rows shorter than a vector.
        {{331, 1}, {7, 7}, Mask::noise50},
        {{1, 331}, {7, 7}, Mask::noise50},
        {{2, 97}, {1, 50}, Mask::noise50},
        {{3, 97}, {50, 1}, Mask::full},
        {{5, 5}, {4, 4}, Mask::noise50},
        // Rows of several blocks, of an odd and of an even width.
        {{5203, 13}, {97, 97}, Mask::blobs},  // more pixels than 16 bits count
        {{10244, 2}, {300, 300}, Mask::edge},
    };
    problems.insert(problems.end(), others.begin(), others.end());
    return problems;
  }

  static std::vector<rungs::Buffer<Views>> buffers(const Problem& p) {
    return {rungs::input("repeater", &Views::repeater, p.repeater_area(),
                         [width = p.repeater.width](std::span<float> pixels, std::uint64_t seed) {
                           rungs::random_integers(pixels, width, seed);
                         }),
            rungs::input("mask", &Views::mask, p.area(),
                         [p](std::span<std::uint8_t> mask, std::uint64_t) { paint(p, mask); }),
            rungs::output("target", &Views::target, p.area())};
  }

  /// The whole mask has to be read, and four bytes written for each pixel inside it. That is the least in
  /// bytes; memory moves sectors of 32 bytes, and also whole ones where only a part is inside. Of the pattern
  /// as much as fits in the target, or as there are pixels inside.
  static rungs::Work work(const Problem& p) {
    const std::size_t written = inside(p);
    const auto shown = std::size_t{std::min(p.repeater.width, p.width)} * std::min(p.repeater.height, p.height);
    return {.bytes_read = p.area() + std::min(shown, written) * sizeof(float),
            .bytes_written = written * sizeof(float)};
  }

  static void reference(const Problem& p, const Views& v) {
    reference::stitch_masked({v.repeater, p.repeater_area()}, p.repeater.width, p.repeater.height, {v.mask, p.area()},
                             {v.target, p.area()}, p.width, p.height);
  }

  /// Outside the mask the target is compared too: the reference does not write it, so both must hold the old
  /// values.
  static rungs::Comparison compare(const Problem& p, const Views& expected, const Views& actual) {
    return rungs::compare_plane<float>({expected.target, p.area()}, {actual.target, p.area()}, p.width);
  }

 private:
  /// Always with the same seed: a problem's mask and its number of pixels then depend on the problem alone.
  static void paint(const Problem& p, std::span<std::uint8_t> mask) { reference::paint_mask(mask, p.width, p.mask, 1); }

  /// Pixels inside the mask, counted once for each problem.
  static std::size_t inside(const Problem& p) {
    static std::mutex counting;
    static std::map<std::tuple<unsigned, unsigned, Mask>, std::size_t> counts;
    const std::scoped_lock lock(counting);
    const auto [found, is_new] = counts.try_emplace({p.width, p.height, p.mask}, 0);
    if (is_new) {
      std::vector<std::uint8_t> mask(p.area());
      paint(p, mask);
      const auto outside = std::count(mask.begin(), mask.end(), std::uint8_t{0});
      found->second = p.area() - static_cast<std::size_t>(outside);
    }
    return found->second;
  }
};

}  // namespace stitch_masked
