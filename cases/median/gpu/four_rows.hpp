// Four windows, one above the other, filtered as one: their pixels are the bytes of a word.
#pragma once

#include <rungs/device.hpp>
#include "cases/median/case.hpp"
#include "cases/median/network.hpp"

namespace median::inline RUNGS_BACKEND {

/// Threads per block in the variants that filter four rows per thread.
inline constexpr unsigned column_threads = 128;
/// Threads that a multiprocessor can hold (CUDA C++ Programming Guide, technical specifications); the least
/// of current GPUs where the architecture is not known.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
inline constexpr unsigned threads_of_sm = 1024;
#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ != 800 && __CUDA_ARCH__ != 900 && __CUDA_ARCH__ != 1000
inline constexpr unsigned threads_of_sm = 1536;
#else
inline constexpr unsigned threads_of_sm = 2048;
#endif

/// The article's launch bounds ask for 2048 threads on a multiprocessor: so many blocks, or those that fit.
constexpr unsigned blocks_of_sm(unsigned threads) { return threads_of_sm / threads; }

/// Rows per thread.
inline constexpr unsigned packed_rows = 4;

/// Blocks for `frames` frames: columns of windows in x, groups of four rows of windows in y. If there are
/// more groups than a grid can have, a kernel's threads loop. Neither side may be below `window`.
template <unsigned window> inline dim3 four_row_blocks(unsigned width, unsigned height, unsigned frames) {
  const unsigned groups = (height - window) / packed_rows + 1;
  return dim3((width - window) / column_threads + 1, groups < 65535 ? groups : 65535, frames);
}

/// Runs `kernel(filtered, image, width, height)` for windows of 3x3.
template <auto kernel> void launch_four_rows(const Problem& p, const Views& v, rungs::Stream stream) {
  if (p.width < 3 || p.height < 3) return;
  rungs::launch({four_row_blocks<3>(p.width, p.height, p.frames), dim3(column_threads), stream}, kernel, v.filtered,
                v.image, p.width, p.height);
}

/// Packs the pixels of four windows, one above the other, into words: values[y * window + x] has pixel (x, y)
/// of the first window in its lowest byte, and those of the windows below in the next. `pixel(x, y)` reads a
/// pixel, counted from the top left one of the first window.
///
/// Neighbouring windows share all rows but one: window + 3 pixels per column serve four windows, and one
/// shift makes the word of the next row from that of the row above.
template <unsigned window, class Pixel>
__device__ __forceinline__ void pack_four_windows(unsigned (&values)[window * window], Pixel pixel) {
#pragma unroll
  for (unsigned x = 0; x < window; ++x) {
    unsigned word = 0;
#pragma unroll
    for (unsigned y = 0; y < packed_rows; ++y) word |= unsigned{pixel(x, y)} << (8 * y);
    values[x] = word;
#pragma unroll
    for (unsigned y = 1; y < window; ++y) {
      word = __funnelshift_r(word, pixel(x, y + packed_rows - 1), 8);
      values[y * window + x] = word;
    }
  }
}

/// Orders four pairs of bytes at once.
__device__ __forceinline__ void order_bytes(unsigned& low, unsigned& high) {
  const unsigned smaller = __vminu4(low, high);
  high = __vmaxu4(low, high);
  low = smaller;
}

template <unsigned window, std::size_t... step>
__device__ __forceinline__ unsigned median_of_bytes(unsigned (&values)[window * window], std::index_sequence<step...>) {
  (order_bytes(values[low_of<window, step>], values[high_of<window, step>]), ...);
  return values[Network<window>::middle];
}

/// The medians of four windows' packed values, by the network: every index is a constant, so the values stay in
/// registers. The compiler drops a minimum or maximum that is not used again: of the 198 for 25 values 174 are left.
template <unsigned window> __device__ __forceinline__ unsigned median_of_bytes(unsigned (&values)[window * window]) {
  return median_of_bytes<window>(values, Steps<window>{});
}

/// Writes the medians of four windows, packed in a word, whose top left pixels are (left, top) to
/// (left, top + 3). Windows that are not in the frame are left out.
template <unsigned window>
__device__ __forceinline__ void store_four_rows(std::uint8_t* filtered, unsigned width, unsigned height, unsigned left,
                                                unsigned top, unsigned medians) {
#pragma unroll
  for (unsigned y = 0; y < packed_rows; ++y) {
    if (top + y > height - window) return;
    filtered[rungs::at(left + window / 2, top + y + window / 2, width)] = static_cast<std::uint8_t>(medians >> (8 * y));
  }
}

}  // namespace median::inline RUNGS_BACKEND
