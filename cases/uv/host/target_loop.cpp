// Over the target: where is this pixel in the lattice, which repetitions cover it, what is their mean?
// The ladder starts here. Each pixel is written once, along the rows, and the order of the repetitions cannot
// change the result. The cost: each pixel needs two divisions to find its cell of the lattice, and then tries
// all neighbours of that cell, including those that do not cover it.
#include <rungs/variant.hpp>
#include "cases/uv/host/mean_at.hpp"

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
      *to++ = uv::mean_at(v, l, side, x, y,
                          {cell_i + near.first_i, cell_i + near.last_i, cell_j + near.first_j, cell_j + near.last_j});
    }
  }
}

const rungs::Variant<uv::Case> variant{{
    .idea = "over the target: project, try the neighbours, blend",
    .result = uv::Case::Result::mean,
    .launch = launch,
}};

}  // namespace
