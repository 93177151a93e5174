// The lattice's cell is blended once, with one thread per cell pixel; then the target is written from it.
// The blended target repeats on the lattice, also at its edges, since repetitions that begin outside take
// part. So only det pixels need a search and a division, about ten thousand instead of a hundred million, and
// the work of gpu/gather_few_candidates, which grew with the overlap, becomes negligible. What remains is
// stitch with a shift per row (lattice.hpp): one block per row, a load, a store, a wrap with a compare. The
// cell is in a workspace and stays in the caches. The cost is one more launch before the one that writes.
#include "cases/uv/gpu/blend.hpp"

namespace {

constexpr unsigned threads = 256;

template <class Whole> __global__ void blend_rows(float* cell, unsigned pitch, const float* repeater, uv::Blend b) {
  uv::blend_pixel<Whole>(cell, pitch, repeater, b);
}

/// `Product` holds the product of two numbers below the period.
template <class Product> __global__ void write_rows(float* target, unsigned width, const float* pixels, uv::Cell cell) {
  const unsigned y = blockIdx.x;
  const float* const row = pixels + y % cell.rows * cell.period;
  // The row's first pixel is the cell's pixel -(y / rows) * shift, modulo the period.
  const auto start =
      static_cast<unsigned>(Product{y / cell.rows % cell.period} * (cell.period - cell.shift) % cell.period);
  float* const to = target + rungs::at(0, y, width);
  const unsigned step = threads % cell.period;
  unsigned from = (start + threadIdx.x) % cell.period;
  for (unsigned x = threadIdx.x; x < width; x += threads) {
    to[x] = row[from];
    from += step;
    if (from >= cell.period) from -= cell.period;
  }
}

void launch(const rungs::Call<uv::Case>& call) {
  const uv::Problem& p = call.problem;
  const uv::Cell cell = uv::cell_of(p.vectors());
  auto* const pixels = reinterpret_cast<float*>(call.workspace);
  rungs::launch(uv::blend_grid(p, cell.period, call.stream),
                uv::blends_in_32_bits(p, cell.period) ? blend_rows<std::int32_t> : blend_rows<std::int64_t>, pixels,
                cell.period, call.views.repeater, uv::blend_of(p));
  rungs::launch({dim3(p.height), dim3(threads), call.stream},
                uv::narrow(cell) ? write_rows<unsigned> : write_rows<std::uint64_t>, call.views.target, p.width, pixels,
                cell);
}

const rungs::Variant<uv::Case> variant{{
    .improves = "gpu/gather_few_candidates",
    .technique = {"once"},
    .idea = "the lattice's cell blended once, then written row by row",
    .result = uv::Case::Result::mean,
    .launch = launch,
    .workspace_bytes = [](const uv::Problem& p) { return uv::cell_of(p.vectors()).area() * sizeof(float); },
}};

}  // namespace
