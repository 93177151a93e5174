#include "harness/engine/row_texts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "harness/output/units.hpp"

namespace rungs {

std::string outcome(const Row& row) {
  std::string text = row.status == Status::ok ? (row.timed() ? time_text(row.median_us()) : "correct")
                                              : std::string(name_of(row.status));
  return row.message.empty() ? text : text + " (" + row.message + ")";
}

std::string ceilings_text(const Ceilings& ceilings, const std::vector<Row>& rows) {
  std::set<std::string> parts;
  for (const Row& row : rows) {
    const Conditions on = conditions_of(row);
    for (const Ceiling kind : Ceilings::needed(row.work)) {
      if (const auto rate = ceilings.rate(on, kind, row.work.bytes())) {
        parts.insert(text_of(on, {kind}) + " " + rate_text(*rate));
      }
    }
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string beyond_ceiling(const Row& row) {
  const double beyond = row.speed_of_light_percent - 100;
  const auto reach = row.measurement->summary.interval_percent();
  if (reach && beyond <= *reach) return "at the ceiling that this run measured, to within the noise";
  return fmt::format(
      "{:.2g} % above the ceiling that this run measured: its kernels do not reach the hardware's here",
      beyond);
}

}  // namespace rungs
