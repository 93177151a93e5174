// gpu/blended_cell_vector whose second launch begins before the first has ended.
// The blending takes a few microseconds in which almost nothing is written, and then the next grid has to
// start. Here the blending lets it start at once (programmatic dependent launch, compute capability 9.0). Its
// blocks use the SM resources that the blending leaves free, and compute their places in the cell before they
// wait for the blended pixels. The kernels are otherwise the same.
#include "cases/uv/gpu/blend.hpp"

namespace {

template <class Whole> __global__ void blend_rows(float* cell, unsigned pitch, const float* repeater, uv::Blend b) {
  rungs::trigger_programmatic_launch();
  uv::blend_pixel<Whole>(cell, pitch, repeater, b);
}

template <class Product>
__global__ void write_rows(float* target, unsigned width, const float* cell, unsigned pitch, uv::Cut cut) {
  const uv::Place place = uv::place_of<Product>(cut, width);
  rungs::grid_dependency_synchronize();
  if (place.x >= static_cast<int>(width)) return;
  row_vectors::store(target + rungs::at(0, place.y, width), place.x, width,
                     uv::four_pixels(cell + place.cell_y * pitch, place.cell_x));
}

void launch(const rungs::Call<uv::Case>& call) {
  const uv::Problem& p = call.problem;
  const auto write = uv::narrow(uv::row_cell(p)) ? write_rows<unsigned> : write_rows<std::uint64_t>;
  rungs::require_target(write, 90, "a launch that overlaps the previous one");
  const unsigned pitch = uv::pitch_of(uv::row_cell(p));
  const uv::Cut cut = uv::cut_of(p);
  auto* const cell = reinterpret_cast<float*>(call.workspace);
  rungs::launch(uv::blend_grid(p, pitch, call.stream),
                uv::blends_in_32_bits(p, pitch) ? blend_rows<std::int32_t> : blend_rows<std::int64_t>, cell, pitch,
                call.views.repeater, uv::blend_of(p));
  rungs::launch({.blocks = dim3(uv::row_blocks(p, cut)),
                 .threads = dim3(uv::row_threads),
                 .stream = call.stream,
                 .overlaps = true},
                write, call.views.target, p.width, cell, pitch, cut);
}

const rungs::Variant<uv::Case> variant{{
    .improves = "gpu/blended_cell_vector",
    .technique = {"pdl"},
    .idea = "the launch that writes starts while the cell is blended",
    .result = uv::Case::Result::mean,
    .launch = launch,
    .workspace_bytes = uv::cell_bytes,
}};

}  // namespace
