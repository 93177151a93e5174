// The first pass for large R: distances along the rows as bytes, 32 pixels per thread. gpu/early_exit uses it.
// A block reads its part of a row and 192 pixels on either side, R or more, as bits, and notes which words have any, so
// that a thread finds the nearest white pixels outside its own with a count of zeros. Its own distances it keeps two in
// a word.
#pragma once

#include "cases/distance/gpu/sliding.hpp"

namespace distance::row_distances::inline RUNGS_BACKEND {

inline constexpr unsigned longest_radius = 180;
inline constexpr int piece = 32;  // pixels per thread
inline constexpr unsigned threads = 64;
inline constexpr unsigned beside = (longest_radius + piece - 1) / piece;  // pieces
inline constexpr unsigned held = threads + 2 * beside;
inline constexpr unsigned groups = (held + 31) / 32;  // of pieces, one bit each

/// Bytes of a row of distances; a multiple of 16.
__host__ __device__ inline int pitch_of(int width) { return (width + piece - 1) / piece * piece; }

/// A value in both halves of a word.
__host__ __device__ constexpr unsigned twice(unsigned value) { return value * 0x10001U; }

/// Pixels as bits, leftmost lowest. In the last piece of a row the second half may be outside.
template <bool Vectors>
__device__ __forceinline__ unsigned white_bits(const sliding::WholeImage<Vectors>& image, int x, int y) {
  const uint4 first = image.piece(x, y);
  const uint4 second = image.piece(x + piece / 2, y);
  return sliding::white_bits(first) | sliding::white_bits(second) << 16U;
}

/// Writes a piece's distances, from those of the pixels before and behind it to the nearest white one out there.
__device__ __forceinline__ void write_piece(std::uint8_t* to, unsigned white, unsigned before, unsigned after,
                                            unsigned radius) {
  constexpr int words = piece / 2;
  unsigned away[words];
#pragma unroll
  for (int i = 0; i < words; ++i) {
    const unsigned half = i < words / 2 ? white & 0xFFFFU : white >> 16U;
    const unsigned black = ~(half | half << 15U);  // bits 2j and 2j + 16 are two pixels beside each other
    away[i] = (black >> (2 * i % 16) & 0x10001U) * radius;
  }
  // From the pixels on either side, then from the words on either side.
  unsigned between[words + 1];
  between[0] = __byte_perm(twice(longest_radius), away[0], 0x5432);
  between[words] = __byte_perm(away[words - 1], twice(longest_radius), 0x5432);
#pragma unroll
  for (int i = 1; i < words; ++i) between[i] = __byte_perm(away[i - 1], away[i], 0x5432);
#pragma unroll
  for (int i = 0; i < words; ++i) away[i] = __viaddmin_u16x2(__vminu2(between[i], between[i + 1]), twice(1), away[i]);
  away[0] = __viaddmin_u16x2(twice(before), 0x20001U, away[0]);
#pragma unroll
  for (int i = 1; i < words; ++i) away[i] = __viaddmin_u16x2(away[i - 1], twice(2), away[i]);
  away[words - 1] = __viaddmin_u16x2(twice(after), 0x10002U, away[words - 1]);
#pragma unroll
  for (int i = words - 2; i >= 0; --i) away[i] = __viaddmin_u16x2(away[i + 1], twice(2), away[i]);
  const auto bytes = [&](int i) { return __byte_perm(away[i], away[i + 1], 0x6420); };
#pragma unroll
  for (int i = 0; i < words; i += 8)
    reinterpret_cast<uint4*>(to)[i / 8] = make_uint4(bytes(i), bytes(i + 2), bytes(i + 4), bytes(i + 6));
}

/// Distance to the nearest white pixel of the row for each pixel, at most R, as bytes in the image's order.
template <bool Vectors>
__global__ void __launch_bounds__(threads)
    along_rows(std::uint8_t* nearest, const std::uint8_t* image, int width, int height, unsigned radius) {
  __shared__ unsigned bits[32 * groups];
  __shared__ unsigned some[groups + 2];  // bit i: any white pixel in piece i - 32
  const int pitch = pitch_of(width);
  const unsigned across = (pitch + threads * piece - 1) / (threads * piece);
  const int left = static_cast<int>(blockIdx.x % across * threads * piece);
  const int y = static_cast<int>(blockIdx.x / across);
  if (threadIdx.x == 0) some[0] = some[groups + 1] = 0;
  for (unsigned i = threadIdx.x; i < 32 * groups; i += threads) {
    const int x = left + piece * (static_cast<int>(i) - static_cast<int>(beside));
    bits[i] = i < held ? white_bits(sliding::WholeImage<Vectors>{image, width, height}, x, y) : 0;
    const unsigned any = __ballot_sync(0xFFFFFFFFU, bits[i] != 0);
    if (i % 32 == 0) some[i / 32 + 1] = any;
  }
  __syncthreads();
  const int x = left + piece * static_cast<int>(threadIdx.x);
  if (x >= pitch) return;
  const unsigned own = threadIdx.x + beside;
  // The 32 pieces up to the one before this, the nearest in the highest bit, and the 31 behind it.
  const unsigned* const here = some + 1 + own / 32;
  const unsigned earlier = __funnelshift_r(here[-1], here[0], own % 32);
  const unsigned later = __funnelshift_r(here[0], here[1], own % 32) & ~1U;
  unsigned before = radius;
  unsigned after = radius;
  if (earlier != 0) {
    const unsigned pieces = __clz(static_cast<int>(earlier));
    before = piece * pieces + __clz(static_cast<int>(bits[own - 1 - pieces]));
  }
  if (later != 0) {
    const unsigned pieces = __ffs(static_cast<int>(later)) - 1;
    after = piece * (pieces - 1) + __ffs(static_cast<int>(bits[own + pieces])) - 1;
  }
  write_piece(nearest + rungs::at(x, y, pitch), bits[own], before, after, radius);
}

/// Launches the pass; `nearest` has pitch_of(width) bytes per row.
inline void launch(const rungs::Call<Case>& call, std::uint8_t* nearest) {
  const Problem& p = call.problem;
  const dim3 parts = rungs::grid_for(p.width, p.height, dim3(threads * piece, 1));
  rungs::launch({dim3(parts.x * parts.y), dim3(threads), call.stream},
                sliding::in_vectors(p) ? along_rows<true> : along_rows<false>, nearest, call.views.image, p.width,
                p.height, p.distance_max);
}

}  // namespace distance::row_distances::inline RUNGS_BACKEND
