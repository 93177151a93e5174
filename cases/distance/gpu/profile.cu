// gpu/black_hoisted, then a second kernel that maps each squared distance through a table: z = f(distance).
// This is the deck's use, where the distance from an engraved outline gives a depth. The distances are
// written to memory and read back, 8 bytes per pixel more than the result needs. Here they are in a
// workspace, so that `z` is this variant's only result.
#include "cases/distance/gpu/grid.hpp"

namespace {

__global__ void black(std::uint32_t* out, const std::uint8_t* image, int width, int height, int radius) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (x >= width) return;
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y) {
    out[rungs::at(x, y, width)] = distance::nearest_white(image, x, y, width, height, radius);
  }
}

__global__ void look_up(float* z, const std::uint32_t* squared, const float* table, std::size_t count) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) z[i] = table[squared[i]];
}

void launch(const rungs::Call<distance::Case>& call) {
  const distance::Problem& p = call.problem;
  const distance::Views& v = call.views;
  auto* const squared = reinterpret_cast<std::uint32_t*>(call.workspace);
  rungs::launch({distance::blocks_for(p), distance::block, call.stream}, black, squared, v.image, p.width, p.height,
                p.distance_max);
  constexpr unsigned threads = 256;
  const auto blocks = static_cast<unsigned>((p.area() + threads - 1) / threads);
  rungs::launch({dim3(blocks), dim3(threads), call.stream}, look_up, v.z, squared, v.table, p.area());
}

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/black_hoisted",
    .step = rungs::Step::question,
    .idea = "a second kernel maps the distance through a table",
    .result = distance::Case::Result::profile,
    .launch = launch,
    .workspace_bytes = [](const distance::Problem& p) { return p.area() * sizeof(std::uint32_t); },
}};

}  // namespace
