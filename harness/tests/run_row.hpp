// One row in this process, for tests of what happens to it.
#pragma once

#include <gtest/gtest.h>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>
#include "harness/engine/in_process.hpp"
#include "harness/engine/row_runner.hpp"
#include "harness/measure/executor.hpp"

namespace rungs {

/// A test that needs a GPU begins with this.
#define SKIP_WITHOUT_GPU() \
  if (std::string why_none; gpus(&why_none).empty()) GTEST_SKIP() << "no CUDA device: " << why_none

/// The row of a variant of the tests' cases, on side x side.
inline PlannedRow planned_row(const std::string& name, Backend backend, unsigned side, std::optional<Cache> cache = {},
                              const Assignments& values = {}) {
  PlannedRow planned;
  planned.variant = Registry::global().find(name);
  if (planned.variant == nullptr) throw std::invalid_argument("there is no variant " + name);
  planned.backend = backend;
  planned.problem = planned.variant->owner->problem({side, side}, values);
  planned.cache = cache;
  return planned;
}

/// A row with one sample that nobody took.
inline Row row_with(const RegisteredVariant* variant, Backend backend, double median) {
  Row row;
  row.variant = variant;
  row.backend = backend;
  row.cache = Cache::cold;
  row.measurement.emplace();
  row.measurement->samples.push_back({median, 1000});
  row.measurement->summary = summarise({median});
  return row;
}

/// The default's, but for when a row ends.
inline Rules rules_with(const StopRules& stop) {
  Rules rules;
  rules.stop = stop;
  return rules;
}

/// Makes the rows, in the order in which they end.
inline std::vector<Row> rows_of(const std::vector<PlannedRow>& planned, InProcess& runner, bool interleave) {
  Group group;
  for (const PlannedRow& row : planned) group.push_back(&row);
  std::vector<Row> rows;
  run_rows(
      group, runner, interleave,
      {{}, [](const Group&) { return true; }, [&](const PlannedRow&, Row made) { rows.push_back(std::move(made)); }});
  return rows;
}

/// Makes the row, with its two visits one after the other.
inline Row run_row(const PlannedRow& planned, InProcess& runner) { return rows_of({planned}, runner, false).at(0); }

}  // namespace rungs
