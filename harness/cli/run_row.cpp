#include "harness/cli/run_row.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <tuple>
#include <utility>

#include "harness/cli/visit.hpp"
#include "harness/output/provenance.hpp"

namespace rungs {
namespace {

/// A row in progress.
struct Entry {
  const PlannedRow* planned = nullptr;
  Row row;
  bool visited = false;    ///< completely, in the current round of visits
  bool postponed = false;  ///< will be visited alone
};

/// Rows that are visited together: their samples are taken in turn.
using Batch = std::vector<Entry*>;

/// A visit to one batch. Errors become the status of the row that caused them.
class BatchVisit {
 public:
  BatchVisit(const Batch& batch, ProblemMemory& memory, Executors& executors, const RowRules& rules,
             const RowWatch& watch)
      : executors_(executors), watch_(watch), alone_(batch.size() == 1) {
    for (Entry* entry : batch) {
      guarded(*entry, [&] {
        auto visit =
            std::make_unique<RowVisit>(entry->row, *entry->planned, memory, executors, rules, alone_);
        entry->visited = !prepare(*entry, *visit);
        if (!entry->visited && !entry->postponed) visits_.emplace_back(entry, std::move(visit));
      });
      if (lost_) return;
    }
    sample_in_turn();
    if (lost_ || interrupted_) return;
    for (auto& [entry, visit] : visits_) {
      if (visit != nullptr) visit->note_state();
    }
    for (auto& [entry, visit] : visits_) {
      if (!lost_ && visit != nullptr) {
        entry->visited = guarded(*entry, [&one = visit] { one->finish(); });
      }
    }
  }
  /// True if a launch has left the device unusable: unfinished rows must be visited again.
  [[nodiscard]] bool lost() const { return lost_; }
  /// True if the visit was stopped before its rows had their samples.
  [[nodiscard]] bool interrupted() const { return interrupted_; }

 private:
  /// If memory is too small for this row together with the others, it is visited alone later.
  bool prepare(Entry& entry, RowVisit& visit) {
    try {
      return visit.prepare();
    } catch (const Unsupported&) {
      if (alone_) throw;
      entry.postponed = true;
      return true;
    }
  }

  /// Takes samples until each row has enough or is out of time. A row with enough samples continues, so that
  /// the others' samples are still taken between its own.
  void sample_in_turn() {
    for (bool enough = false; !enough && !lost_;) {
      enough = true;
      for (auto& [entry, visit] : visits_) {
        if (lost_ || visit == nullptr || visit->out_of_time()) continue;
        bool more = false;
        if (!guarded(*entry, [&more, &one = visit] { more = one->step(); })) visit.reset();
        if (more) enough = false;
      }
      interrupted_ = !alone_ && watch_.interrupted && watch_.interrupted();
      if (interrupted_) return;
    }
  }

  /// Runs a step of an entry's visit; false if it threw, which ends the row.
  bool guarded(Entry& entry, const std::function<void()>& step) {
    const auto ended = [&](Status status, const char* why) {
      entry.row.status = status;
      entry.row.message = why;
    };
    try {
      step();
      return true;
    } catch (const Unsupported& error) {
      ended(Status::unsupported, error.what());
    } catch (const BadUsage& error) {  // the device is gone
      ended(Status::failed, error.what());
    } catch (const Failed& error) {
      ended(Status::failed, error.what());
      lost_ = !usable(entry.planned->backend);
    } catch (const std::bad_alloc&) {
      ended(Status::unsupported, "host memory ran out");
    } catch (const std::exception& error) {  // a variant's own
      ended(Status::failed, error.what());
      lost_ = !usable(entry.planned->backend);
    }
    return false;
  }

  bool usable(Backend backend) {
    try {
      return executors_.on(backend).usable();
    } catch (const std::exception&) {
      return false;
    }
  }

  Executors& executors_;
  const RowWatch& watch_;
  bool alone_;
  std::vector<std::pair<Entry*, std::unique_ptr<RowVisit>>> visits_;
  bool lost_ = false;
  bool interrupted_ = false;
};

bool has_ended(const Entry& entry) {
  return entry.row.status != Status::ok && entry.row.status != Status::unstable;
}

/// A kernel that crashed makes the device state of the process unusable. This creates a fresh one for the
/// rows after it. If the driver does not provide one, those rows fail too and report that the device is
/// unavailable.
void recover(Backend backend, ProblemMemory& memory, Executors& executors) noexcept {
  memory.drop();
  try {
    executors.restart(backend);
  } catch (const std::exception&) {  // reported by the next row
  }
}

/// One visit to all rows of a batch. Rows with an error get no time. False if interrupted.
bool visit_together(Batch batch, ProblemMemory& memory, Executors& executors, const RowRules& rules,
                    const RowWatch& watch) {
  const Batch all = batch;
  for (Entry* entry : all) entry->visited = false;
  while (!batch.empty()) {
    bool lost = false;
    {
      const BatchVisit visit(batch, memory, executors, rules, watch);
      if (visit.interrupted()) return false;
      lost = visit.lost();
    }
    if (!lost) break;
    recover(batch.front()->planned->backend, memory, executors);
    std::erase_if(batch,
                  [](const Entry* entry) { return has_ended(*entry) || entry->visited || entry->postponed; });
  }
  for (Entry* entry : all) {
    if (has_ended(*entry)) entry->row.measurement.reset();
  }
  return true;
}

/// As visit_together; then visits alone the rows that could not be visited together.
bool visit_all(const Batch& batch, ProblemMemory& memory, Executors& executors, const RowRules& rules,
               const RowWatch& watch) {
  if (!visit_together(batch, memory, executors, rules, watch)) return false;
  for (Entry* entry : batch) {
    if (std::exchange(entry->postponed, false)) visit_together({entry}, memory, executors, rules, watch);
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

/// What is known about a row before it is made.
Row empty_row(const PlannedRow& planned) {
  Row row;
  row.variant = planned.variant;
  row.backend = planned.backend;
  RowKey key = key_of(planned);
  row.size = std::move(key.size);
  row.params = std::move(key.params);
  if (const auto on = planned.variant->on.find(planned.backend); on != planned.variant->on.end())
    row.axes = on->second.versions.at(planned.version).params;
  row.cache = planned.cache;
  row.work = planned.problem->work(planned.variant->info.result);
  row.seed = planned.seed;
  row.timestamp = timestamp_now();
  return row;
}

}  // namespace

void run_rows(const std::vector<const PlannedRow*>& group, ProblemMemory& memory, Executors& executors,
              const RowRules& rules, const RowWatch& watch) {
  std::vector<Entry> entries;
  for (const PlannedRow* planned : group) entries.push_back({planned, empty_row(*planned)});
  auto batches = batches_of(entries, rules.interleave);
  for (unsigned visit = 1; visit <= visits; ++visit) {
    for (Batch& batch : batches) {
      for (const Entry* entry : batch) {
        if (!watch.starts(*entry->planned)) return;
      }
      if (!visit_all(batch, memory, executors, rules, watch)) return;
      const auto complete = [&](Entry* entry) {
        if (visit < visits && entry->row.measurement) return false;
        watch.ends(*entry->planned, std::move(entry->row));
        return true;
      };
      std::erase_if(batch, complete);
    }
  }
}

Row run_row(const PlannedRow& planned, ProblemMemory& memory, Executors& executors, const RowRules& rules) {
  Row made;
  run_rows({&planned}, memory, executors, rules,
           {{},
            [](const PlannedRow&) { return true; },
            [&](const PlannedRow&, Row row) { made = std::move(row); }});
  return made;
}

}  // namespace rungs
