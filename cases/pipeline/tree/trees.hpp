// The two trees. Which reduction each node uses follows from the types that are written here.
#pragma once

#include <cstdint>
#include <memory>
#include "cases/pipeline/run/settings.hpp"
#include "cases/pipeline/tree/leaves.hpp"
#include "cases/pipeline/tree/median.hpp"
#include "cases/pipeline/tree/profile.hpp"
#include "cases/pipeline/tree/reductions.hpp"
#include "cases/uv/lattice.hpp"

namespace pipeline {

/// Sides of the deck's two patterns; of the chain's pattern, and of what is placed on the lattice.
inline constexpr Frame background_pattern{100, 100};
inline constexpr Frame inside_pattern{45, 45};
inline constexpr Frame chain_pattern{30, 30};
inline constexpr Frame chain_repeater{60, 60};

/// The types of their nodes, besides leaves and Root.
using Gray = std::uint8_t;
using GrayStitching = Stitching<Pattern<Gray>>;
using GrayBlend = Blend<Pattern<Gray>>;
using GrayUnion = Union<Data<Gray>, Data<Gray>>;
using GrayProfile = Profile<Mask<Gray>, Data<Gray>>;
using WideProfile = Profile<Mask<Gray>>;  ///< 16 bits per pixel, as it has no data of 8 bits
using Wide = WideProfile::Pixel;
using WideMedian = Median<Data<Wide>>;

/// The deck's tree: Root -> Union -> { Stitching -> Math2D, Profile(mask: Tiff, data: Stitching -> Math2D) }.
/// `At`: the place of its nodes, see node_at.
template <class At> [[nodiscard]] std::shared_ptr<const Node> deck_tree(const Recipe& r) {
  const auto width = static_cast<std::int32_t>(r.frame.width);
  const auto height = static_cast<std::int32_t>(r.frame.height);
  // The background begins outside the image on the left and ends before its right side and its bottom.
  const GrayStitching background{{r.frame.width, r.frame.height / 2 + 1},
                                 {pattern<At>(Math2D{background_pattern, r.seeds.background})}};
  const GrayStitching inside{r.frame, {pattern<At>(Math2D{inside_pattern, r.seeds.inside}, 7, -3)}};
  const GrayProfile profile{
      r.frame, {mask<At>(Shape{r.frame, r.seeds.shape, r.mask_file}), data<At>(inside)}, r.distance_max};
  const GrayUnion all{r.frame, {data<At>(background, -width / 8, height / 4), data<At>(profile)}};
  return node_at<At>(Root<Data<Gray>>{r.frame, {data<At>(all)}});
}

/// The other cases behind one another: stitch -> uv -> distance with profile -> median.
template <class At> [[nodiscard]] std::shared_ptr<const Node> chain_tree(const Recipe& r) {
  constexpr uv::Cell cell = uv::cell_of(uv::oblique);
  const GrayStitching repeater{chain_repeater, {pattern<At>(Math2D{chain_pattern, r.seeds.background})}};
  const GrayBlend blended{{pattern<At>(repeater)}, cell, {cell.period, cell.rows}};
  const GrayStitching on_lattice{r.frame, {pattern<At>(blended)}, cell.shift};
  const WideProfile profile{r.frame, {mask<At>(on_lattice)}, r.distance_max};
  const WideMedian median{r.frame, {data<At>(profile)}, r.median_radius};
  return node_at<At>(Root<Data<Wide>>{r.frame, {data<At>(median)}});
}

template <class At> [[nodiscard]] std::shared_ptr<const Node> make_tree(TreeKind kind, const Recipe& recipe) {
  return kind == TreeKind::deck ? deck_tree<At>(recipe) : chain_tree<At>(recipe);
}

}  // namespace pipeline
