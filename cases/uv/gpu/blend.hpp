// For the variants that blend the lattice's cell once and write the target from it: the blending, and the
// place in the cell of each vector of the target.
#pragma once

#include "cases/row_vectors.hpp"
#include "cases/uv/case.hpp"

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
template <class Whole> __device__ float blended(const Blend& b, const float* repeater, int x, int y) {
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

/// Blends a thread's pixel, in rows of `pitch` pixels from the origin on. Beyond the cell's period they repeat.
template <class Whole>
__device__ void blend_pixel(float* pixels, unsigned pitch, const float* repeater, const Blend& b) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y;
  if (x < pitch) pixels[y * pitch + x] = blended<Whole>(b, repeater, static_cast<int>(x), static_cast<int>(y));
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

/// Threads per block where a block writes a piece of a row of the target, one vector of four pixels per thread.
constexpr unsigned row_threads = 256;

/// Pixels from one row of the blended cell to the next: the row's vectors and one more, since a vector that
/// begins in the last one ends beyond it.
inline unsigned pitch_of(const Cell& cell) { return ((cell.period + 3) / 4 + 1) * 4; }

/// The cell that rows are written from.
inline Cell row_cell(const Problem& p) { return widened(cell_of(p.vectors())); }

/// Workspace for the blended cell.
inline std::size_t cell_bytes(const Problem& p) {
  const Cell cell = row_cell(p);
  return std::size_t{cell.rows} * pitch_of(cell) * sizeof(float);
}

/// The divisors that a block needs to find its row and its place in the cell.
struct Cut {
  division::Divisor period, rows, pieces;
  unsigned shift;
};

/// For a problem's target and its lattice's cell.
inline Cut cut_of(const Problem& p) {
  const Cell cell = row_cell(p);
  const unsigned pieces = (row_vectors::most(p.width) + row_threads - 1) / row_threads;
  return {division::by(cell.period), division::by(cell.rows), division::by(pieces), cell.shift};
}

/// Blocks for the whole target; throws rungs::Unsupported if they do not fit in a grid.
inline dim3 row_blocks(const Problem& p, const Cut& cut) {
  return rungs::linear_grid(std::size_t{cut.pieces.value} * p.height);
}

/// Where a thread's four pixels go and where in the cell they are.
struct Place {
  unsigned y;
  int x;  ///< on a 16-byte boundary of the target, so perhaps up to three pixels left of the row
  unsigned cell_y, cell_x;
};

/// a * b modulo the divisor, for a and b that are at most that; `Product` holds their product.
template <class Product> __device__ unsigned product_remainder(unsigned a, unsigned b, const division::Divisor& d) {
  if constexpr (sizeof(Product) == sizeof(unsigned)) return division::remainder(a * b, d);
  return static_cast<unsigned>(Product{a} * b % d.value);
}

/// For the calling thread.
template <class Product> __device__ Place place_of(const Cut& cut, unsigned width) {
  const unsigned period = cut.period.value;
  const unsigned y = division::quotient(blockIdx.x, cut.pieces);
  const unsigned piece = blockIdx.x - y * cut.pieces.value;
  const unsigned column = 4 * (piece * row_threads + threadIdx.x);
  const unsigned points = division::quotient(y, cut.rows);
  // The row's first pixel is the cell's pixel -points * shift, modulo the period.
  const unsigned start =
      product_remainder<Product>(division::remainder(points, cut.period), period - cut.shift, cut.period);
  const int off = row_vectors::first_column(y, width);
  const int from = static_cast<int>(division::remainder(start + column, cut.period)) + off;
  return {y, static_cast<int>(column) + off, y - points * cut.rows.value,
          static_cast<unsigned>(from < 0 ? from + static_cast<int>(period) : from)};
}

/// Four pixels from anywhere in a 16-byte aligned row: loads the two aligned vectors that hold them, and
/// selects the four.
inline __device__ float4 four_pixels(const float* row, unsigned from) {
  const auto* const vectors = reinterpret_cast<const float4*>(row) + from / 4;
  const float4 a = vectors[0];
  const float4 b = vectors[1];
  const bool two = (from & 2U) != 0;
  const bool one = (from & 1U) != 0;
  const float p0 = two ? a.z : a.x;
  const float p1 = two ? a.w : a.y;
  const float p2 = two ? b.x : a.z;
  const float p3 = two ? b.y : a.w;
  const float p4 = two ? b.z : b.x;
  return make_float4(one ? p1 : p0, one ? p2 : p1, one ? p3 : p2, one ? p4 : p3);
}

}  // namespace uv::inline RUNGS_BACKEND
