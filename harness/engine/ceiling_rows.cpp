#include "harness/engine/ceiling_rows.hpp"

#include <algorithm>

#include "harness/measure/ceilings.hpp"

namespace rungs {
namespace {

/// Longest row of a ceiling's plane: short enough that a check in blocks of rows has enough blocks for all
/// CPU cores.
constexpr std::uint64_t longest_row = std::uint64_t{1} << 20U;

/// The problem of a ceiling's case that moves about `bytes` bytes.
std::shared_ptr<const AnyProblem> ceiling_problem(const AnyCase& of, std::uint64_t bytes) {
  const Extents probe{1024, 1024};
  const std::uint64_t bytes_per_element =
      std::max<std::uint64_t>(of.problem(probe, {})->work(0).bytes() / probe.volume(), 1);
  const std::uint64_t area = std::max<std::uint64_t>(bytes / bytes_per_element, 1);
  const std::uint64_t height = (area + longest_row - 1) / longest_row;
  return of.problem(Extents(static_cast<unsigned>(area / height), static_cast<unsigned>(height)), {});
}

/// The row for a ceiling's variant that moves as many bytes as `row`.
PlannedRow ceiling_row(const RegisteredVariant& variant, const PlannedRow& row) {
  PlannedRow planned = row;
  planned.variant = &variant;
  planned.version = 0;
  planned.problem =
      ceiling_problem(*variant.owner, ceiling_bytes(row.problem->work(row.variant->info.result).bytes()));
  planned.input.reset();
  planned.edge_case.reset();
  planned.of_ceiling = true;
  return planned;
}

}  // namespace

std::vector<PlannedRow> ceiling_rows(Ceiling kind, const PlannedRow& row) {
  std::vector<PlannedRow> rows;
  for (const auto* variant : Registry::global().all()) {
    const auto found = variant->on.find(row.backend);
    const bool runs_there = found != variant->on.end() &&
                            found->second.with_copies == row.variant->on.at(row.backend).with_copies &&
                            !found->second.pageable && variant->info.all_cores == row.variant->info.all_cores;
    const bool ours = variant->info.built_with.empty();  // variants that another program adds are not
    if (variant->owner->ceiling() == kind && runs_there && ours) rows.push_back(ceiling_row(*variant, row));
  }
  return rows;
}

}  // namespace rungs
