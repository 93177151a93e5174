// A copy or a negative of a gray image but for its frame, which the reference leaves alone. Its comparison
// looks at the inputs, and can be tampered with.
#pragma once

#include <algorithm>
#include <cstdint>
#include <rungs/case.hpp>

namespace framed {

struct Problem : rungs::Size {};
struct Views {
  const std::uint8_t* image;
  std::uint8_t* out;
};

inline bool blind = false;  ///< a variant that sets it has tampered with the comparison of its process

struct Case {
  using Problem = framed::Problem;
  using Views = framed::Views;
  static constexpr std::string_view name = "framed";
  static constexpr std::string_view title = "copy or invert a gray image but for its frame";
  static constexpr rungs::Size default_size{64, 64};
  static constexpr rungs::Size simulator_size{32, 32};

  static std::vector<rungs::Parameter<Problem>> parameters() { return {}; }
  static std::vector<Problem> edge_cases() { return {{{1, 1}}, {{33, 7}}}; }
  static std::vector<rungs::Buffer<Views>> buffers(const Problem& p) {
    return {rungs::input("image", &Views::image, p.area(),
                         [](std::span<std::uint8_t> image, std::uint64_t seed) {
                           for (std::size_t i = 0; i < image.size(); ++i)
                             image[i] = static_cast<std::uint8_t>(i * 7 + seed);
                         }),
            rungs::output("out", &Views::out, p.area())};
  }
  static rungs::Work work(const Problem& p) { return {p.area(), p.area(), 0}; }
  static void reference(const Problem& p, const Views& v) {
    for (std::size_t y = 1; y + 1 < p.height && p.width > 1; ++y)
      std::copy(v.image + y * p.width + 1, v.image + (y + 1) * p.width - 1, v.out + y * p.width + 1);
  }
  static rungs::Comparison compare(const Problem& p, const Views& expected, const Views& actual) {
    if (blind) return {};
    rungs::Comparison result;
    for (std::size_t i = 0; i < p.area(); ++i) {
      const std::size_t x = i % p.width;
      const std::size_t y = i / p.width;
      const bool inside = x > 0 && y > 0 && x + 1 < p.width && y + 1 < p.height;
      const bool negative = inside && actual.out[i] == 255 - actual.image[i];
      if (!negative && actual.out[i] != (inside ? actual.image[i] : expected.out[i]))
        result.add(1, [&] { return "at (" + std::to_string(x) + ", " + std::to_string(y) + ")"; });
    }
    return result;
  }
};

}  // namespace framed
