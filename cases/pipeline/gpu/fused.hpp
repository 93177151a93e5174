// Whole trees in one or two kernels per band: what a node gives is used where it is computed, and not stored.
//
// Deck: the sliding window takes its mask as bits from the formula of the blobs, and writes the output
// itself, from both patterns. Chain: the same with the lattice as its mask; the median's kernel writes the output.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <rungs/device.hpp>
#include "cases/pipeline/gpu/on_gpu.hpp"
#include "cases/pipeline/run/schedules.hpp"

namespace pipeline::inline RUNGS_BACKEND {

/// Bits [first, last) of a piece; the numbers may lie beyond it.
[[nodiscard]] __device__ __forceinline__ unsigned bits_between(int first, int last) {
  first = max(first, 0);
  last = min(last, piece_pixels);
  return first < last ? (1U << last) - (1U << first) : 0U;
}

/// The blobs as a mask, in the coordinates of the profile.
struct BlobBits {
  Frame frame;
  std::int32_t x, y;  ///< of the mask's first pixel
  std::uint32_t seed;

  [[nodiscard]] __device__ __forceinline__ bool has_row(int row) const {
    return row >= y && row - y < static_cast<int>(frame.height);
  }
  /// 16 pixels, leftmost lowest: the part of a disc in a row is one span.
  __device__ __forceinline__ unsigned piece(int column, int row) const {
    const int begin = column - x;
    const int width = static_cast<int>(frame.width);
    if (!has_row(row) || begin + piece_pixels <= 0 || begin >= width) return 0;
    const int first_cell = max(begin, 0) / Blob::cell;
    const int last_cell = min(begin + piece_pixels - 1, width - 1) / Blob::cell;
    unsigned bits = span(first_cell, row - y, begin);
    if (last_cell != first_cell) bits |= span(last_cell, row - y, begin);
    return bits & bits_between(-begin, width - begin);
  }
  [[nodiscard]] __device__ __forceinline__ bool is_white(int column, int row) const {
    const int at = column - x;
    const bool held = has_row(row) && at >= 0 && at < static_cast<int>(frame.width);
    return held && blob_at(at, row - y, seed).covers(at, row - y);
  }

 private:
  [[nodiscard]] __device__ __forceinline__ unsigned span(int cell, int line, int begin) const {
    const Blob blob = blob_at(cell * Blob::cell, line, seed);
    const int above = line - blob.y;
    const int left = blob.radius_squared - above * above;
    if (left < 0) return 0;
    const int half = static_cast<int>(sqrtf(static_cast<float>(left)));  // exact below 2^24
    return bits_between(blob.x - half - begin, blob.x + half + 1 - begin);
  }
};

/// A repeated pattern as a mask, in the coordinates of the profile.
struct RepeatedBits {
  RepeatedPixels repeated;
  Frame frame;
  std::int32_t x, y;  ///< of the mask's first pixel

  __device__ __forceinline__ unsigned piece(int column, int row) const {
    const int begin = column - x;
    const int width = static_cast<int>(frame.width);
    const bool outside =
        row < y || row - y >= static_cast<int>(frame.height) || begin + piece_pixels <= 0 || begin >= width;
    if (outside) return 0;
    const auto value = repeated(begin, row - y);
    unsigned bits = 0;
#pragma unroll
    for (int i = 0; i < piece_pixels; ++i) bits |= (value(begin + i) != 0 ? 1U : 0U) << i;
    return bits & bits_between(-begin, width - begin);
  }
  [[nodiscard]] __device__ __forceinline__ bool is_white(int column, int row) const {
    const int at = column - x;
    const int line = row - y;
    const bool held =
        line >= 0 && line < static_cast<int>(frame.height) && at >= 0 && at < static_cast<int>(frame.width);
    return held && repeated(at, line)(at) != 0;
  }
};

/// Four columns of a pattern that is repeated along both sides, row after row: places in it change by one row
/// at a time, so that no division is left in the loop.
struct RepeatedColumns {
  const std::uint8_t* pattern;
  std::uint32_t pitch, height, line;
  std::uint32_t column[4];

  __device__ __forceinline__ RepeatedColumns(const RepeatedPixels& from, int x, int y)
      : pattern(from.pattern.pixels),
        pitch(static_cast<std::uint32_t>(from.pattern.pitch)),
        height(from.size.height),
        line(wrapped(std::int64_t{y} - from.y, from.size.height)) {
#pragma unroll
    for (int i = 0; i < 4; ++i) column[i] = wrapped(std::int64_t{x} + i - from.x, from.size.width);
  }
  __device__ __forceinline__ std::uint8_t operator()(int i) const { return pattern[line * pitch + column[i]]; }
  __device__ __forceinline__ void next_row() { line = line + 1 == height ? 0 : line + 1; }
};

/// The deck's output for a part of the full depth. All coordinates are the root's.
struct DeckPixels {
  RepeatedPixels inside;
  RepeatedPixels background;
  Window background_window;

