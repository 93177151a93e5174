// gpu/sliding_window with blocks that walk: as many as fit on the GPU at once, each down its part of a strip of
// columns. While a block computes a turn of rows, the next turn's rows become bits, and asynchronous copies bring the
// bytes of those after them to shared memory, which takes no registers: no thread waits for the image. The bits of a
// row are read in one turn only, since the window itself is in registers. So two places in turn hold a turn's rows
// each, and one barrier a turn is enough. Compared with gpu/sliding_window, whose tiles of 68 rows square 96, a part of
// some 300 rows squares 28 more than it has, and there is no last turn of the GPU with half its blocks. The cost: the
// GPU's size decides how the image is cut, and parts of a small image are short. A longer turn moves the window less
// often in its registers, and is more code; fewer blocks have more registers each.
#include <cuda_pipeline.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include "cases/distance/gpu/sliding.hpp"

namespace {

namespace sliding = distance::sliding;
using sliding::bits_per_row;
using sliding::Seam;

constexpr int above = sliding::window - 1;  // the rows in reach before a turn's first, of those that it adds

/// The pixels of the next `turn` rows on their way to bits, in shared memory. A thread copies and converts 16 pixels of
/// every fourth row, and four of every eighth before or behind the strip.
template <int turn> class RowsAhead {
 public:
  static constexpr int places = turn / 4 + turn / 8;  ///< for the copies of a thread

  /// From row `top` on; rows from `end` on are black.
  __device__ __forceinline__ RowsAhead(uint4* staged, const std::uint8_t* image, int width, int left, int top, int end)
      : staged_(staged + threadIdx.x), width_(width), top_(top), end_(end) {
    const int x = left + static_cast<int>(piece() * 16);
    column_ = image + min(x, width - 16);
    end_own_ = x < width ? end : 0;
    const int beside = left + static_cast<int>(word() * 4) + (behind() ? sliding::columns - 16 : -16);
    column_beside_ = image + max(0, min(beside, width - 4));
    end_beside_ = beside >= 0 && beside < width ? end : 0;
  }

  /// Starts the copies. For pixels outside the image others are copied, which put() makes black.
  __device__ __forceinline__ void ask() {
#pragma unroll
    for (int i = 0; i < turn / 4; ++i) {
      const unsigned y = min(top_ + row() + 4 * i, end_ - 1U);
      __pipeline_memcpy_async(own(i), column_ + rungs::at(0, y, width_), sizeof(uint4));
    }
#pragma unroll
    for (int i = 0; i < turn / 8; ++i) {
      const unsigned y = min(top_ + row_beside() + 8 * i, end_ - 1U);
      __pipeline_memcpy_async(beside(i), column_beside_ + rungs::at(0, y, width_), sizeof(unsigned));
    }
    __pipeline_commit();
  }

  /// Stores the bits, once the copies have arrived.
  __device__ __forceinline__ void put(Seam* bits) {
    __pipeline_wait_prior(0);
#pragma unroll
    for (int i = 0; i < turn / 4; ++i) {
      const unsigned white = sliding::white_bits(*own(i));
      const bool inside = top_ + row() + 4 * i < end_own_;
      sliding::put_own(bits + (row() + 4 * i) * bits_per_row, piece(), inside ? white : 0);
    }
    // As sliding::load_sides_from: before the strip the leftmost pixel is lowest, behind it highest.
    unsigned* const to = behind() ? &bits[sliding::words].y : &bits->x;
    const unsigned weights = behind() ? 0x01020408U : 0x08040201U;
    const unsigned shift = behind() ? 21 + 16 - 4 * word() : 9 + 4 * word();
#pragma unroll
    for (int i = 0; i < turn / 8; ++i) {
      const bool inside = top_ + row_beside() + 8 * i < end_beside_;
      unsigned white = inside ? sliding::add_white(*beside(i), weights, 0) << shift : 0;
      white |= __shfl_xor_sync(0xFFFFFFFFU, white, 1);
      white |= __shfl_xor_sync(0xFFFFFFFFU, white, 2);
      if (word() % 4 == 0) to[(row_beside() + 8 * i) * bits_per_row * 2] = white;
    }
    top_ += turn;
  }

 private:
  static __device__ unsigned piece() { return threadIdx.x % 16; }
  static __device__ unsigned row() { return threadIdx.x / 16; }
  static __device__ unsigned word() { return threadIdx.x % 8; }
  static __device__ bool behind() { return threadIdx.x % 8 >= 4; }
  static __device__ unsigned row_beside() { return threadIdx.x / 8; }
  __device__ uint4* own(int i) const { return staged_ + i * sliding::threads; }
  __device__ unsigned* beside(int i) const { return &staged_[(turn / 4 + i) * sliding::threads].x; }

  uint4* staged_;
  const std::uint8_t* column_;
  const std::uint8_t* column_beside_;
  unsigned width_, top_, end_, end_own_, end_beside_;
};

/// Least blocks on a multiprocessor. Elsewhere the compiler would spill.
constexpr int bound([[maybe_unused]] int blocks) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ != 900
  return 1;
#else
  return blocks;
#endif
}

