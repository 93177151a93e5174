#include "harness/engine/row_runner.hpp"
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace rungs {
namespace {

bool has_ended(const RowInProgress& one) { return one.row.status != Status::ok && one.row.status != Status::unstable; }

/// One visit to all of these rows. Rows with an error get no time. False if interrupted.
bool visit_together(Together rows, RowRunner& runner, const RowWatch& watch) {
  const Together all = rows;
  for (RowInProgress* one : all) one->visited = false;
  while (!rows.empty()) {
    const VisitOutcome outcome = runner.visit(rows, watch.interrupted);
    if (outcome.interrupted) return false;
    if (!outcome.lost) break;
    runner.recover(rows.front()->planned->backend);
    std::erase_if(rows, [](const RowInProgress* one) { return has_ended(*one) || one->visited || one->postponed; });
  }
  for (RowInProgress* one : all) {
    if (!has_ended(*one)) continue;
    one->row.measurement.reset();
    one->row.energy.reset();
    one->row.why.clear();
    one->row.metrics.clear();
    one->row.counters.clear();
    one->row.driver.clear();
  }
  return true;
}

/// As visit_together; then visits alone the rows that could not be visited together.
bool visit_all(const Together& rows, RowRunner& runner, const RowWatch& watch) {
  if (!visit_together(rows, runner, watch)) return false;
  for (RowInProgress* one : rows) {
    if (std::exchange(one->postponed, false) && !visit_together({one}, runner, watch)) return false;
  }
  return true;
}

/// The rows whose samples can be taken in turn; without `interleave`, each row alone.
std::vector<Together> taken_together(std::vector<RowInProgress>& rows, bool interleave) {
  std::vector<Together> all;
  std::map<std::tuple<const AnyProblem*, Backend, std::optional<Cache>>, std::size_t> known;
  for (RowInProgress& one : rows) {
    const PlannedRow& planned = *one.planned;
    const auto [place, added] = known.try_emplace({planned.problem.get(), planned.backend, planned.cache}, all.size());
    if (added || !interleave) {
      all.push_back({&one});
    } else {
      all[place->second].push_back(&one);
    }
  }
  return all;
}

}  // namespace

void run_rows(const Group& group, RowRunner& runner, bool interleave, const RowWatch& watch) {
  std::vector<RowInProgress> rows;
  for (const PlannedRow* planned : group) rows.push_back({planned, empty_row(*planned)});
  auto all = taken_together(rows, interleave);
  for (unsigned visit = 1; visit <= visits; ++visit) {
    for (Together& together : all) {
      Group starting;
      for (const RowInProgress* one : together) starting.push_back(one->planned);
      if (!watch.starts(starting) || !visit_all(together, runner, watch)) return;
      std::erase_if(together, [&](RowInProgress* one) {
        const bool again = visit < visits && !one->planned->problem->takes_one_sample();
        if (again && one->row.measurement) return false;
        one->row.say(one->row.left_behind);
        watch.ends(*one->planned, std::move(one->row));
        return true;
      });
    }
  }
}

}  // namespace rungs
