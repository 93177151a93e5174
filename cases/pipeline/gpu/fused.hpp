// Whole trees in one or two kernels per band: what a node gives is used where it is computed, and not stored.
//
// Deck: the sliding window takes its mask as bits from the formula of the blobs, and writes the output
// itself, from both patterns. Chain: the same with the lattice as its mask; the median's kernel writes the
// output.
#pragma once

#include <cstddef>
#include <cstdint>
#include <rungs/device.hpp>
#include <tuple>

#include "cases/pipeline/gpu/fused_masks.hpp"
#include "cases/pipeline/gpu/fused_pixels.hpp"
#include "cases/pipeline/gpu/on_gpu.hpp"
#include "cases/pipeline/run/patterns.hpp"

namespace pipeline::inline RUNGS_BACKEND {

/// A repeated pattern in the coordinates of a node in which it lies at (x, y).
template <class Pixel>
[[nodiscard]] RepeatedPixels<Pixel> moved(RepeatedPixels<Pixel> repeated, std::int32_t x, std::int32_t y) {
  repeated.x += x;
  repeated.y += y;
  return repeated;
}

/// Trees computed in bands of whole rows.
class Fused {
 public:
  /// `scratch`: of the largest band, see fused_bytes.
  Fused(OnGpu& gpu, rungs::Stream stream, std::size_t scratch)
      : stream_(stream), gpu_(gpu), patterns_(gpu), scratch_(gpu.budget(), scratch) {}

  void compute(const DeckTree& tree, const Plane<std::uint8_t>& out) {
    const auto& all = std::get<0>(tree.children);
    const auto& background = std::get<0>(all.child.children);
    const auto& profile = std::get<1>(all.child.children);
    const auto& mask = std::get<0>(profile.child.children);
    const auto& data = std::get<1>(profile.child.children);
    const std::int32_t x = all.x + profile.x;  // of the profile in the root
    const std::int32_t y = all.y + profile.y;
    const Window there = background.child.frame.window();
    const DeckPixels pixels{moved(pattern_of(data.child), x + data.x, y + data.y),
                            moved(pattern_of(background.child), all.x + background.x, all.y + background.y),
                            seen_from(there, -all.x - background.x, -all.y - background.y)};
    const std::uint32_t distance_max = profile.child.distance_max;
    if (mask.child.file == nullptr) {
      const BlobBits blobs{mask.child.frame, x + mask.x, y + mask.y, mask.child.seed};
      return launch_profile(stream_, out, blobs, pixels, distance_max);
    }
    const Window needs = seen_from(grown(out.window, distance_max - 1), x + mask.x, y + mask.y);
    const auto plane = plane_in<OnGpu, std::uint8_t>(scratch_, needs);
    const Window held = common(needs, mask.child.frame.window());
    if (held != needs) gpu_.clear_outside(plane, held);
    if (!held.empty()) gpu_.fill(mask.child, plane.of(held));
    launch_profile(stream_, out, MaskPixels{plane, x + mask.x, y + mask.y}, pixels, distance_max);
  }

  void compute(const ChainTree& tree, const Plane<std::uint8_t>& out) {
    const auto& median = std::get<0>(tree.children);
    const auto& profile = std::get<0>(median.child.children);
    const auto& mask = std::get<0>(profile.child.children);
    const std::uint32_t radius = median.child.radius;
    // The median's place in the root is (0, 0), and the profile's in the median.
    const Window needs = grown(out.window, radius);
    const auto plane = plane_in<OnGpu, std::uint16_t>(scratch_, needs);
    const Window held = common(needs, profile.child.frame.window());
    if (held != needs) gpu_.clear_outside(plane, held);
    const RepeatedBits<std::uint8_t> lattice{pattern_of(mask.child), mask.child.frame, mask.x, mask.y};
    launch_profile(stream_, plane.of(held), lattice, WholeDepth<std::uint16_t>{}, profile.child.distance_max);
    const Plane<const std::uint16_t> data = plane;
    launch_medians(stream_, out, data, radius);
    keep_frame(stream_, out, UpperBits<std::uint16_t, 8>{{data, 0, 0}}, median.child.frame, radius);
  }

  /// Memory between kernels for bands like `band`: nothing but a mask from a file.
  [[nodiscard]] static std::size_t bytes(const DeckTree& tree, Window band) {
    const auto& profile = std::get<1>(std::get<0>(tree.children).child.children).child;
    const bool reads = std::get<0>(profile.children).child.file != nullptr;
    return reads ? plane_bytes<OnGpu, std::uint8_t>(grown(band, profile.distance_max - 1)) : 0;
  }
  /// The profile, of 16 bits.
  [[nodiscard]] static std::size_t bytes(const ChainTree& tree, Window band) {
    return plane_bytes<OnGpu, std::uint16_t>(grown(band, std::get<0>(tree.children).child.radius));
  }

 private:
  template <class Node>
  [[nodiscard]] RepeatedPixels<typename Node::Pixel> pattern_of(const Node& stitching) {
    return repeated(stitching, patterns_.of(std::get<0>(stitching.children)).plane);
  }

  rungs::Stream stream_;
  OnGpu& gpu_;
  Patterns<OnGpu> patterns_;
  Block scratch_;
};

}  // namespace pipeline::inline RUNGS_BACKEND
