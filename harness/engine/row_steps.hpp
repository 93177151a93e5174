// Steps of a visit to a row besides its samples: thousands of checked launches, counters, energy, remarks.
#pragma once

#include <string>
#include "harness/engine/bound_variant.hpp"

namespace rungs {

/// --paranoid: launches over and over, 5000 times with a check and about half as often without. Before a
/// checked launch, at random: outputs are filled with one of two poisons, or keep what they hold; the guard
/// zones change; one of four sets of inputs is loaded; a few more launches come first, which are not checked.
/// Stops at the first wrong result. `passes`: see Executor::passes.
[[nodiscard]] Verdict paranoid_verdict(BoundVariant& bound, std::size_t passes);

/// Adds to a timed row its hardware counters and, with `energy`, the energy of a launch, if they were asked
/// for. Returns why some are missing, or what must be said about them; usually empty. Throws Failed if a
/// launch fails.
[[nodiscard]] std::string add_counters_and_energy(Row& row, BoundVariant& bound,
                                                  const std::optional<EnergyRules>& energy);

/// Adds to a cold row of a GPU the visits with less of each resource, or why there are none.
void add_why(Row& row, BoundVariant& bound);

/// What its figures say about a row: its two visits differ; its times fall into two groups. Usually empty.
[[nodiscard]] std::string remark_on(const Row& row);

/// Compares a timed row with the least time, in microseconds, for its bytes at the rates of the row's
/// ceiling, all measured in this run. A row that is surely, beyond its noise, faster than the
/// device can be is incorrect, and has no time; one that is a little faster has a remark. The bounds are 5 % and
/// 2 us for a GPU's own memory, a factor of 3 and 0.2 us for others. `of_device`: the rates are those of a GPU's own
/// memory, which other work does not disturb, as it does the host's and the bus.
void judge_by_ceiling(Row& row, double least_us, bool of_device);

/// Merges the states after two visits: throttling after either one counts.
[[nodiscard]] DeviceState merged(const DeviceState& first, DeviceState second);

}  // namespace rungs
