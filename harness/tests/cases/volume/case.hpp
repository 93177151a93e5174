// A case with three sides, half precision, a float parameter and two outputs, for testing the harness itself.
#pragma once

#include <rungs/case.hpp>
#include <string_view>
#include <vector>

namespace volume {

struct Problem {
  unsigned m = 1, n = 1, k = 1;
  float scale = 0.5F;

  [[nodiscard]] std::size_t count() const { return std::size_t{m} * n * k; }
};

/// `in` and `scaled` have m x n x k elements, `rounded` as many.
struct Views {
  const rungs::half* in;
  float* scaled;
  std::int8_t* rounded;
};

struct Case {
  using Problem = volume::Problem;
  using Views = volume::Views;
  static constexpr std::string_view name = "volume";
  static constexpr std::string_view title = "scale the elements of a volume";
  static constexpr rungs::Extents default_size{8, 4, 2};
  static constexpr rungs::Extents simulator_size{5, 3, 2};

  static std::vector<rungs::Dimension<Problem>> dimensions() {
    return {{"m", &Problem::m}, {"n", &Problem::n}, {"k", &Problem::k}};
  }
  static std::vector<rungs::Parameter<Problem>> parameters() {
    return {rungs::real("scale", &Problem::scale, -4, 4, {0.1F, 0.5F}, "what elements are multiplied by")};
  }
  static std::vector<Problem> edge_cases() { return {{1, 1, 1, 0.5F}, {1, 7, 3, 2.0F}}; }
  static std::vector<rungs::Buffer<Views>> buffers(const Problem& p) {
    return {rungs::input("in", &Views::in, p.count(),
                         [](std::span<rungs::half> data, std::uint64_t seed) {
                           for (std::size_t i = 0; i < data.size(); ++i)
                             data[i] = rungs::half(static_cast<float>((i + seed) % 32));
                         }),
            rungs::output("scaled", &Views::scaled, p.count()),
            rungs::output("rounded", &Views::rounded, p.count())};
  }
  static rungs::Work work(const Problem& p) { return {2 * p.count(), 5 * p.count(), p.count()}; }
  static void reference(const Problem& p, const Views& v) {
    for (std::size_t i = 0; i < p.count(); ++i) {
      v.scaled[i] = static_cast<float>(v.in[i]) * p.scale;
      v.rounded[i] = static_cast<std::int8_t>(v.scaled[i]);
    }
  }
  static rungs::Comparison compare(const Problem& p, const Views& expected, const Views& actual) {
    auto found = rungs::compare_plane<float>({expected.scaled, p.count()}, {actual.scaled, p.count()}, p.m,
                                             {.relative = 1e-6}, "scaled");
    found.merge(rungs::compare_plane<std::int8_t>({expected.rounded, p.count()}, {actual.rounded, p.count()},
                                                  p.m, {}, "rounded"));
    return found;
  }
};

}  // namespace volume
