// How long a worker may make no progress.
#pragma once

#include "harness/engine/plan.hpp"

namespace rungs {

/// What a worker does.
struct Doing {
  Backend backend = Backend::host;
  bool starting = false;          ///< it is being started
  bool in_variant = false;        ///< the variant's own code runs, or a launch of it
  bool takes_one_sample = false;  ///< of a problem whose single launch may take long
};

/// The longest that it may go without progress then, in seconds.
[[nodiscard]] double deadline_s(const Options& options, const Doing& doing);

}  // namespace rungs
