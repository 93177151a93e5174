// One row in this process, for tests of what happens to it.
#pragma once

#include <utility>

#include "harness/engine/in_process.hpp"
#include "harness/engine/row_runner.hpp"

namespace rungs {

/// Makes the row, with its two visits one after the other.
inline Row run_row(const PlannedRow& planned, InProcess& runner) {
  Row made;
  run_rows(
      {&planned}, runner, false,
      {{}, [](const Group&) { return true; }, [&](const PlannedRow&, Row row) { made = std::move(row); }});
  return made;
}

}  // namespace rungs
