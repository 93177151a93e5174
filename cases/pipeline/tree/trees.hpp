// The two trees. Which reduction each node uses follows from these types.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <tuple>
#include <utility>

#include "cases/pipeline/tree/blend.hpp"
#include "cases/pipeline/tree/math2d.hpp"
#include "cases/pipeline/tree/median.hpp"
#include "cases/pipeline/tree/profile.hpp"
#include "cases/pipeline/tree/root.hpp"
#include "cases/pipeline/tree/shape.hpp"
#include "cases/pipeline/tree/stitching.hpp"
#include "cases/pipeline/tree/union.hpp"
#include "cases/uv/lattice_parameter.hpp"

namespace pipeline {

/// What the formulas depend on besides the place: an input of the case.
struct Seeds {
  static constexpr std::size_t count = 4;
  std::uint32_t background = 0;  ///< of the pattern below everything, or of the chain's only pattern
  std::uint32_t inside = 0;      ///< of the pattern inside the mask
  std::uint32_t shape = 0;       ///< of the mask
  std::uint32_t samples = 0;     ///< which blocks of the output are checked one by one
};

/// What an image is made of.
struct Recipe {
  Frame frame;
  std::uint32_t distance_max = 15;
  std::uint32_t median_radius = 1;
  Seeds seeds;
  std::shared_ptr<MaskFile> mask_file{};  ///< null: the mask is a formula
};

using Stitched = Stitching<Pattern<Math2D>>;

/// The deck's tree: Root -> Union -> { Stitching -> Math2D, Profile(mask: Tiff, data: Stitching -> Math2D) }.
using DeckTree = Root<Data<Union<Data<Stitched>, Data<Profile<Mask<Shape>, Data<Stitched>>>>>>;

/// The other cases behind one another: stitch -> uv -> distance with profile -> median. The profile has 16
/// bits per pixel here, as it has no data of 8 bits.
using Blended = Blend<Pattern<Stitched>>;
using ChainTree = Root<Data<Median<Data<Profile<Mask<Stitching<Pattern<Blended>>>>>>>>;

/// Sides of the deck's two patterns; of the chain's pattern, and of what is placed on the lattice.
inline constexpr Frame background_pattern{100, 100};
inline constexpr Frame inside_pattern{45, 45};
inline constexpr Frame chain_pattern{30, 30};
inline constexpr Frame chain_repeater{60, 60};

[[nodiscard]] inline DeckTree deck_tree(const Recipe& r) {
  const auto width = static_cast<std::int32_t>(r.frame.width);
  const auto height = static_cast<std::int32_t>(r.frame.height);
  // The background begins outside the image on the left and ends before its right side and its bottom.
  const Stitched background{{r.frame.width, r.frame.height / 2 + 1},
                            {Pattern<Math2D>{{background_pattern, r.seeds.background, {}}, 0, 0}}};
  const Stitched inside{r.frame, {Pattern<Math2D>{{inside_pattern, r.seeds.inside, {}}, 7, -3}}};
  const Profile<Mask<Shape>, Data<Stitched>> profile{
      r.frame,
      {Mask<Shape>{{r.frame, r.seeds.shape, r.mask_file, {}}, 0, 0}, Data<Stitched>{inside, 0, 0}},
      r.distance_max};
  const Union<Data<Stitched>, Data<Profile<Mask<Shape>, Data<Stitched>>>> all{
      r.frame, {{background, -width / 8, height / 4}, {profile, 0, 0}}};
  return {r.frame, {{all, 0, 0}}};
}

[[nodiscard]] inline ChainTree chain_tree(const Recipe& r) {
  const Stitched repeater{chain_repeater, {Pattern<Math2D>{{chain_pattern, r.seeds.background, {}}, 0, 0}}};
  constexpr uv::Cell cell = uv::cell_of(uv::oblique);
  const Blended blended{{Pattern<Stitched>{repeater, 0, 0}}, cell, {cell.period, cell.rows}};
  const Stitching<Pattern<Blended>> on_lattice{r.frame, {Pattern<Blended>{blended, 0, 0}}, cell.shift};
  const Profile<Mask<Stitching<Pattern<Blended>>>> profile{
      r.frame, {Mask<Stitching<Pattern<Blended>>>{on_lattice, 0, 0}}, r.distance_max};
  const Median<Data<Profile<Mask<Stitching<Pattern<Blended>>>>>> median{
      r.frame, {{profile, 0, 0}}, r.median_radius};
  return {r.frame, {{median, 0, 0}}};
}

}  // namespace pipeline
