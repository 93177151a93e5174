// gpu/uv_plain with threads for those repetitions alone that touch the target, and each cut at its edges
// once. The plane of (i, j) between the corners of an oblique lattice holds many that miss the target, whose
// threads still step through the whole repeater. Here a row of repetitions begins with the first that
// touches; the loop bounds leave out what is outside, and with them a test per pixel.
#include "cases/uv/gpu/repetitions.hpp"

namespace {

__global__ void uv_touching(float* target, const float* repeater, uv::Repetitions r) {
  int left = 0;
  int top = 0;
  if (!uv::find_repetition(r, std::size_t{blockIdx.x} * blockDim.x + threadIdx.x, left, top)) return;
  const int from_x = max(0, -left);
  const int to_x = min(r.side, r.width - left);
  const int to_y = min(r.side, r.height - top);
  for (int y = max(0, -top); y < to_y; ++y) {
    const float* const from = repeater + y * r.side;
    float* const to = target + rungs::at(0, static_cast<unsigned>(top + y), static_cast<unsigned>(r.width));
    for (int x = from_x; x < to_x; ++x) {
      const float value = from[x];
      if (value != 0) to[left + x] = value;
    }
  }
}

void launch(const uv::Problem& p, const uv::Views& v, rungs::Stream stream) {
  rungs::fill_bytes(v.target, 0, p.area() * sizeof(float), stream);
  const uv::Repetitions repetitions = uv::repetitions(p);
  const std::size_t places = std::size_t{repetitions.rows.count} * repetitions.rows.columns;
  constexpr unsigned threads = 32;  // there are about ten thousand repetitions: larger blocks leave SMs without work
  rungs::launch({rungs::linear_grid((places + threads - 1) / threads), dim3(threads), stream}, uv_touching, v.target,
                v.repeater, repetitions);
}

const rungs::Variant<uv::Case> variant{{
    .improves = "gpu/uv_plain",
    .technique = {"skip", "hoist"},
    .idea = "only repetitions that touch, cut at the edges once",
    .races = "repetitions that overlap are stored in any order, as the document has them",
    .result = uv::Case::Result::one_of,
    .launch = launch,
}};

}  // namespace