template <bool Vectors, int turn, int blocks>
__global__ void __launch_bounds__(sliding::threads, Vectors ? bound(blocks) : 1)
    ring_of_rows(std::uint32_t* out, const std::uint8_t* image, int width, int height, int tall, int radius,
                 distance::HiddenOne one) {
  auto* const bits = rungs::dynamic_shared<Seam>();
  const sliding::Place place{static_cast<int>(blockIdx.x) * sliding::columns, static_cast<int>(blockIdx.y) * tall};
  // Rows below the last one in reach count as black: nothing reads them.
  const int end = min(height, place.top + tall + sliding::reach);
  const sliding::WholeImage<Vectors> pixels{image, width, end};
  int next = place.top + turn + sliding::reach;  // the first row that is not yet here
  __shared__ uint4 staged[RowsAhead<turn>::places * sliding::threads];
  RowsAhead<turn> ahead(staged, image, width, place.left, next, end);
  if constexpr (Vectors) ahead.ask();
  sliding::load_own_from<turn>(bits, pixels, place);
  sliding::load_sides_from<turn>(bits, pixels, place);
  __syncthreads();

  const unsigned x = threadIdx.x * distance::columns_per_thread;
  const int columns_left = width - static_cast<int>(place.left + x);
  std::uint32_t* to = out + rungs::at(place.left + x, place.top, width);
  const unsigned limit = 0x80000000U >> radius;
  unsigned first_two[above + turn];
  unsigned last_two[above + turn];
  const auto square = [&](int row, const Seam* entry) {
    const distance::Packed squared = sliding::squares(entry + x / 32, x % 32, limit);
    first_two[row] = squared.x;
    last_two[row] = squared.y;
  };
  const auto write = [&](int newest) {
    const distance::Packed nearest = make_uint2(sliding::nearest<above + turn, turn>(first_two, newest, one),
                                                sliding::nearest<above + turn, turn>(last_two, newest, one));
    if (columns_left > 0) distance::store_four<Vectors>(to, nearest, columns_left, distance::Squared{});
    to += width;
  };
#pragma unroll
  for (int row = 0; row < above; ++row) square(row, bits + row * bits_per_row);

  Seam* const places = bits + above * bits_per_row;
  int from = 0;  // the turn's rows are in the first or in the second place
  int left = min(height - place.top, tall);
  for (; left >= turn; left -= turn, next += turn) {
    // The other place was read before the last barrier.
    Seam* const other = places + turn * bits_per_row - from;
    if constexpr (Vectors) {
      ahead.put(other);
      ahead.ask();
    } else {
      constexpr int tall_of_a_turn = turn - 2 * sliding::reach;
      const sliding::Place rows{place.left, next + sliding::reach};
      sliding::load_own_from<tall_of_a_turn>(other, pixels, rows);
      sliding::load_sides_from<tall_of_a_turn>(other, pixels, rows);
    }
#pragma unroll
    for (int i = 0; i < turn; ++i) {
      square(above + i, places + from + i * bits_per_row);
      write(above + i);
    }
    from = turn * bits_per_row - from;
    __syncthreads();
#pragma unroll
    for (int row = 0; row < above; ++row) {
      first_two[row] = first_two[row + turn];
      last_two[row] = last_two[row + turn];
    }
  }
  if constexpr (Vectors) __pipeline_wait_prior(0);  // nothing arrives in the memory of a block that has ended
#pragma unroll
  for (int i = 0; i < turn; ++i) {
    if (i >= left) return;
    square(above + i, places + from + i * bits_per_row);
    write(above + i);
  }
}

/// All blocks run at once, in parts of whole turns.
template <int turn, int blocks>
void launch(const distance::Problem& p, const distance::Views& v, rungs::Stream stream) {
  sliding::require_short_radius(p);
  constexpr std::size_t shared_bytes = (above + 2 * turn) * bits_per_row * sizeof(Seam);
  const auto kernel = sliding::in_vectors(p) ? ring_of_rows<true, turn, blocks> : ring_of_rows<false, turn, blocks>;
  const unsigned strips = (p.width + sliding::columns - 1) / sliding::columns;
  const unsigned parts = std::max(rungs::resident_blocks(kernel, sliding::threads, shared_bytes) / strips, 1U);
  const unsigned tall = (p.height + parts * turn - 1) / (parts * turn) * turn;
  const dim3 grid = rungs::grid_for(p.width, p.height, dim3(sliding::columns, tall));
  rungs::launch({grid, dim3(sliding::threads), stream, shared_bytes}, kernel, v.out, v.image, p.width, p.height, tall,
                p.distance_max, distance::HiddenOne{});
}

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/sliding_window",
    .technique = {"async", "grid"},
    .idea = "as many blocks as fit walk down strips, and copy the next rows while they compute",
    .versions = {{"turn=8;blocks=10", launch<8, 10>},
                 {"turn=16;blocks=10", launch<16, 10>},
                 {"turn=8;blocks=8", launch<8, 8>},
                 {"turn=16;blocks=8", launch<16, 8>}},
    .tunable = true,
}};

}  // namespace
