// From options to the list of rows to make, in the order in which to make them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/bench/input_image.hpp"
#include "harness/bench/options.hpp"
#include "harness/registry/registry.hpp"
#include "harness/report/row.hpp"

namespace rungs {

/// One row to make.
struct PlannedRow {
  const RegisteredVariant* variant = nullptr;
  Backend backend = Backend::host;
  std::shared_ptr<const AnyProblem> problem;
  std::optional<Cache> cache;  ///< empty: verify only
  std::uint64_t seed = 1;      ///< of the inputs
  std::string unsupported;     ///< why it cannot run at all; such a row is made without running anything
  std::size_t group = 0;       ///< rows of one problem and cache state, shown as one table
  std::shared_ptr<const InputImage> input = nullptr;  ///< in place of the drawn image; mostly none
};

/// The parameters as they stand in rows and names.
[[nodiscard]] std::string params_of(const PlannedRow& planned);

/// The row in one line, for progress, errors and timelines: "stitch/gpu/modulo 10240x10240 repeater=100 on
/// cuda cold".
[[nodiscard]] std::string describe(const PlannedRow& planned);

struct Plan {
  std::vector<PlannedRow> rows;
  std::vector<std::string> remarks;  ///< what the user should know, a line each
};

/// Makes the plan. `gpu_there` says whether a GPU can be used; `timing` whether rows are to be timed.
/// All cold rows come before all hot ones, so that no cold row follows a hot one; within a problem the order
/// is drawn from the seed, so that drift hits all variants alike. Throws BadUsage where the filter matches
/// nothing (naming the nearest), a parameter does not exist or a value is not legal.
[[nodiscard]] Plan make_plan(const Options& options, const Registry& registry, bool gpu_there, bool timing);

}  // namespace rungs
