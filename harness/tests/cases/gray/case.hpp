// A copy of a gray image: the case in which a picture may have the very gray that outputs are poisoned with.
#pragma once

#include <algorithm>
#include <cstdint>
#include <rungs/case.hpp>

namespace gray {

struct Problem : rungs::Size {
  unsigned flat = 0;  ///< 1: all pixels have the gray 0xA5
};
struct Views {
  const std::uint8_t* image;
  std::uint8_t* out;
};

struct Case {
  using Problem = gray::Problem;
  using Views = gray::Views;
  static constexpr std::string_view name = "gray";
  static constexpr std::string_view title = "copy a gray image";
  static constexpr rungs::Size default_size{64, 64};
  static constexpr rungs::Size simulator_size{32, 32};

  static std::vector<rungs::Parameter<Problem>> parameters() {
    return {rungs::integer("flat", &Problem::flat, 0, 1, {0, 1}, "whether all pixels are equal")};
  }
  static std::vector<Problem> edge_cases() { return {{{1, 1}, 0}, {{33, 7}, 1}}; }
  static std::vector<rungs::Buffer<Views>> buffers(const Problem& p) {
    return {rungs::input("image", &Views::image, p.area(),
                         [flat = p.flat](std::span<std::uint8_t> image, std::uint64_t seed) {
                           for (std::size_t i = 0; i < image.size(); ++i)
                             image[i] = static_cast<std::uint8_t>(flat != 0 ? 0xA5 : i * 7 + seed);
                         }),
            rungs::output("out", &Views::out, p.area())};
  }
  static rungs::Work work(const Problem& p) { return {p.area(), p.area(), 0}; }
  static void reference(const Problem& p, const Views& v) { std::copy(v.image, v.image + p.area(), v.out); }
  static rungs::Comparison compare(const Problem& p, const Views& expected, const Views& actual) {
    return rungs::compare_plane<std::uint8_t>({expected.out, p.area()}, {actual.out, p.area()}, p.width);
  }
};

}  // namespace gray
