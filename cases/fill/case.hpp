// fill: set a plane to one value. Its rate is the ceiling for every case that mostly writes.
#pragma once

#include <cmath>
#include "cases/ceilings.hpp"

namespace rungs::ceilings::fill {

/// One byte repeated, so that a memset can write it too; not the byte that outputs hold before a launch.
inline constexpr unsigned char byte = 0x5A;
inline constexpr std::uint32_t value = 0x5A5A5A5A;

struct Problem : rungs::Size {};

/// `target`: width x height words, row-major.
struct Views {
  std::uint32_t* target;
};

struct Case : PlaneCase<Problem> {
  using Views = fill::Views;

  static constexpr std::string_view name = "fill";
  static constexpr std::string_view title = "set a plane to one value: the ceiling of writes";
  static constexpr rungs::Ceiling ceiling = rungs::Ceiling::fill;

  static std::vector<rungs::Buffer<Views>> buffers(const Problem& p) {
    return {rungs::output("target", &Views::target, p.area())};
  }

  static rungs::Work work(const Problem& p) { return {.bytes_written = p.area() * sizeof(std::uint32_t)}; }

  using Element = std::uint32_t;

  /// In blocks: an expected plane in addition would double the memory and the time for a large plane.
  static rungs::Comparison check_block(const Problem& p, const Views&, std::size_t first,
                                       std::span<const std::uint32_t> block) {
    rungs::Comparison result;
    for (std::size_t i = 0; i < block.size(); ++i) {
      if (block[i] == value) continue;
      result.add(std::fabs(static_cast<double>(value) - static_cast<double>(block[i])), [&] {
        return "at (" + std::to_string((first + i) % p.width) + ", " + std::to_string((first + i) / p.width) +
               "): expected " + std::to_string(value) + ", got " + std::to_string(block[i]);
      });
    }
    return result;
  }
};

}  // namespace rungs::ceilings::fill
