// Sixteen pixels of a row at a time: how they are loaded, spread over registers and stored, and which thread
// filters which.
#pragma once

#include <algorithm>
#include <rungs/device.hpp>
#include "cases/median/case.hpp"

namespace median::inline RUNGS_BACKEND {

/// Pixels per row that a thread filters.
inline constexpr unsigned segment_pixels = 16;

/// A segment as it is in memory, with four pixels on each side.
struct Segment {
  unsigned word[segment_pixels / 4];
  unsigned left;
  unsigned right;
};

/// The same pointer, but the compiler no longer knows how it was computed. A row's address is then one
/// multiply-add, on another unit than minima, and the compiler does not recompute the sum for every row.
template <class T> __device__ __forceinline__ T* as_one_value(T* pointer) {
#if !defined(RUNGS_SIMULATOR)
  asm("" : "+l"(pointer));
  __builtin_assume(__isGlobal(pointer) != 0);
#endif
  return pointer;
}

/// The same word, which the compiler keeps as it was computed.
__device__ __forceinline__ unsigned as_one_value(unsigned word) {
#if !defined(RUNGS_SIMULATOR)
  asm("" : "+r"(word));
#endif
  return word;
}

/// One frame, the first of several that are contiguous in memory.
struct Frame {
  std::uint8_t* filtered;
  const std::uint8_t* image;
  unsigned width;
  unsigned height;
  const std::uint8_t* last_word;  ///< the aligned word that holds the last pixel of all frames

  /// The frame that comes `index` frames later.
  [[nodiscard]] __host__ __device__ __forceinline__ Frame later(unsigned index) const {
    const std::size_t offset = index * rungs::at(0, height, width);
    return {filtered + offset, image + offset, width, height, last_word};
  }

  /// The frame as seen from a column: its planes begin there.
  [[nodiscard]] __device__ __forceinline__ Frame from_column(unsigned x) const {
    return {as_one_value(filtered + x), as_one_value(image + x), width, height, last_word};
  }
};

/// The word that holds the last of `bytes` bytes.
inline const std::uint8_t* last_word_of(const std::uint8_t* from, std::size_t bytes) {
  const std::uint8_t* const last = from + bytes - 1;
  return last - reinterpret_cast<std::uintptr_t>(last) % 4;
}

/// The problem's first frame.
inline Frame first_frame(const Problem& p, const Views& v) {
  return {v.filtered, v.image, p.width, p.height, last_word_of(v.image, p.pixels())};
}

__device__ __forceinline__ unsigned load_word(const std::uint8_t* from) {
  return __ldg(reinterpret_cast<const unsigned*>(from));
}

/// The segment of row y of a frame that is seen from column x. Pixels outside the row are undefined. With aligned rows
/// this is one 16-byte load, and one of 4 bytes on either side; otherwise it loads the words around and shifts.
template <bool aligned> __device__ __forceinline__ Segment load_segment(const Frame& frame, unsigned x, unsigned y) {
  const std::uint8_t* const from = frame.image + std::size_t{y} * frame.width;
  if constexpr (aligned) {
    const uint4 middle = __ldg(reinterpret_cast<const uint4*>(from));
    Segment segment{{middle.x, middle.y, middle.z, middle.w}, 0, 0};
    if (x != 0) segment.left = load_word(from - 4);
    if (x + segment_pixels != frame.width) segment.right = load_word(from + segment_pixels);
    return segment;
  } else {
    const auto beyond = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(from) % 4);
    const std::uint8_t* const words = from - beyond;
    unsigned word[7];
    word[0] = x != 0 && words > frame.image - x ? load_word(words - 4) : 0;  // there may be none
#pragma unroll
    for (unsigned i = 0; i < 6; ++i) {
      const std::uint8_t* const address = words + 4 * i;
      word[i + 1] = load_word(address < frame.last_word ? address : frame.last_word);
    }
    unsigned pixels[6];
#pragma unroll
    for (unsigned i = 0; i < 6; ++i) pixels[i] = __funnelshift_r(word[i], word[i + 1], 8 * beyond);
    return {{pixels[1], pixels[2], pixels[3], pixels[4]}, pixels[0], pixels[5]};
  }
}

