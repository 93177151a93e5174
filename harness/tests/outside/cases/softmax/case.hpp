// softmax: each row of a matrix as probabilities.
#pragma once

#include <algorithm>
#include <cmath>
#include <rungs/case.hpp>
#include <rungs/random.hpp>
#include <vector>

namespace softmax {

struct Problem : rungs::Size {};

/// `input` and `probabilities`: width x height, row-major. `row_max`: the largest value of each row.
struct Views {
  const float* input;
  float* probabilities;
  float* row_max;
};

struct Case {
  using Problem = softmax::Problem;
  using Views = softmax::Views;

  static constexpr std::string_view name = "softmax";
  static constexpr std::string_view title = "each row of a matrix as probabilities";
  static constexpr rungs::Size default_size{4096, 8192};
  static constexpr rungs::Size simulator_size{300, 20};

  static std::vector<rungs::Parameter<Problem>> parameters() { return {}; }

  static std::vector<Problem> edge_cases() {
    return {{{1, 1}},   {{1, 97}},  {{2, 3}},   {{4, 1}},    {{31, 5}},   {{32, 5}},   {{33, 5}},
            {{255, 3}}, {{256, 3}}, {{257, 3}}, {{1023, 2}}, {{1024, 2}}, {{1028, 2}}, {{2053, 1}}};
  }

  static std::vector<rungs::Buffer<Views>> buffers(const Problem& p) {
    // Even rows from 64 to 96, where exp overflows unless the maximum is taken off first; odd ones from -128
    // to -96.
    const auto fill = [width = p.width](std::span<float> values, std::uint64_t seed) {
      for (std::size_t i = 0; i < values.size(); ++i) {
        const float least = i / width % 2 == 0 ? 64.0F : -128.0F;
        values[i] = least + static_cast<float>(rungs::random_below(seed, i, 32768)) / 1024.0F;
      }
    };
    return {rungs::input("input", &Views::input, p.area(), fill),
            rungs::output("probabilities", &Views::probabilities, p.area()),
            rungs::output("row_max", &Views::row_max, p.height)};
  }

  /// A value has five operations: compared, subtracted, exp, added, divided.
  static rungs::Work work(const Problem& p) {
    return {.bytes_read = p.area() * sizeof(float),
            .bytes_written = (p.area() + p.height) * sizeof(float),
            .operations = 5 * p.area()};
  }

  static void reference(const Problem& p, const Views& v) {
    std::vector<double> powers(p.width);
    for (std::size_t y = 0; y < p.height; ++y) {
      const std::span<const float> row(v.input + y * p.width, p.width);
      const double most = v.row_max[y] = *std::max_element(row.begin(), row.end());
      double sum = 0;
      for (std::size_t x = 0; x < p.width; ++x) sum += powers[x] = std::exp(row[x] - most);
      for (std::size_t x = 0; x < p.width; ++x)
        v.probabilities[y * p.width + x] = static_cast<float>(powers[x] / sum);
    }
  }

  static rungs::Comparison compare(const Problem& p, const Views& expected, const Views& actual) {
    auto result =
        rungs::compare_plane<float>({expected.probabilities, p.area()}, {actual.probabilities, p.area()},
                                    p.width, {.ulp = 64}, "probabilities");
    result.merge(rungs::compare_plane<float>({expected.row_max, p.height}, {actual.row_max, p.height}, 1, {},
                                             "row_max"));
    return result;
  }
};

}  // namespace softmax