  struct Columns {
    RepeatedColumns inside;
    RepeatedColumns background;
    int x, row;
    Window there;
    __device__ __forceinline__ std::uint8_t operator()(int i, std::uint8_t part) const {
      const std::uint8_t value = Bevel<std::uint8_t>::scaled(inside(i), part);
      const bool covered = row >= there.y && row < there.bottom() && x + i >= there.x && x + i < there.right();
      const std::uint8_t other = covered ? background(i) : std::uint8_t{0};
      return value < other ? other : value;
    }
    __device__ __forceinline__ void next_row() {
      inside.next_row();
      background.next_row();
      ++row;
    }
  };
  __device__ __forceinline__ Columns at(int column, int row) const {
    return {{inside, column, row}, {background, column, row}, column, row, background_window};
  }
};

/// A repeated pattern in the coordinates of a node in which it lies at (x, y).
[[nodiscard]] inline RepeatedPixels moved(RepeatedPixels repeated, std::int32_t x, std::int32_t y) {
  repeated.x += x;
  repeated.y += y;
  return repeated;
}

/// Trees computed in bands of whole rows.
class Fused {
 public:
  /// `tree`: of this kind. `band`: the largest.
  Fused(OnGpu& gpu, rungs::Stream stream, TreeKind kind, const Node& tree, Window band)
      : stream_(stream),
        gpu_(gpu),
        kind_(kind),
        tree_(tree),
        patterns_(gpu),
        scratch_(gpu.budget(), bytes(kind, tree, band)) {}

  void compute(const Plane<std::uint8_t>& out) { kind_ == TreeKind::deck ? compute_deck(out) : compute_chain(out); }

  /// Memory between kernels for bands like `band`: a mask from a file, or the chain's profile.
  [[nodiscard]] static std::size_t bytes(TreeKind kind, const Node& tree, Window band) {
    const Node& below = *tree.children[0].node;
    if (kind == TreeKind::chain) {
      return plane_bytes(*below.children[0].node, below.children[0].needed(band));
    }
    const Child& mask = below.children[1].node->children[0];
    return typed<Shape>(mask).file == nullptr ? 0 : plane_bytes(*mask.node, mask.needed(band));
  }

 private:
  /// The type of a node, which the tree's kind tells.
  template <class Typed> [[nodiscard]] static const Typed& typed(const Child& child) {
    return *static_cast<const Typed*>(child.node->typed.get());
  }
  [[nodiscard]] RepeatedPixels pattern_of(const Child& stitching) {
    return repeated(typed<GrayStitching>(stitching),
                    patterns_.of(stitching.node->children[0]).template as<const Gray>());
  }

  void compute_deck(const Plane<Gray>& out) {
    const Child& all = tree_.children[0];
    const Child& background = all.node->children[0];
    const Child& profile = all.node->children[1];
    const Child& mask = profile.node->children[0];
    const Child& data = profile.node->children[1];
    const std::int32_t x = all.x + profile.x;  // of the profile in the root
    const std::int32_t y = all.y + profile.y;
    const Window there = background.node->frame.window();
    const DeckPixels pixels{moved(pattern_of(data), x + data.x, y + data.y),
                            moved(pattern_of(background), all.x + background.x, all.y + background.y),
                            seen_from(there, -all.x - background.x, -all.y - background.y)};
    const std::uint32_t distance_max = typed<GrayProfile>(profile).distance_max;
    const auto& shape = typed<Shape>(mask);
    if (shape.file == nullptr) {
      const BlobBits blobs{shape.frame, x + mask.x, y + mask.y, shape.seed};
      return launch_profile(stream_, out, blobs, pixels, distance_max);
    }
    const Window needs = mask.needed(seen_from(out.window, x, y));
    const AnyPlane plane = plane_in(scratch_, *mask.node, needs);
    const Window held = common(needs, shape.frame.window());
    if (held != needs) gpu_.clear_outside(plane, held);
    if (!held.empty()) mask.node->compute(gpu_, plane.of(held), nullptr);
    launch_profile(stream_, out, MaskPixels{plane.as<const Gray>(), x + mask.x, y + mask.y}, pixels, distance_max);
  }

  void compute_chain(const Plane<Gray>& out) {
    const Child& median = tree_.children[0];
    const Child& profile = median.node->children[0];
    const Child& mask = profile.node->children[0];
    const std::uint32_t radius = profile.halo;
    // The median's place in the root is (0, 0), and the profile's in the median.
    const Window needs = profile.needed(out.window);
    const AnyPlane plane = plane_in(scratch_, *profile.node, needs);
    const Window held = common(needs, profile.node->frame.window());
    if (held != needs) gpu_.clear_outside(plane, held);
    const RepeatedBits lattice{pattern_of(mask), mask.node->frame, mask.x, mask.y};
    launch_profile(stream_, plane.of(held).as<Wide>(), lattice, WholeDepth{}, typed<WideProfile>(profile).distance_max);
    const auto data = plane.as<const Wide>();
    launch_medians(stream_, out, data, radius);
    keep_frame(stream_, out, UpperBits<Wide>{{data, 0, 0}}, median.node->frame, radius);
  }

  rungs::Stream stream_;
  OnGpu& gpu_;
  TreeKind kind_;
  const Node& tree_;
  Patterns patterns_;
  Block scratch_;
};

}  // namespace pipeline::inline RUNGS_BACKEND
