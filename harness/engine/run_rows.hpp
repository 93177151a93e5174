// Makes rows: verify, time, verify again on the same buffers; then once more after the other rows.
#pragma once

#include <functional>

#include "harness/engine/row_runner.hpp"

namespace rungs {

/// Number of visits to each timed row. A clock state that lasts as long as a visit does not show in the
/// statistics of one visit, but in the difference of two.
inline constexpr unsigned visits = 2;

/// Callbacks while rows are made.
struct RowWatch {
  std::function<bool()> interrupted = {};    ///< true stops the sampling in turn; may be empty
  std::function<bool(const Group&)> starts;  ///< before rows are visited together; false stops making rows
  std::function<void(const PlannedRow&, Row)> ends;  ///< when a row is complete
};

/// Runs the planned rows of one problem: visits all once, then all again, so that the two visits to a row are
/// as far apart as possible. With `interleave`, samples of rows on one backend in one cache state are taken
/// in turn. A row without a time is complete after the first visit. Never throws for errors of a variant:
/// they become the row's status and message.
void run_rows(const Group& group, RowRunner& runner, bool interleave, const RowWatch& watch);

}  // namespace rungs
