// Three passes over each row on one CPU: the maximum, the sum of the powers, the quotients.
#include <algorithm>
#include <cmath>
#include <rungs/variant.hpp>

#include "cases/softmax/case.hpp"

namespace {

void launch(const softmax::Problem& p, const softmax::Views& v, rungs::Stream) {
  for (std::size_t y = 0; y < p.height; ++y) {
    const float* const from = v.input + y * p.width;
    float* const to = v.probabilities + y * p.width;
    const float most = *std::max_element(from, from + p.width);
    double sum = 0;
    for (std::size_t x = 0; x < p.width; ++x) sum += to[x] = std::exp(from[x] - most);
    const auto factor = static_cast<float>(1 / sum);
    for (std::size_t x = 0; x < p.width; ++x) to[x] *= factor;
    v.row_max[y] = most;
  }
}

const rungs::Variant<softmax::Case> variant{{
    .idea = "three passes over each row on one CPU",
    .launch = launch,
}};

}  // namespace