/// Which byte of a 16-bit lane holds its pixel. In the upper one it costs least: the lower then holds
/// whatever was next to it, and as the upper byte decides minima and maxima first, that of a network's result
/// is right. In the lower one the lane is the pixel as a number, with zeros above it.
enum class LaneByte { upper, lower };

/// Pixels x and x + 8 of a segment, for x from -border to 7 + border, in the lanes of lanes[x + border].
template <unsigned border, LaneByte place = LaneByte::upper>
__device__ __forceinline__ void spread(const Segment& s, unsigned (&lanes)[8 + 2 * border]) {
  constexpr bool upper = place == LaneByte::upper;
  constexpr unsigned lower_bytes = 0x00FF00FF;
#pragma unroll
  for (unsigned i = 0; i < 4; ++i) {
    // Four pixels of both halves: 0, 1, 8, 9, then 2, 3, 10, 11 and so on. The even ones are in the lower bytes.
    const unsigned four = __byte_perm(s.word[i / 2], s.word[i / 2 + 2], i % 2 == 0 ? 0x5410 : 0x7632);
    lanes[border + 2 * i] = upper ? four << 8 : four & lower_bytes;
    lanes[border + 2 * i + 1] = upper ? four : __byte_perm(four, 0, 0x4341);
  }
#pragma unroll
  for (unsigned i = 1; i <= border; ++i) {
    // Pixels -i and 8 - i are byte 4 - i of their words, pixels 7 + i and 15 + i byte i - 1.
    const unsigned left = (4 - i) | (8 - i) << 8;
    const unsigned right = (i - 1) | (i + 3) << 8;
    lanes[border - i] = __byte_perm(s.left, s.word[1], upper ? left << 4 : left);
    lanes[border + 7 + i] = __byte_perm(s.word[2], s.right, upper ? right << 4 : right);
    if (!upper) lanes[border - i] &= lower_bytes;
    if (!upper) lanes[border + 7 + i] &= lower_bytes;
  }
}

/// The pixels in the lanes, in memory order.
template <LaneByte place = LaneByte::upper> __device__ __forceinline__ uint4 gather(const unsigned (&lanes)[8]) {
  unsigned four[4];  // pixels 0, 1, 8, 9, then 2, 3, 10, 11 and so on
#pragma unroll
  for (unsigned i = 0; i < 4; ++i) {
    four[i] = place == LaneByte::upper ? __byte_perm(lanes[2 * i], lanes[2 * i + 1], 0x7351)
                                       : lanes[2 * i + 1] * 256 + lanes[2 * i];
  }
  return make_uint4(__byte_perm(four[0], four[1], 0x5410), __byte_perm(four[2], four[3], 0x5410),
                    __byte_perm(four[0], four[1], 0x7632), __byte_perm(four[2], four[3], 0x7632));
}

template <class T> __device__ __forceinline__ void store(std::uint8_t* to, T value) {
  *reinterpret_cast<T*>(to) = value;
}

/// Writes bytes `begin` to `end` - 1 of 16, one by one.
__device__ __forceinline__ void store_bytes(std::uint8_t* to, uint4 pixels, unsigned begin, unsigned end) {
  const unsigned word[4] = {pixels.x, pixels.y, pixels.z, pixels.w};
#pragma unroll
  for (unsigned i = 0; i < segment_pixels; ++i) {
    if (i >= begin && i < end) to[i] = static_cast<std::uint8_t>(word[i / 4] >> (8 * (i % 4)));
  }
}

/// Writes 16 bytes to a 16-byte aligned address, except for the first and last `border` ones of a row.
template <unsigned border>
__device__ __forceinline__ void store_aligned(std::uint8_t* to, uint4 pixels, bool first, bool last) {
  if (!first && !last) {
    store(to, pixels);
  } else if (!last) {
    if constexpr (border < 2) to[1] = static_cast<std::uint8_t>(pixels.x >> 8);
    store(to + 2, static_cast<std::uint16_t>(pixels.x >> 16));
    store(to + 4, pixels.y);
    store(to + 8, make_uint2(pixels.z, pixels.w));
  } else if (!first) {
    store(to, make_uint2(pixels.x, pixels.y));
    store(to + 8, pixels.z);
    store(to + 12, static_cast<std::uint16_t>(pixels.w));
    if constexpr (border < 2) to[14] = static_cast<std::uint8_t>(pixels.w >> 16);
  } else {
    store_bytes(to, pixels, border, segment_pixels - border);
  }
}

