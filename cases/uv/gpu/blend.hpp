// Blends the lattice's cell, for the variants that do this once and write the target from it.
#pragma once

#include <rungs/device.hpp>

#include "cases/uv/case.hpp"
#include "cases/uv/cell.hpp"

namespace uv::inline RUNGS_BACKEND {

/// Everything needed to blend a pixel; passed to kernels by value.
struct Blend {
  Lattice lattice;
  int det;
  Neighbours near;
  int side;
};

/// For the problem's lattice and pattern.
inline Blend blend_of(const Problem& p) {
  const Lattice l = p.vectors();
  return {l, l.determinant(), neighbours(l, p.repeater), static_cast<int>(p.repeater)};
}

/// As in gpu/target_loop, for a pixel of the cell. All loads of a row of repetitions are in flight before the
/// first is used.
template <class Whole>
__device__ float blended(const Blend& b, const float* repeater, int x, int y) {
  const auto floor_div = [](Whole a, int d) { return static_cast<int>(a / d - (a % d < 0 ? 1 : 0)); };
  const Lattice& l = b.lattice;
  const int first_i = floor_div(Whole{x} * l.vy - Whole{y} * l.vx, b.det) + b.near.first_i;
  const int first_j = floor_div(Whole{y} * l.ux - Whole{x} * l.uy, b.det) + b.near.first_j;
  const auto side = static_cast<unsigned>(b.side);
  float sum = 0;
  int count = 0;
  for (int j = first_j; j <= first_j + b.near.last_j - b.near.first_j; ++j) {
    auto in_x = static_cast<unsigned>(x - first_i * l.ux - j * l.vx);
    auto in_y = static_cast<unsigned>(y - first_i * l.uy - j * l.vy);
#pragma unroll 4
    for (int i = b.near.first_i; i <= b.near.last_i; ++i, in_x -= l.ux, in_y -= l.uy) {
      const float value = in_x < side && in_y < side ? repeater[in_y * side + in_x] : 0.0F;
      sum += value;
      count += value != 0 ? 1 : 0;
    }
  }
  return count > 1 ? sum / static_cast<float>(count) : sum;
}

/// Blends a thread's pixel, in rows of `pitch` pixels from the origin on. Beyond the cell's period they
/// repeat.
template <class Whole>
__device__ void blend_pixel(float* pixels, unsigned pitch, const float* repeater, const Blend& b) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y;
  if (x < pitch)
    pixels[y * pitch + x] = blended<Whole>(b, repeater, static_cast<int>(x), static_cast<int>(y));
}

/// Whether 32 bits are enough for `Whole` in rows of `pitch` pixels.
inline bool blends_in_32_bits(const Problem& p, unsigned pitch) {
  return fits_32_bits(p.vectors(), pitch, cell_of(p.vectors()).rows);
}

/// One thread per pixel of the cell of `p`. Small blocks, so that the few pixels are spread over all SMs.
inline rungs::Grid blend_grid(const Problem& p, unsigned pitch, rungs::Stream stream) {
  const dim3 block(64);
  return {rungs::grid_for(pitch, cell_of(p.vectors()).rows, block), block, stream};
}

}  // namespace uv::inline RUNGS_BACKEND
