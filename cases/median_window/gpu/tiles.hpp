// Medians of tiles of 4x4 windows from lists that are shared at every level.
//
// A block of threads filters 32 tiles, or 24, side by side, in two strips of four rows: the 16-bit lanes of a word
// are pixels of the two. A tile's windows, of side k, share a core of k - 3 columns and rows. It is merged
// from sorted columns, pairs, fours, eights and sixteens of columns, all of which neighbouring tiles share.
// Then a tile is halved four times, and each half has a larger core:
//   4x4 windows    the core
//   2x4            and a pair of columns at its left or right
//   2x2            and two rows of k - 1 pixels above or below
//   1x2            and a column of k - 1 pixels
//   1x1            and a row of k - 1 pixels, and the one in the corner
// A list drops what cannot be the median (merge_network.hpp), so the larger a core is, the shorter its list.
// Lists are in shared memory down to those of 2x4 windows, and all threads make those of a level. The rest is
// done by a thread for each 2x2 windows.
#pragma once

#include "cases/median_window/case.hpp"
#include "cases/median_window/gpu/bitonic.hpp"
#include "cases/median_window/gpu/shared_rows.hpp"
#include "cases/median_window/gpu/tile_lists.hpp"

namespace median_window::inline RUNGS_BACKEND {

/// Filters the 4x4 windows of a block's tiles from column `left` and of two strips from row `top` on. `shared` has
/// TileLists<window>::words words. If `splits_merges`, the blocks of a merge are done by different threads.
template <unsigned window, bool splits_merges> struct TileFilter {
  using Lists = TileLists<window>;
  static constexpr unsigned tiles = Lists::tiles;
  static constexpr unsigned side = Lists::side;
  static constexpr unsigned quarter = Lists::quarter;

  Views views;
  unsigned width;
  unsigned height;
  unsigned* shared;

  __device__ __forceinline__ void filter(unsigned left, unsigned top) const {
    if (views.image != nullptr) {
      sort_columns(views.image, left, top);
    } else {
      sort_columns(views.image16, left, top);
    }
    __syncthreads();
    constexpr unsigned pairs = (Lists::columns - 1) / 2;
    merge_lists<Of<1, 1>, (pairs + 1) / 2, pairs / 2, 4 * quarter, 4 * quarter, 2 * quarter>(
        {column(1), column(2), pair(0)}, {column(3), column(4), pair(1)});
    merge_lists<Of<2, 2>, tiles + side / 4 - 1, 0, 2 * quarter, 2 * quarter, quarter>(
        {pair(1), pair(2), Lists::fours_at});
    // Tile t needs eights t, and t + 2 and t + 4 if its core has as many columns.
    merge_lists<Of<4, 4>, tiles + (side / 8 - 1) * 2, 0, quarter, quarter, quarter>(
        {Lists::fours_at, Lists::fours_at + 1, Lists::eights_at});
    add_columns<8>();
    merge_lists<MergeOf<window, side * side, 2 * side, Lists::most_in_block>, tiles, tiles, side == 8 ? quarter : tiles,
                2 * quarter, 2 * tiles>({Lists::core_at, pair(0), Lists::halves_at},
                                        {Lists::core_at, pair(window / 2), Lists::halves_at + tiles});
    sort_rows();
    __syncthreads();
    filter_four(left, top);
  }

 private:
  /// The merge of lists of p and q columns of a core.
  template <unsigned p, unsigned q> using Of = MergeOf<window, p * side, q * side, Lists::most_in_block>;

  // Places of the first values of a list: the sorted column c, or pixel of it, and columns 2 * p + 1 and
  // 2 * p + 2. Every fourth column, and every second pair, is at the next place.
  static __host__ __device__ constexpr unsigned place(unsigned c) { return c % 4 * quarter + c / 4; }
  static __host__ __device__ constexpr unsigned column(unsigned c) { return Lists::columns_at + place(c); }
  static __host__ __device__ constexpr unsigned pair(unsigned p) { return Lists::pairs_at + p % 2 * quarter + p / 2; }

  /// Places of two lists and of their merge.
  struct Where {
    unsigned a;
    unsigned b;
    unsigned merged;
  };

  /// Merges `count` lists from `first` on, and `more` lists from `second` on, to as many others, and waits
  /// for all threads. The values of a list are `stride_a`, `stride_b` and `stride` words apart.
  template <class Merge, unsigned count, unsigned more, unsigned stride_a, unsigned stride_b, unsigned stride>
  __device__ __forceinline__ void merge_lists(Where first, Where second = {}) const {
    constexpr unsigned lists = count + more;
#pragma unroll 1
    for (unsigned i = threadIdx.x; i < lists * (splits_merges ? Merge::blocks : 1); i += Lists::threads) {
      const unsigned list = i % lists;
      const Where where = list < count ? first : second;
      unsigned* const at = shared + (list < count ? list : list - count);
      const auto of_a = [values = at + where.a](unsigned k) { return values[k * stride_a]; };
      const auto of_b = [values = at + where.b](unsigned k) { return values[k * stride_b]; };
      const auto result = [values = at + where.merged](unsigned k, unsigned value) { values[k * stride] = value; };
      [&]<unsigned... number>(std::integer_sequence<unsigned, number...>) {
        ((!splits_merges || i / lists == number ? Merge::template block<OfLanes, number>(of_a, of_b, result) : void()),
         ...);
      }
      (std::make_integer_sequence<unsigned, Merge::blocks>{});
    }
    __syncthreads();
  }

  /// Merges the rest of each core's columns to the first `done` of them.
  template <unsigned done> __device__ __forceinline__ void add_columns() const {
    if constexpr (done < side) {
      constexpr unsigned next = Lists::next_of(done);
      constexpr unsigned from = next == 2   ? pair(done / 2 + 1)
                                : next == 4 ? Lists::fours_at + done / 4
                                            : Lists::eights_at + done / 4;
      merge_lists<Of<done, next>, tiles, 0, done == 8 ? quarter : tiles, next == 2 ? 2 * quarter : quarter, tiles>(
          {Lists::sum_at(done), from, Lists::sum_at(done + next)});
      add_columns<done + next>();
    }
  }

  /// Loads all pixels, and sorts the rows of each column that are in a core.
  template <class Pixel>
  __device__ __forceinline__ void sort_columns(const Pixel* image, unsigned left, unsigned top) const {
#pragma unroll 1
    for (unsigned c = threadIdx.x; c < Lists::columns; c += Lists::threads) {
      const Pixel* const from = image + min(left + c, width - 1);
      unsigned pixels[window + 7];
#pragma unroll
      for (unsigned row = 0; row < window + 7; ++row)
        pixels[row] = __ldg(from + std::size_t{min(top + row, height - 1)} * width);
      unsigned values[side];
#pragma unroll
      for (unsigned row = 0; row < window + 3; ++row) {
        const unsigned word = pixels[row] | pixels[row + 4] << 16U;
        if (row >= 3 && row < window) {
          values[row - 3] = word;
        } else {
          shared[Lists::pixels_at + 4 * quarter * (row < 3 ? row : row - side) + place(c)] = word;
        }
      }
      sort_values<OfLanes>(values);
#pragma unroll
      for (unsigned i = 0; i < side; ++i) shared[Lists::columns_at + 4 * quarter * i + place(c)] = values[i];
    }
  }

  /// Sorts the k - 1 pixels of each row that adjacent windows share.
  __device__ __forceinline__ void sort_rows() const {
#pragma unroll 1
    for (unsigned i = threadIdx.x; i < 2 * tiles * Lists::rows; i += Lists::threads) {
      const unsigned first = 4 * (i % tiles) + i / tiles % 2 * 2 + 1;
      unsigned values[window - 1];
#pragma unroll
      for (unsigned k = 0; k < window - 1; ++k) values[k] = pixel(i / (2 * tiles), first + k);
      sort_values<OfLanes>(values);
#pragma unroll
      for (unsigned k = 0; k < window - 1; ++k) shared[Lists::rows_at + 2 * tiles * Lists::rows * k + i] = values[k];
    }
  }

  [[nodiscard]] __device__ __forceinline__ unsigned pixel(unsigned row, unsigned column) const {
    return shared[Lists::pixels_at + 4 * quarter * row + place(column)];
  }

  /// The 2x2 windows of a thread, in either lane; of twice the threads each does one column of them.
  __device__ __forceinline__ void filter_four(unsigned left, unsigned top) const {
    const unsigned half = threadIdx.x % (2 * tiles);  // of a tile; the right ones come last
    const bool is_lower = threadIdx.x / (2 * tiles) % 2 == 1;
    const unsigned x = 4 * (half % tiles) + half / tiles * 2;
    const auto row = [&](unsigned number) {
      return [list = shared + Lists::rows_at + 2 * tiles * number + half](unsigned k) {
        return list[2 * tiles * Lists::rows * k];
      };
    };
    unsigned two_rows[2 * (window - 1)];
    Merge<window - 1, window - 1, 0, 2 * (window - 1)>::template all<OfLanes>(
        row(is_lower ? 3 : 1), row(is_lower ? 4 : 2), [&](unsigned k, unsigned value) { two_rows[k] = value; });
    constexpr unsigned pixels = (window - 1) * (window - 1);
    unsigned core[2 * window];
    MergeOf<window, side*(side + 2), 2 * (side + 2)>::template all<OfLanes>(
        [list = shared + Lists::halves_at + half](unsigned k) { return list[2 * tiles * k]; },
        [&](unsigned k) { return two_rows[k]; }, [&](unsigned k, unsigned value) { core[k] = value; });
#pragma unroll 1
    for (unsigned dx = threadIdx.x / (4 * tiles); dx < 2; dx += Lists::threads / (4 * tiles)) {
      const unsigned c = x + dx * window;
      const unsigned first = pixel(is_lower ? 3 : 1, c);
      const unsigned second = pixel(is_lower ? 4 : 2, c);
      const unsigned ends[2] = {OfLanes::min(first, second), OfLanes::max(first, second)};
      unsigned one_column[window - 1];
      Merge<side, 2, 0, window - 1>::template all<OfLanes>(
          [list = shared + column(c)](unsigned k) { return list[4 * quarter * k]; },
          [&](unsigned k) { return ends[k]; }, [&](unsigned k, unsigned value) { one_column[k] = value; });
      unsigned list[window + 1];
      MergeOf<window, pixels, window - 1>::template all<OfLanes>([&](unsigned k) { return core[k]; },
                                                                 [&](unsigned k) { return one_column[k]; },
                                                                 [&](unsigned k, unsigned value) { list[k] = value; });
#pragma unroll 1
      for (unsigned dy = 0; dy < 2; ++dy) {
        const unsigned number = (is_lower ? 2 : 0) + 3 * dy;
        const unsigned medians = median_of<OfLanes, window>(list, row(number), pixel(number, c));
        const unsigned y = top + (is_lower ? 2 : 0) + dy;
        store(left + x + dx, y, medians & 0xFFFFU);
        store(left + x + dx, y + 4, medians >> 16U);
      }
    }
  }

  /// Writes the median of the window that begins at (x, y), if there is one.
  __device__ __forceinline__ void store(unsigned x, unsigned y, unsigned median) const {
    if (x + window > width || y + window > height) return;
    const std::size_t at = rungs::at(x + window / 2, y + window / 2, width);
    if (views.filtered != nullptr) {
      views.filtered[at] = static_cast<std::uint8_t>(median);
    } else {
      views.filtered16[at] = static_cast<std::uint16_t>(median);
    }
  }
};

template <unsigned window, bool splits_merges>
__global__ void __launch_bounds__(TileLists<window>::threads, TileLists<window>::resident_blocks)
    filter_tiles(Views views, unsigned width, unsigned height, unsigned blocks_per_row) {
  const TileFilter<window, splits_merges> filter{views, width, height, rungs::dynamic_shared<unsigned>()};
  filter.filter(blockIdx.x % blocks_per_row * 4 * TileLists<window>::tiles, blockIdx.x / blocks_per_row * 8);
}

/// Filters the image if the window is one of `windows`; throws Unsupported if it is not.
template <bool splits_merges, unsigned... windows>
void launch_tiles(const Problem& p, const Views& v, rungs::Stream stream) {
  const auto launch_if = [&]<unsigned window>(std::integral_constant<unsigned, window>) {
    if (p.window != window) return false;
    if (!p.has_windows()) return true;
    using Lists = TileLists<window>;
    const dim3 blocks = rungs::grid_for(p.width - window + 1, p.height - window + 1, dim3(4 * Lists::tiles, 8));
    rungs::launch({rungs::linear_grid(std::size_t{blocks.x} * blocks.y), dim3(Lists::threads), stream,
                   Lists::words * sizeof(unsigned)},
                  filter_tiles<window, splits_merges>, v, p.width, p.height, blocks.x);
    return true;
  };
  if ((launch_if(std::integral_constant<unsigned, windows>{}) || ...)) return;
  throw rungs::Unsupported("window=" + std::to_string(p.window) + ": the kernel is compiled for windows" +
                           ((" " + std::to_string(windows)) + ...));
}

}  // namespace median_window::inline RUNGS_BACKEND
