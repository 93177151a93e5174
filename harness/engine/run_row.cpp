#include "harness/engine/run_row.hpp"

#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "harness/engine/local_visitor.hpp"

namespace rungs {
namespace {

bool has_ended(const Entry& entry) {
  return entry.row.status != Status::ok && entry.row.status != Status::unstable;
}

/// One visit to all rows of a batch. Rows with an error get no time. False if interrupted.
bool visit_together(Batch batch, Visitor& visitor, const RowWatch& watch) {
  const Batch all = batch;
  for (Entry* entry : all) entry->visited = false;
  while (!batch.empty()) {
    const Attempt attempt = visitor.visit(batch, watch.interrupted);
    if (attempt.interrupted) return false;
    if (!attempt.lost) break;
    visitor.recover(batch.front()->planned->backend);
    std::erase_if(batch,
                  [](const Entry* entry) { return has_ended(*entry) || entry->visited || entry->postponed; });
  }
  for (Entry* entry : all) {
    if (!has_ended(*entry)) continue;
    entry->row.measurement.reset();
    entry->row.energy.reset();
  }
  return true;
}

/// As visit_together; then visits alone the rows that could not be visited together.
bool visit_all(const Batch& batch, Visitor& visitor, const RowWatch& watch) {
  if (!visit_together(batch, visitor, watch)) return false;
  for (Entry* entry : batch) {
    if (std::exchange(entry->postponed, false) && !visit_together({entry}, visitor, watch)) return false;
  }
  return true;
}

/// Groups the rows whose samples can be taken in turn; without `interleave`, one batch per row.
std::vector<Batch> batches_of(std::vector<Entry>& entries, bool interleave) {
  std::vector<Batch> batches;
  std::map<std::tuple<const AnyProblem*, Backend, std::optional<Cache>>, std::size_t> known;
  for (Entry& entry : entries) {
    const PlannedRow& planned = *entry.planned;
    const auto [place, added] =
        known.try_emplace({planned.problem.get(), planned.backend, planned.cache}, batches.size());
    if (added || !interleave) {
      batches.push_back({&entry});
    } else {
      batches[place->second].push_back(&entry);
    }
  }
  return batches;
}

void add_left_behind(Row& row) {
  if (row.left_behind.empty()) return;
  row.message += (row.message.empty() ? "" : "; ") + row.left_behind;
}

std::vector<const PlannedRow*> planned_of(const Batch& batch) {
  std::vector<const PlannedRow*> list;
  for (const Entry* entry : batch) list.push_back(entry->planned);
  return list;
}

}  // namespace

void run_rows(const std::vector<const PlannedRow*>& group, Visitor& visitor, bool interleave,
              const RowWatch& watch) {
  std::vector<Entry> entries;
  for (const PlannedRow* planned : group) entries.push_back({planned, empty_row(*planned)});
  auto batches = batches_of(entries, interleave);
  for (unsigned visit = 1; visit <= visits; ++visit) {
    for (Batch& batch : batches) {
      if (!watch.starts(planned_of(batch)) || !visit_all(batch, visitor, watch)) return;
      const auto complete = [&](Entry* entry) {
        const bool again = visit < visits && !entry->planned->problem->takes_one_sample();
        if (again && entry->row.measurement) return false;
        add_left_behind(entry->row);
        watch.ends(*entry->planned, std::move(entry->row));
        return true;
      };
      std::erase_if(batch, complete);
    }
  }
}

void run_rows(const std::vector<const PlannedRow*>& group, ProblemMemory& memory, Executors& executors,
              const RowRules& rules, const RowWatch& watch) {
  LocalVisitor visitor(memory, executors, rules);
  run_rows(group, visitor, rules.interleave, watch);
}

Row run_row(const PlannedRow& planned, ProblemMemory& memory, Executors& executors, const RowRules& rules) {
  Row made;
  run_rows({&planned}, memory, executors, rules,
           {{},
            [](const std::vector<const PlannedRow*>&) { return true; },
            [&](const PlannedRow&, Row row) { made = std::move(row); }});
  return made;
}

}  // namespace rungs
