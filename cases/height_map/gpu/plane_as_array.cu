// The volume and the projected surface need no neighbours, so the plane is read as one long array: persistent
// blocks step over it with four 16-byte loads in flight per thread, as in reduce/gpu/one_launch.
// gpu/rows_in_registers gives each warp a strip of 128 columns and 32 rows, and starts and ends a block for
// every eight of them. Here few blocks live until the end, work closely together and share one fold. The
// surface needs the row above and is unsupported. No term passes through more than 1024 additions as long as
// a thread takes at most about 1000 vectors (reference/height_map.hpp).
#include "cases/height_map/gpu/terms.hpp"

namespace {

using height_map::Measure;

constexpr unsigned threads = 256;
constexpr unsigned loads = 4;                                   // of 16 bytes that each thread has in flight
constexpr std::size_t turn = std::size_t{threads} * loads * 4;  // heights per block

/// This thread's part of `count` heights: the block takes every gridDim.x-th turn. Only the block with the
/// incomplete turn has a rest.
template <Measure measure> __device__ float add_share(const float* heights, std::size_t count) {
  using height_map::pixel_term;
  float4 sums{};
  const auto load = [](const float4* from) -> float4 {
    const float4 four = *from;
    return {pixel_term<measure>(four.x), pixel_term<measure>(four.y), pixel_term<measure>(four.z),
            pixel_term<measure>(four.w)};
  };
  std::size_t first = blockIdx.x * turn;
  for (; first + turn <= count; first += gridDim.x * turn) {
    const auto* const from = reinterpret_cast<const float4*>(heights + first) + threadIdx.x;
    float4 held[loads];
#pragma unroll
    for (unsigned i = 0; i < loads; ++i) held[i] = load(from + i * threads);
#pragma unroll
    for (unsigned i = 0; i < loads; ++i) {
      sums.x += held[i].x;
      sums.y += held[i].y;
      sums.z += held[i].z;
      sums.w += held[i].w;
    }
  }
  for (std::size_t i = first + threadIdx.x; i < count; i += threads) sums.x += pixel_term<measure>(heights[i]);
  return (sums.x + sums.y) + (sums.z + sums.w);
}

template <Measure measure>
__global__ void plane_as_array(float* result, float* of_blocks, const float* heights, std::size_t count) {
  height_map::add_up(result, of_blocks, add_share<measure>(heights, count));
}

auto kernel_for(const height_map::Problem& p) {
  return p.measure == Measure::volume ? plane_as_array<Measure::volume> : plane_as_array<Measure::projected>;
}

/// Half as many as fit on the GPU, but none without a turn.
unsigned blocks_for(const height_map::Problem& p) {
  const std::size_t turns = (p.area() + turn - 1) / turn;
  const unsigned resident = rungs::resident_blocks(kernel_for(p), threads);
  return static_cast<unsigned>(std::min<std::size_t>(turns, std::max(resident / 2, 1U)));
}

void launch(const rungs::Call<height_map::Case>& call) {
  const height_map::Problem& p = call.problem;
  if (p.measure == Measure::surface) throw rungs::Unsupported("the surface needs the row above");
  rungs::launch({dim3(blocks_for(p)), dim3(threads), call.stream}, kernel_for(p), call.views.result,
                reinterpret_cast<float*>(call.workspace), call.views.heights, p.area());
}

const rungs::Variant<height_map::Case> variant{{
    .improves = "gpu/rows_in_registers",
    .no_technique = "measures that need no neighbours, without the strips of those that do",
    .idea = "the plane as one long array, where no neighbours are needed",
    .launch = launch,
    .workspace_bytes = [](const height_map::Problem& p) { return blocks_for(p) * sizeof(float); },
}};

}  // namespace
