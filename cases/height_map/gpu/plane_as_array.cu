// The volume and the projected surface need no neighbours, so the plane is read as one long array: persistent
// blocks step over it with four 16-byte loads in flight per thread, as in reduce/gpu/one_launch.
// gpu/rows_in_registers gives each warp a strip of 128 columns and 32 rows, and starts and ends a block for
// every eight of them. Here few blocks live until the end, work closely together and share one fold. The
// surface needs the row above and is unsupported. No term passes through more than 1024 additions as long as
// a thread takes at most about 1000 vectors (reference/height_map.hpp).
#include "cases/height_map/gpu/terms.hpp"
#include "cases/reduce/gpu/last_block.hpp"
#include "cases/reduce/gpu/vector_loads.hpp"

namespace {

using height_map::Measure;

constexpr auto sum = reduce::Op::sum;
constexpr reduce::Walk walk;

/// A load of four heights that gives their terms.
template <Measure measure>
struct Terms {
  __device__ float4 operator()(const float4* from) const {
    using height_map::pixel_term;
    const float4 four = *from;
    return {pixel_term<measure>(four.x), pixel_term<measure>(four.y), pixel_term<measure>(four.z),
            pixel_term<measure>(four.w)};
  }
  __device__ float operator()(const float* from) const { return height_map::pixel_term<measure>(*from); }
};

template <Measure measure>
__global__ void plane_as_array(float* result, float* of_blocks, const float* heights, std::size_t count) {
  const float mine = reduce::fold_share<sum, walk>(heights, count, Terms<measure>{});
  reduce::fold_last<sum, reduce::Shuffles>(result, of_blocks,
                                           reduce::fold_block<sum, reduce::Shuffles>(mine));
}

auto kernel_for(const height_map::Problem& p) {
  return p.measure == Measure::volume ? plane_as_array<Measure::volume> : plane_as_array<Measure::projected>;
}

unsigned blocks_for(const height_map::Problem& p) {
  return reduce::blocks_for(kernel_for(p), walk, p.area());
}

std::size_t workspace_bytes(const height_map::Problem& p) { return blocks_for(p) * sizeof(float); }

void launch(const height_map::Problem& p, const height_map::Views& v, std::byte* workspace,
            rungs::Stream stream) {
  if (p.measure == Measure::surface) throw rungs::Unsupported("the surface needs the row above");
  rungs::launch({dim3(blocks_for(p)), dim3(walk.threads), stream}, kernel_for(p), v.result,
                reinterpret_cast<float*>(workspace), v.heights, p.area());
}

const rungs::Variant<height_map::Case> variant{{
    .improves = "gpu/rows_in_registers",
    .idea = "the plane as one long array, where no neighbours are needed",
    .launch_with_workspace = launch,
    .workspace_bytes = workspace_bytes,
}};

}  // namespace
