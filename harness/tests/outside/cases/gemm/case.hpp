// gemm: the product of two matrices of half precision.
#pragma once

#include <algorithm>
#include <cmath>
#include <rungs/case.hpp>
#include <rungs/parallel.hpp>
#include <rungs/random.hpp>
#include <vector>

namespace gemm {

/// `a` has m rows of k, `b` has k rows of n, `c` has m rows of n.
struct Problem {
  unsigned m = 1, n = 1, k = 1;
  float alpha = 1;
};

/// c = alpha * a * b, all row-major.
struct Views {
  const rungs::half *a, *b;
  float* c;
};

struct Case {
  using Problem = gemm::Problem;
  using Views = gemm::Views;
  static constexpr std::string_view name = "gemm", title = "the product of two matrices of half precision";
  static constexpr rungs::Extents default_size{4096, 4096, 512}, simulator_size{48, 72, 40};
  static std::size_t area(unsigned rows, unsigned columns) { return std::size_t{rows} * columns; }
  static std::vector<rungs::Dimension<Problem>> dimensions() {
    return {{"m", &Problem::m}, {"n", &Problem::n}, {"k", &Problem::k}};
  }
  static std::vector<rungs::Parameter<Problem>> parameters() {
    return {rungs::real("alpha", &Problem::alpha, -16, 16, {1.0F, 0.5F}, "factor of the product")};
  }
  static std::vector<Problem> edge_cases() {
    return {{1, 1, 1},    {1, 1, 300}, {65, 33, 1},  {7, 8, 9},          {9, 7, 8},          {16, 16, 16},
            {17, 15, 16}, {32, 8, 32}, {31, 33, 31}, {37, 41, 43, 0.5F}, {33, 1, 65, -2.0F}, {9, 8, 5, 0.0F}};
  }
  static std::vector<rungs::Buffer<Views>> buffers(const Problem& p) {
    const auto fill = [](std::span<rungs::half> values, std::uint64_t seed) {  // exact in half: 1/1024s
      for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = rungs::half(static_cast<float>(rungs::random_below(seed, i, 2049)) / 1024.0F - 1.0F);
    };
    return {rungs::input("a", &Views::a, area(p.m, p.k), fill), rungs::input("b", &Views::b, area(p.k, p.n), fill),
            rungs::output("c", &Views::c, area(p.m, p.n))};
  }
  static rungs::Work work(const Problem& p) {
    return {.bytes_read = (area(p.m, p.k) + area(p.k, p.n)) * sizeof(rungs::half),
            .bytes_written = area(p.m, p.n) * sizeof(float),
            .operations = 2 * area(p.m, p.n) * p.k};
  }
  /// Sums in double; each thread has a band of rows.
  static void reference(const Problem& p, const Views& v) {
    std::vector<float> b(area(p.k, p.n));
    std::transform(v.b, v.b + b.size(), b.begin(), rungs::to_double<rungs::half>);
    rungs::for_bands(p.m, 1, 0, [&](std::size_t row, std::size_t end) {
      for (; row < end; ++row) {
        std::vector<double> sums(p.n);
        for (std::size_t i = 0; i < p.k; ++i) {
          const double factor = rungs::to_double(v.a[row * p.k + i]);
          for (std::size_t x = 0; x < p.n; ++x) sums[x] += factor * b[i * p.n + x];
        }
        for (std::size_t x = 0; x < p.n; ++x) v.c[row * p.n + x] = static_cast<float>(p.alpha * sums[x]);
      }
    });
  }
  /// A sum in float is the farther off the more products it has, and alpha scales that.
  static rungs::Comparison compare(const Problem& p, const Views& expected, const Views& actual) {
    return rungs::compare_plane<float>({expected.c, area(p.m, p.n)}, {actual.c, area(p.m, p.n)}, p.n,
                                       {.absolute = 1e-6 * p.k * std::fabs(p.alpha), .relative = 1e-6});
  }
};

}  // namespace gemm
