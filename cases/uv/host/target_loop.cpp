// Over the target: where is this pixel in the lattice, which repetitions cover it, what is their mean?
// The ladder starts here. Each pixel is written once, along the rows, and the order of the repetitions cannot
// change the result. The cost: each pixel needs two divisions to find its cell of the lattice, and then tries
// all neighbours of that cell, including those that do not cover it.
#include <cstdint>
#include <rungs/variant.hpp>

#include "cases/uv/case.hpp"

namespace {

void launch(const uv::Problem& p, const uv::Views& v, rungs::Stream) {
  const uv::Lattice l = p.vectors();
  const std::int64_t det = l.determinant();
  const uv::Neighbours near = uv::neighbours(l, p.repeater);
  const std::int64_t side = p.repeater;
  float* to = v.target;
  for (std::int64_t y = 0; y < p.height; ++y) {
    for (std::int64_t x = 0; x < p.width; ++x) {
      const std::int64_t cell_i = uv::floor_div(x * l.vy - y * l.vx, det);
      const std::int64_t cell_j = uv::floor_div(y * l.ux - x * l.uy, det);
      float sum = 0;
      int count = 0;
      for (std::int64_t j = cell_j + near.first_j; j <= cell_j + near.last_j; ++j) {
        for (std::int64_t i = cell_i + near.first_i; i <= cell_i + near.last_i; ++i) {
          const std::int64_t in_x = x - i * l.ux - j * l.vx;
          const std::int64_t in_y = y - i * l.uy - j * l.vy;
          if (in_x < 0 || in_x >= side || in_y < 0 || in_y >= side) continue;
          const float value = v.repeater[in_y * side + in_x];
          sum += value;
          count += value != 0 ? 1 : 0;
        }
      }
      *to++ = count != 0 ? sum / static_cast<float>(count) : 0.0F;
    }
  }
}

const rungs::Variant<uv::Case> variant{{
    .idea = "over the target: project, try the neighbours, blend",
    .result = uv::Case::Result::mean,
    .launch = launch,
}};

}  // namespace