/// Writes 16 bytes to any address: three full words, and the bytes before and after them one by one.
__device__ __forceinline__ void store_unaligned(std::uint8_t* to, uint4 pixels) {
  const auto before = static_cast<unsigned>(-reinterpret_cast<std::uintptr_t>(to) % 4);
  store_bytes(to, pixels, 0, before);
  store(to + before, __funnelshift_r(pixels.x, pixels.y, 8 * before));
  store(to + before + 4, __funnelshift_r(pixels.y, pixels.z, 8 * before));
  store(to + before + 8, __funnelshift_r(pixels.z, pixels.w, 8 * before));
  store_bytes(to, pixels, before + 12, segment_pixels);
}

/// Writes the medians of the segment of row y of a frame that is seen from column x; the frame's border is kept.
template <bool aligned, unsigned border>
__device__ __forceinline__ void store_segment(const Frame& frame, unsigned x, unsigned y, uint4 pixels) {
  std::uint8_t* const to = frame.filtered + std::size_t{y} * frame.width;
  if constexpr (aligned) {
    store_aligned<border>(to, pixels, x == 0, x + segment_pixels == frame.width);
  } else {
    const unsigned begin = x < border ? border - x : 0;
    const unsigned end = min(frame.width - border - x, segment_pixels);
    if (begin == 0 && end == segment_pixels) {
      store_unaligned(to, pixels);
    } else {
      store_bytes(to, pixels, begin, end);
    }
  }
}

/// Segments per row. The last one begins earlier if it is incomplete; a row that is shorter than a segment
/// has one, which begins with it.
inline unsigned segments_of(unsigned width) { return (width + segment_pixels - 1) / segment_pixels; }

/// Whether every segment is 16-byte aligned; frames are.
inline bool rows_are_aligned(unsigned width) { return width % segment_pixels == 0; }

/// Filters a strip of a frame: a segment of columns, walked down Strip::rows rows. A Strip also has the width of the
/// border that is kept, and `filter<aligned>(frame, first column, first row)` for a frame seen from the first column.
template <class Strip, bool aligned>
__device__ __forceinline__ void filter_strip(const Frame& frame, unsigned segment, unsigned strip) {
  const unsigned x = min(segment * segment_pixels, frame.width - segment_pixels);  // 0 if that is negative
  Strip::template filter<aligned>(frame.from_column(x), x, Strip::border + strip * Strip::rows);
}

inline constexpr unsigned tile_columns = 32;  // segments per block
inline constexpr unsigned tile_rows = 4;      // strips per block

/// A block is 32 segments wide and four strips high; grid.z is the number of frames. Strip::blocks says how
/// many blocks should fit on an SM, or 0 to let the compiler choose.
template <class Strip, bool aligned>
__global__ void __launch_bounds__(tile_columns* tile_rows, Strip::blocks)
    filter_tiles(Frame first, unsigned segments, unsigned strips) {
  const unsigned segment = blockIdx.x * tile_columns + threadIdx.x;
  if (segment >= segments) return;
  const Frame frame = first.later(blockIdx.z);
  for (unsigned strip = blockIdx.y * tile_rows + threadIdx.y; strip < strips; strip += gridDim.y * tile_rows) {
    filter_strip<Strip, aligned>(frame, segment, strip);
  }
}

/// Filters `frames` frames.
template <class Strip> inline void filter_frames(const Frame& first, unsigned frames, rungs::Stream stream) {
  constexpr unsigned window = 2 * Strip::border + 1;
  if (first.width < window || first.height < window) return;
  const unsigned segments = segments_of(first.width);
  const unsigned strips = (first.height - window) / Strip::rows + 1;
  const dim3 blocks((segments - 1) / tile_columns + 1, std::min((strips - 1) / tile_rows + 1, 65535U), frames);
  const auto kernel = rows_are_aligned(first.width) ? filter_tiles<Strip, true> : filter_tiles<Strip, false>;
  rungs::launch({blocks, dim3(tile_columns, tile_rows), stream}, kernel, first, segments, strips);
}

template <class Strip> inline void launch_tiles(const Problem& p, const Views& v, rungs::Stream stream) {
  filter_frames<Strip>(first_frame(p, v), p.frames, stream);
}

}  // namespace median::inline RUNGS_BACKEND
