// --paranoid: thousands of launches of one row, each checked, with inputs and garbage that change in between.
#pragma once

#include "harness/engine/bound_variant.hpp"

namespace rungs {

/// Checked launches for each row; about half as many more are not checked.
inline constexpr unsigned paranoid_launches = 5000;

/// Launches over and over. Before a checked launch, at random: outputs are filled with one of two poisons, or
/// keep what they hold; the guard zones change; one of four sets of inputs is loaded; a few more launches
/// come first, which are not checked. Stops at the first wrong result. `passes`: see Executor::passes.
[[nodiscard]] Verdict paranoid_verdict(BoundVariant& bound, std::size_t passes);

}  // namespace rungs
