// What a variant's time does when it gets less of one resource: the visits of such an experiment.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rungs {

/// The resources whose supply is changed, in this order: multiprocessors, bytes of DRAM, bytes of the L2, resident
/// blocks.
inline constexpr std::array<std::string_view, 4> why_resources{"sm", "dram", "l2", "occupancy"};

/// Some samples of one variant under one arrangement.
struct WhyVisit {
  std::string resource;
  double level = 1;                               ///< share of the supply that was asked for
  double supply = 1;                              ///< share that was left, as counted or measured
  bool placebo = false;                           ///< the same arrangement, with an idle antagonist or without a cap
  unsigned visit = 0;                             ///< counts the visits of a resource
  double median_us = 0, low_us = 0, high_us = 0;  ///< the samples' median and quartiles
  std::size_t samples = 0;
  std::string note = {};  ///< why there is no experiment with this resource: then there are no figures
  bool operator==(const WhyVisit&) const = default;
};

/// For each resource a visit that only says why there is none.
[[nodiscard]] std::vector<WhyVisit> no_why(const std::string& note);

/// A line for each resource, for people: how much less there was at most, and how much longer it took.
[[nodiscard]] std::vector<std::string> why_sentences(const std::vector<WhyVisit>& visits);

}  // namespace rungs
