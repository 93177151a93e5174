// gpu/blended_cell_vector whose second launch begins before the first has ended.
// The blending takes a few microseconds in which almost nothing is written, and then the next grid has to
// start. Here the blending lets it start at once (programmatic dependent launch, compute capability 9.0). Its
// blocks use the SM resources that the blending leaves free, and compute their places in the cell before they
// wait for the blended pixels. The kernels are otherwise the same.
#include "cases/uv/gpu/blend.hpp"
#include "cases/uv/gpu/blended_rows.hpp"

namespace {

__global__ void blend_rows(float* cell, unsigned pitch, const float* repeater, uv::Blend b) {
  rungs::trigger_programmatic_launch();
  uv::blend_pixel(cell, pitch, repeater, b);
}

__global__ void write_rows(float* target, unsigned width, const float* cell, unsigned pitch, uv::Cut cut) {
  const uv::Place place = uv::place_of(cut, width);
  rungs::grid_dependency_synchronize();
  uv::write_vector(target, width, cell, pitch, place);
}

void launch(const uv::Problem& p, const uv::Views& v, std::byte* workspace, rungs::Stream stream) {
  rungs::require_target(write_rows, 90, "a launch that overlaps the previous one");
  const unsigned pitch = uv::pitch_of(uv::cell_of(p.vectors()));
  const uv::Cut cut = uv::cut_of(p);
  auto* const cell = reinterpret_cast<float*>(workspace);
  rungs::launch(uv::blend_grid(p, pitch, stream), blend_rows, cell, pitch, v.repeater, uv::blend_of(p));
  rungs::launch({.blocks = dim3(uv::row_blocks(p, cut)),
                 .threads = dim3(uv::row_threads),
                 .stream = stream,
                 .overlaps = true},
                write_rows, v.target, p.width, cell, pitch, cut);
}

const rungs::Variant<uv::Case> variant{{
    .improves = "gpu/blended_cell_vector",
    .idea = "the launch that writes starts while the cell is blended",
    .result = uv::Case::Result::mean,
    .launch_with_workspace = launch,
    .workspace_bytes = uv::cell_bytes,
}};

}  // namespace
