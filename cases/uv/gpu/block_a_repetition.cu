// One block per repetition: its threads store adjacent pixels, one warp per row of the repeater.
// Compared with gpu/uv_touching, a warp's 32 stores are coalesced and fill complete sectors, except at a
// row's ends and around transparent pixels. And there are 256 threads per repetition instead of one, enough
// to hide memory latency. The cost: each thread finds the repetition again, about sixty instructions for
// forty pixels. The target is still cleared before, and written once for every repetition that covers it.
#include "cases/uv/gpu/repetitions.hpp"

namespace {

__global__ void block_a_repetition(float* target, const float* repeater, uv::Repetitions r) {
  int left = 0;
  int top = 0;
  if (!uv::find_repetition(r, blockIdx.x, left, top)) return;
  const int to_x = min(r.side, r.width - left);
  const int to_y = min(r.side, r.height - top);
  const int first_x = max(0, -left) + static_cast<int>(threadIdx.x);
  const int first_y = max(0, -top) + static_cast<int>(threadIdx.y);
  for (int y = first_y; y < to_y; y += static_cast<int>(blockDim.y)) {
    const float* const from = repeater + y * r.side;
    float* const to = target + rungs::at(0, static_cast<unsigned>(top + y), static_cast<unsigned>(r.width));
    for (int x = first_x; x < to_x; x += static_cast<int>(blockDim.x)) {
      const float value = from[x];
      if (value != 0) to[left + x] = value;
    }
  }
}

void launch(const uv::Problem& p, const uv::Views& v, rungs::Stream stream) {
  rungs::fill_bytes(v.target, 0, p.area() * sizeof(float), stream);
  const uv::Repetitions r = uv::repetitions(p);
  const std::size_t places = std::size_t{r.rows.count} * r.rows.columns;
  rungs::launch({rungs::linear_grid(places), dim3(32, 8), stream}, block_a_repetition, v.target, v.repeater, r);
}

const rungs::Variant<uv::Case> variant{{
    .improves = "gpu/uv_touching",
    .technique = {"grid", "coalesce"},
    .idea = "one block per repetition, coalesced stores",
    .races = "repetitions that overlap are stored in any order, as the document has them",
    .result = uv::Case::Result::one_of,
    .launch = launch,
}};

}  // namespace
