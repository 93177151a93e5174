// gpu/sliding_window on an image of floats, where white is not equal to 0.
// From the bits on nothing changes. 32 pixels are 128 bytes here: a warp loads them with one instruction, and
// a vote makes their word of bits, without the arithmetic that gpu/sliding_window needs for 16 bytes in one
// thread. Eight bytes per pixel instead of five, so DRAM bandwidth should matter more; the rows that two
// tiles share are now four times as many bytes from the L2.
#include "cases/distance/gpu/float_image.hpp"
#include "cases/distance/gpu/sliding.hpp"

namespace {

namespace sliding = distance::sliding;

constexpr int lanes = 32;

/// Whether a pixel is white; pixels outside the image are not.
__device__ float load_pixel(const float* image, int x, int y, int width, int image_height) {
  if (x < 0 || x >= width || y < 0 || y >= image_height) return 0.0F;
  return __ldg(image + rungs::at(x, y, width));
}

/// The tile's own columns as bits, one row per warp and turn, and a few rows loaded before the first is used.
__device__ void load_own(sliding::Seam* bits, const float* image, sliding::Place place, int width, int image_height) {
  constexpr int rows_at_once = 2;
  constexpr int warps = sliding::threads / lanes;
  static_assert(sliding::rows % (warps * rows_at_once) == 0);
  const int lane = static_cast<int>(threadIdx.x) % lanes;
  for (int row = static_cast<int>(threadIdx.x) / lanes; row < sliding::rows; row += warps * rows_at_once) {
    float pixels[rows_at_once][sliding::words];
#pragma unroll
    for (int i = 0; i < rows_at_once; ++i) {
#pragma unroll
      for (int word = 0; word < sliding::words; ++word) {
        pixels[i][word] = load_pixel(image, place.left + word * lanes + lane,
                                     place.top - sliding::reach + row + i * warps, width, image_height);
      }
    }
#pragma unroll
    for (int i = 0; i < rows_at_once; ++i) {
      unsigned mine = 0;
#pragma unroll
      for (int word = 0; word < sliding::words; ++word) {
        const unsigned white = __ballot_sync(0xFFFFFFFFU, pixels[i][word] != 0.0F);
        if (lane == word) mine = white;
      }
      if (lane >= sliding::words) continue;
      sliding::Seam* const entry = bits + (row + i * warps) * sliding::bits_per_row + lane;
      entry[0].y = __brev(mine);
      entry[1].x = mine;
    }
  }
}

/// The 16 pixels before the tile and the 16 after it as bits, a row per warp and load.
__device__ void load_sides(sliding::Seam* bits, const float* image, sliding::Place place, int width, int image_height) {
  constexpr int rows_at_once = 8;
  constexpr int warps = sliding::threads / lanes;
  static_assert(sliding::rows % (warps * rows_at_once) == 0);
  const int lane = static_cast<int>(threadIdx.x) % lanes;
  const int x = lane < 16 ? place.left - 16 + lane : place.left + sliding::columns + lane - 16;
  for (int row = static_cast<int>(threadIdx.x) / lanes; row < sliding::rows; row += warps * rows_at_once) {
    float pixels[rows_at_once];
#pragma unroll
    for (int i = 0; i < rows_at_once; ++i) {
      pixels[i] = load_pixel(image, x, place.top - sliding::reach + row + i * warps, width, image_height);
    }
#pragma unroll
    for (int i = 0; i < rows_at_once; ++i) {
      const unsigned white = __ballot_sync(0xFFFFFFFFU, pixels[i] != 0.0F);
      if (lane != 0) continue;
      sliding::Seam* const entry = bits + (row + i * warps) * sliding::bits_per_row;
      entry[0].x = white << 16U;
      entry[sliding::words].y = __brev(white >> 16U);
    }
  }
}

template <bool Vectors>
__global__ void __launch_bounds__(sliding::threads)
    sliding_window_float(std::uint32_t* out, const float* image, int width, int height, int radius,
                         distance::HiddenOne one) {
  auto* const bits = rungs::dynamic_shared<sliding::Seam>();
  const sliding::Place place = sliding::block_place(width);
  load_own(bits, image, place, width, height);
  load_sides(bits, image, place, width, height);
  __syncthreads();
  sliding::write_columns<Vectors>(out, bits, place, width, height, radius, one, distance::Squared{});
}

void launch(const rungs::Call<distance::Case>& call) {
  const distance::Problem& p = call.problem;
  sliding::require_short_radius(p);
  rungs::launch({sliding::tiles(p), dim3(sliding::threads), call.stream, sliding::shared_bytes},
                sliding::in_vectors(p) ? sliding_window_float<true> : sliding_window_float<false>, call.views.out,
                call.state<distance::FloatImage>().data(), p.width, p.height, p.distance_max, distance::HiddenOne{});
}

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/sliding_window",
    .step = rungs::Step::question,
    .idea = "the same on an image of floats; a vote makes 32 bits",
    .result = distance::Case::Result::squared_of_floats,
    .launch = launch,
    .prepare = distance::make_float_image,
}};

}  // namespace
