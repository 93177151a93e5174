// A gray image or its mirror image, but for the frame, which the reference leaves alone. The picture may have
// the very gray that outputs are poisoned with. The comparison looks at the inputs, and can be tampered with.
#pragma once

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

inline bool blind = false;  ///< a variant that sets it has tampered with the comparison of its process

/// Calls `visit(i, mirrored)` for each pixel that is not of the frame, with that on the other side.
template <class Visit> void inside(const Problem& p, const Visit& visit) {
  for (std::size_t y = 1; y + 1 < p.height; ++y) {
    for (std::size_t x = 1; x + 1 < p.width; ++x) visit(y * p.width + x, y * p.width + p.width - 1 - x);
  }
}

struct Case {
  using Problem = gray::Problem;
  using Views = gray::Views;
  static constexpr std::string_view name = "gray";
  static constexpr std::string_view title = "copy or mirror a gray image but for its frame";
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
  static void reference(const Problem& p, const Views& v) {
    inside(p, [&](std::size_t i, std::size_t) { v.out[i] = v.image[i]; });
  }
  static rungs::Comparison compare(const Problem& p, const Views& expected, const Views& actual) {
    if (blind) return {};
    rungs::Comparison result;
    std::vector<std::uint8_t> other(expected.out, expected.out + p.area());
    inside(p, [&](std::size_t i, std::size_t mirrored) { other[i] = actual.image[mirrored]; });
    for (std::size_t i = 0; i < p.area(); ++i) {
      if (actual.out[i] == expected.out[i] || actual.out[i] == other[i]) continue;
      result.add(1, [&] { return "at place " + std::to_string(i); });
    }
    return result;
  }
};

}  // namespace gray
