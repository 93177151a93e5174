// Four pixels per thread: one word of the mask, and one store of 16 bytes where all four are inside.
// Compared with gpu/pixels, a thread reads four bytes of the mask at once. If all are 0 it is done, without a
// division; most threads outside end there. If none is 0, it stores a vector, as stitch's gpu/vector_stores
// does, with the same divisions by reciprocals. Else, at the edge of the mask and at the unaligned ends of a
// row, it stores pixel by pixel. The cost: a warp takes as long as its slowest thread, so each edge within
// 128 pixels costs the warp all three ways. With scattered pixels (`noise1`, `noise50`) that is every warp.
#include "cases/row_vectors.hpp"
#include "cases/stitch_masked/case.hpp"

namespace {

constexpr unsigned threads = 256;

/// The mask of four pixels from `column` on, a byte each. A row of the mask is aligned to four bytes wherever
/// the target's is to 16; at its ends, where some of the four are not in the row, bytes are read one by one.
__device__ unsigned mask_word(const std::uint8_t* row, int column, unsigned width) {
  if (column >= 0 && column + 4 <= static_cast<int>(width)) {
    return *reinterpret_cast<const unsigned*>(row + column);
  }
  unsigned word = 0;
  for (int i = 0; i < 4; ++i) {
    const int x = column + i;
    if (x >= 0 && x < static_cast<int>(width)) word |= unsigned{row[x]} << (8 * i);
  }
  return word;
}

/// Whether no byte is 0. With 1 subtracted from every byte, a highest bit that was not set comes from a 0; a
/// borrow can only reach bytes above one.
__device__ bool all_inside(unsigned word) { return ((word - 0x01010101U) & ~word & 0x80808080U) == 0; }

/// Stores those of the four pixels whose byte is not 0.
__device__ void store_inside(float* to, unsigned word, float4 pixels) {
  if ((word & 0xFFU) != 0) to[0] = pixels.x;
  if ((word & 0xFF00U) != 0) to[1] = pixels.y;
  if ((word & 0xFF0000U) != 0) to[2] = pixels.z;
  if ((word & 0xFF000000U) != 0) to[3] = pixels.w;
}

__global__ void vectors(float* target, unsigned width, const std::uint8_t* mask, const float* repeater,
                        division::Divisor columns, division::Divisor rows, division::Divisor blocks_per_row) {
  const unsigned y = division::quotient(blockIdx.x, blocks_per_row);
  const unsigned block = blockIdx.x - y * blocks_per_row.value;
  const int x = row_vectors::first_column(y, width) + 4 * static_cast<int>(block * threads + threadIdx.x);
  if (x >= static_cast<int>(width)) return;
  const unsigned word = mask_word(mask + rungs::at(0, y, width), x, width);
  if (word == 0) return;
  const float* const row = repeater + division::remainder(y, rows) * columns.value;
  const float4 pixels = row_vectors::four_pixels(row, row_vectors::place_of(x, columns), columns.value);
  float* const to = target + rungs::at(0, y, width);
  if (all_inside(word)) {
    __stcs(reinterpret_cast<float4*>(to + x), pixels);  // all four are in the row
  } else {
    store_inside(to + x, word, pixels);
  }
}

void launch(const stitch_masked::Problem& p, const stitch_masked::Views& v, rungs::Stream stream) {
  const unsigned blocks_per_row = (row_vectors::most(p.width) + threads - 1) / threads;
  const std::size_t blocks = std::size_t{blocks_per_row} * p.height;
  rungs::launch({rungs::linear_grid(blocks), dim3(threads), stream}, vectors, v.target, p.width, v.mask, v.repeater,
                division::by(p.repeater.width), division::by(p.repeater.height), division::by(blocks_per_row));
}

const rungs::Variant<stitch_masked::Case> variant{{
    .improves = "gpu/pixels",
    .technique = {"vector"},
    .idea = "four pixels per thread, stored as 16 bytes where all are inside",
    .launch = launch,
}};

}  // namespace
