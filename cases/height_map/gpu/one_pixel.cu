// One thread per pixel; a block adds its 256 values in a tree in shared memory, further passes add the blocks' sums.
// The first step. For the surface, a thread computes the two triangles of the cell right of and below its pixel, so
// every height is loaded up to four times, from the L1 except at a block's edges. Each thread has only its own few
// loads under way, a block soon waits at its barriers, and the passes wait for each other.
#include <utility>
#include "cases/height_map/gpu/terms.hpp"

namespace {

using height_map::Measure;

const dim3 block(32, 8);
constexpr unsigned threads = 256;

__device__ float* values_of_block() {
  __shared__ float values[threads];
  return values;
}

/// The sum over the block's threads, in thread 0.
__device__ float add_up(float mine) {
  float* const values = values_of_block();
  const unsigned thread = threadIdx.y * blockDim.x + threadIdx.x;
  values[thread] = mine;
  for (unsigned half = threads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (thread < half) values[thread] += values[thread + half];
  }
  return values[0];
}

/// Twice the area of a triangle, from beside_one() of one leg's difference and the difference of the other.
__device__ float twice_triangle(float beside_one, float difference) {
  return __fsqrt_rn(__fmaf_rn(difference, difference, beside_one));
}

template <Measure measure>
__device__ float term_at(const float* heights, unsigned x, unsigned y, unsigned width, unsigned height) {
  const float* const at = heights + rungs::at(x, y, width);
  if constexpr (measure != Measure::surface) {
    return x < width && y < height ? height_map::pixel_term<measure>(*at) : 0.0F;
  } else {
    if (x + 1 >= width || y + 1 >= height) return 0.0F;
    const float upper_left = at[0];
    const float upper_right = at[1];
    const float lower_left = at[width];
    const float lower_right = at[width + 1];
    return 0.5F * (twice_triangle(height_map::beside_one(upper_right - upper_left), lower_left - upper_left) +
                   twice_triangle(height_map::beside_one(lower_right - lower_left), lower_right - upper_right));
  }
}

template <Measure measure>
__global__ void one_pixel(float* of_blocks, const float* heights, unsigned width, unsigned height) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  const float sum = add_up(term_at<measure>(heights, x, y, width, height));
  if (threadIdx.x == 0 && threadIdx.y == 0) of_blocks[rungs::at(blockIdx.x, blockIdx.y, gridDim.x)] = sum;
}

/// Leaves the sum of every 256 values.
__global__ void add_values(float* to, const float* from, std::size_t count) {
  const std::size_t i = std::size_t{blockIdx.x} * threads + threadIdx.x;
  const float sum = add_up(i < count ? from[i] : 0.0F);
  if (threadIdx.x == 0) to[blockIdx.x] = sum;
}

dim3 blocks_for(const height_map::Problem& p) {
  const dim3 blocks = rungs::grid_for(p.width, p.height, block);
  if (blocks.y > 65535) throw rungs::Unsupported("needs more rows of blocks than a grid can have");
  return blocks;
}

std::size_t after_a_pass(std::size_t count) { return (count + threads - 1) / threads; }

std::size_t values_of(const height_map::Problem& p) {
  const dim3 blocks = blocks_for(p);
  return std::size_t{blocks.x} * blocks.y;
}

/// A pass reads the values of the one before while it writes its own.
std::size_t workspace_bytes(const height_map::Problem& p) {
  return (values_of(p) + after_a_pass(values_of(p))) * sizeof(float);
}

auto kernel_for(Measure measure) {
  if (measure == Measure::surface) return one_pixel<Measure::surface>;
  return measure == Measure::volume ? one_pixel<Measure::volume> : one_pixel<Measure::projected>;
}

void launch(const rungs::Call<height_map::Case>& call) {
  const height_map::Problem& p = call.problem;
  const height_map::Views& v = call.views;
  std::size_t count = values_of(p);
  auto* from = reinterpret_cast<float*>(call.workspace);
  float* to = from + count;
  rungs::launch({blocks_for(p), block, call.stream}, kernel_for(p.measure), count == 1 ? v.result : from, v.heights,
                p.width, p.height);
  while (count > 1) {
    const std::size_t blocks = after_a_pass(count);
    rungs::launch({rungs::linear_grid(blocks), dim3(threads), call.stream}, add_values, blocks == 1 ? v.result : to,
                  from, count);
    std::swap(from, to);
    count = blocks;
  }
}

const rungs::Variant<height_map::Case> variant{{
    .idea = "a thread per pixel, a tree per block, passes over the blocks' sums",
    .launch = launch,
    .workspace_bytes = workspace_bytes,
}};

}  // namespace
