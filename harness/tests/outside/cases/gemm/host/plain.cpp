// Three loops on one CPU; the inner one walks along rows of b and c. Halves become floats once, up front.
#include <algorithm>
#include <rungs/variant.hpp>
#include <vector>
#include "cases/gemm/case.hpp"

namespace {

void launch(const gemm::Problem& p, const gemm::Views& v, rungs::Stream) {
  std::vector<float> b(std::size_t{p.k} * p.n);
  std::transform(v.b, v.b + b.size(), b.begin(), [](rungs::half value) { return static_cast<float>(value); });
  for (std::size_t y = 0; y < p.m; ++y) {
    float* const row = v.c + y * p.n;
    std::fill(row, row + p.n, 0.0F);
    for (std::size_t i = 0; i < p.k; ++i) {
      const auto factor = static_cast<float>(v.a[y * p.k + i]);
      for (std::size_t x = 0; x < p.n; ++x) row[x] += factor * b[i * p.n + x];
    }
    for (std::size_t x = 0; x < p.n; ++x) row[x] *= p.alpha;
  }
}

const rungs::Variant<gemm::Case> variant{{
    .idea = "three loops on one CPU",
    .launch = launch,
}};

}  // namespace
