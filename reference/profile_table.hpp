// Tables of profiles for the distance case: the height at a squared distance from a shape's outline.
#pragma once

#include <cstdint>
#include <span>

namespace reference {

/// - random: integers from 1 to 2^24, so that a lookup of another entry gives a wrong value.
///
/// The others rise from 0 at the outline to R at distance R, as an engraving does; d is the distance.
/// - bevel: a straight slope, d.
/// - step: four terraces of the same height and width, d rounded down to a multiple of R / 4.
/// - dome: a quarter of a circle with radius R, sqrt(R^2 - (R - d)^2).
enum class Profile { random, bevel, step, dome };

/// Fills `table`, whose entry i is the height in pixels at the squared distance i; it has distance_max^2 + 1
/// entries. Only `random` depends on the seed. The others are computed in double and rounded once.
void fill_profile(std::span<float> table, unsigned distance_max, Profile profile, std::uint64_t seed);

}  // namespace reference
