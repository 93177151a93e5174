// The worker's side of a run: visits the rows that its supervisor asks for.
#pragma once

namespace rungs {

/// Serves the supervisor until it closes the channel; returns the exit code. Call it only if is_worker().
int serve();

}  // namespace rungs
