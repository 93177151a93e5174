// stitch: tile a small pattern over a large target.
#pragma once

#include <algorithm>
#include <rungs/case.hpp>

namespace stitch {

/// A rectangle in pixels.
struct Sides {
  unsigned width = 100;
  unsigned height = 100;

  [[nodiscard]] bool square() const { return width == height; }
};

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

  static rungs::Work work(const Problem& p) {
    // Only the part of the repeater that appears in the target has to be read.
    const auto shown = std::size_t{std::min(p.repeater.width, p.width)} * std::min(p.repeater.height, p.height);
    return {.bytes_read = shown * sizeof(float), .bytes_written = p.area() * sizeof(float)};
  }

  // In case_checks.hpp, which a reader of a kernel does not need.
  static inline std::vector<rungs::Parameter<Problem>> parameters();
  static inline std::vector<Problem> edge_cases();
  static inline std::vector<rungs::Buffer<Views>> buffers(const Problem& p);
  static inline void reference(const Problem& p, const Views& v);
  static inline rungs::Comparison compare(const Problem& p, const Views& expected, const Views& actual);
};

}  // namespace stitch
