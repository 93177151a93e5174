// gpu/blended_cell with one vector of four pixels per thread.
// This takes a quarter of the stores. The lattice's shift puts every row at another place in the cell, seldom
// on a 16-byte boundary: a thread loads the two aligned vectors that hold its four pixels, and selects them.
// The cell's rows are blended beyond their period, so that vectors never wrap. Each thread divides to find
// its place; the divisors are known before the launch, so a division is a product and a shift (divisor.hpp).
// Rows of the target that are not 16-byte aligned are cut at 16-byte boundaries (row_vectors.hpp).
#include "cases/uv/gpu/blend.hpp"

namespace {

template <class Whole> __global__ void blend_rows(float* cell, unsigned pitch, const float* repeater, uv::Blend b) {
  uv::blend_pixel<Whole>(cell, pitch, repeater, b);
}

template <class Product>
__global__ void write_rows(float* target, unsigned width, const float* cell, unsigned pitch, uv::Cut cut) {
  const uv::Place place = uv::place_of<Product>(cut, width);
  if (place.x >= static_cast<int>(width)) return;
  row_vectors::store(target + rungs::at(0, place.y, width), place.x, width,
                     uv::four_pixels(cell + place.cell_y * pitch, place.cell_x));
}

void launch(const rungs::Call<uv::Case>& call) {
  const uv::Problem& p = call.problem;
  const unsigned pitch = uv::pitch_of(uv::row_cell(p));
  const uv::Cut cut = uv::cut_of(p);
  auto* const cell = reinterpret_cast<float*>(call.workspace);
  rungs::launch(uv::blend_grid(p, pitch, call.stream),
                uv::blends_in_32_bits(p, pitch) ? blend_rows<std::int32_t> : blend_rows<std::int64_t>, cell, pitch,
                call.views.repeater, uv::blend_of(p));
  rungs::launch({dim3(uv::row_blocks(p, cut)), dim3(uv::row_threads), call.stream},
                uv::narrow(uv::row_cell(p)) ? write_rows<unsigned> : write_rows<std::uint64_t>, call.views.target,
                p.width, cell, pitch, cut);
}

const rungs::Variant<uv::Case> variant{{
    .improves = "gpu/blended_cell",
    .technique = {"vector"},
    .idea = "the cell written 16 bytes at a time",
    .result = uv::Case::Result::mean,
    .launch = launch,
    .workspace_bytes = uv::cell_bytes,
}};

}  // namespace
