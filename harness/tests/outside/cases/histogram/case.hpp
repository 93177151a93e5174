// histogram: how often each value occurs in a row of bytes.
#pragma once

#include <algorithm>
#include <rungs/case.hpp>
#include <rungs/random.hpp>
#include <vector>

namespace histogram {

struct Problem {
  unsigned n = 1;
  bool all_equal = false;  ///< every byte is 255, in edge cases only: all threads count at one place
};

/// `bytes`: n of them. `counts`: 256, one for each value of a byte.
struct Views {
  const std::uint8_t* bytes;
  std::uint32_t* counts;
};

struct Case {
  using Problem = histogram::Problem;
  using Views = histogram::Views;

  static constexpr std::string_view name = "histogram";
  static constexpr std::string_view title = "how often each value of a byte occurs";
  static constexpr rungs::Extents default_size{1U << 28U};
  static constexpr rungs::Extents simulator_size{20000};

  static std::vector<rungs::Dimension<Problem>> dimensions() { return {{"n", &Problem::n}}; }

  static std::vector<rungs::Parameter<Problem>> parameters() { return {}; }

  static std::vector<Problem> edge_cases() {
    return {{1},   {2},   {31},  {33},  {127},  {128},     {129},       {255},
            {256}, {257}, {511}, {513}, {4099}, {1, true}, {4099, true}};
  }

  static std::vector<rungs::Buffer<Views>> buffers(const Problem& p) {
    const auto fill = [all_equal = p.all_equal](std::span<std::uint8_t> bytes, std::uint64_t seed) {
      for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = all_equal ? 255 : static_cast<std::uint8_t>(rungs::random_bits(seed, i));
    };
    return {rungs::input("bytes", &Views::bytes, p.n, fill), rungs::output("counts", &Views::counts, 256)};
  }

  static rungs::Work work(const Problem& p) {
    return {.bytes_read = p.n, .bytes_written = 256 * sizeof(std::uint32_t), .operations = p.n};
  }

  static void reference(const Problem& p, const Views& v) {
    std::fill(v.counts, v.counts + 256, 0);
    for (std::size_t i = 0; i < p.n; ++i) ++v.counts[v.bytes[i]];
  }

  static rungs::Comparison compare(const Problem&, const Views& expected, const Views& actual) {
    return rungs::compare_plane<std::uint32_t>({expected.counts, 256}, {actual.counts, 256}, 256);
  }
};

}  // namespace histogram
