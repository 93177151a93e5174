// The worker's side of a run: visits the rows that its supervisor names.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/engine/options.hpp"

namespace rungs {

/// The options of a command line.
using ParseArguments = std::function<Options(const std::vector<std::string>&)>;

/// Serves the supervisor until it closes the channel; returns the exit code. Call it only if is_worker().
int serve(const ParseArguments& parse);

}  // namespace rungs
