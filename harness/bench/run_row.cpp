#include "harness/bench/run_row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <optional>
#include <utility>

#include "harness/bench/rung.hpp"
#include "harness/measure/ranges.hpp"
#include "harness/report/provenance.hpp"
#include "harness/report/units.hpp"

namespace rungs {
namespace {

/// Takes the verdict into the row; true where the row can go on.
bool accept(Row& row, const Verdict& verdict) {
  row.max_error = std::max(row.max_error, verdict.comparison.max_error);
  row.mismatches += verdict.comparison.mismatches;
  if (verdict.correct) return true;
  row.status = Status::incorrect;
  row.message = verdict.message;
  return false;
}

bool verify_passes(Row& row, Rung& rung, const Executor& executor, const RowRanges& ranges) {
  const Range range(ranges, Phase::verify);
  const auto passes = executor.passes();
  for (std::size_t pass = 0; pass < passes.size(); ++pass) {
    rung.poison();
    rung.launch_once(pass);
    if (!accept(row, rung.judge(passes[pass].empty() ? "before timing" : passes[pass]))) return false;
  }
  return true;
}

/// A rate above what the memory can do is not a result: names the likely cause.
std::string doubt(const Row& row, const Executor& executor) {
  if (row.peak_percent <= 100) return "";
  const double share = static_cast<double>(row.work.bytes()) / static_cast<double>(executor.cache_bytes());
  return fmt::format(
      "faster than the memory's {}: {}", rate_text(executor.peak_bytes_per_second()),
      share < 2 ? fmt::format("the working set is {:.2g} of the L2", share) : "is work skipped?");
}

/// "the two visits to it differ by 1.9 %: 2.00 ms, 2.04 ms".
std::string difference(const std::vector<double>& medians) {
  const auto [least, most] = std::minmax_element(medians.begin(), medians.end());
  return fmt::format("the two visits to it differ by {:.2g} %: {}, {}", 100 * (*most / *least - 1),
                     time_text(medians.front()), time_text(medians.back()));
}

/// The states after both visits as one: throttling after either counts.
DeviceState merged(const DeviceState& first, DeviceState second) {
  const bool throttled = !first.throttle.empty() && first.throttle != "none";
  if (throttled && second.throttle == "none") second.throttle = first.throttle;
  if (throttled && second.throttle.find(first.throttle) == std::string::npos) {
    second.throttle += "+" + first.throttle;
  }
  return second;
}

/// Times the row once; `stop` are the rules of the whole row. False where it turned out wrong.
bool time_row(Row& row, Rung& rung, Executor& executor, const StopRules& stop, const RowRanges& ranges) {
  rung.poison();
  if (!row.measurement) {
    rung.check_stream();
    rung.poison();
  }
  Measurement measured;
  {
    const Range range(ranges, Phase::measure);
    measured = rung.measure(*row.cache, share_of(stop, visits));
  }
  row.state = merged(row.state, executor.state());  // at once: a GPU that idles is not throttled
  const Range range(ranges, Phase::verify);
  const bool right = accept(row, rung.judge("after timing"));
  if (right) {
    row.measurement = row.measurement ? combined(*row.measurement, measured, stop) : std::move(measured);
    row.event_overhead_us = executor.event_overhead_us();
  }
  return right;
}

/// What follows from all samples of a row, and a last look at what it computes.
void conclude(Row& row, Rung& rung, Executor& executor, const RowRanges& ranges) {
  {
    const Range range(ranges, Phase::verify);
    // A variant that computes once and then only pretends shows here: its outputs are garbage again.
    rung.poison();
    rung.launch_once(0);
    if (!accept(row, rung.judge("in a launch after timing"))) return;
  }
  const Measurement& measured = *row.measurement;
  row.status = measured.unstable() ? Status::unstable : Status::ok;
  row.message = measured.unstable() ? "every sample was taken at a low clock" : measured.note;
  row.metrics = rung.metrics();
  try {
    row.counters = rung.count(*row.cache);
  } catch (const Unsupported& error) {
    row.message += (row.message.empty() ? "" : "; ") + std::string("no counters: ") + error.what();
  }
  if (executor.peak_bytes_per_second() > 0) {
    row.peak_percent = 100 * row.bytes_per_second() / executor.peak_bytes_per_second();
  }
  if (row.message.empty()) row.message = doubt(row, executor);
  if (row.message.empty() && measured.stop_reason == StopReason::visits_differ)
    row.message = difference(measured.visit_medians);
  if (const auto apart = measured.summary.modes_apart_percent; apart && row.message.empty()) {
    row.message = fmt::format("the times fall into two groups, {:.2g} % apart", *apart);
  }
}

/// What Nsight Compute selects a row's kernels by.
std::string profile_name(const Row& row) {
  return range_name(row.variant->full_name() + "/" + row.size + (row.params.empty() ? "" : "/" + row.params));
}

void profile_row(Row& row, Rung& rung, const RowRanges& ranges) {
  rung.poison();
  {
    const Range range(ranges, Phase::profile);
    rung.launch_once(0);
  }
  accept(row, rung.judge("under the profiler"));
}

/// One visit to a row, the first or the last one.
void visit(Row& row, const PlannedRow& planned, ProblemMemory& memory, Executors& executors,
           const RowRules& rules) {
  const bool first = !row.measurement;
  Executor& executor = executors.on(planned.backend);
  row.provenance = provenance_of(executor);
  if (!planned.unsupported.empty()) throw Unsupported(planned.unsupported);
  const RowRanges ranges(describe(planned), profile_name(row), row.work.bytes());
  std::optional<Range> whole;
  // Under a profiler each kernel lies in one range only, by which scripts/rungs/ncu.py finds its row.
  if (!rules.profile) whole.emplace(ranges, Phase::row);
  std::optional<Rung> made;
  {
    const Range range(ranges, Phase::set_up);
    made.emplace(planned, memory, executor);
  }
  Rung& rung = *made;
  if (rules.profile) profile_row(row, rung, ranges);
  const bool right = !rules.profile && (!first || verify_passes(row, rung, executor, ranges));
  if (first && rules.dump != nullptr) rung.draw(*rules.dump, planned);
  if (right && row.cache && time_row(row, rung, executor, rules.stop, ranges) && !first) {
    conclude(row, rung, executor, ranges);
  }
}

/// A kernel that crashed takes the process's state on the device with it: a fresh
/// one is tried for, so that the rows after it do not suffer. Where the driver
/// gives none they fail too, and say that the device is unavailable.
void recover(Backend backend, ProblemMemory& memory, Executors& executors) noexcept {
  try {
    if (executors.on(backend).usable()) return;
    memory.drop();
    executors.restart(backend);
  } catch (const std::exception&) {
    memory.drop();
  }
}

/// What is known of a row before it is made.
Row empty_row(const PlannedRow& planned) {
  Row row;
  row.variant = planned.variant;
  row.backend = planned.backend;
  row.size = to_string(planned.problem->size());
  row.params = params_of(planned);
  row.cache = planned.cache;
  row.work = planned.problem->work(planned.variant->info.result);
  row.seed = planned.seed;
  row.timestamp = timestamp_now();
  return row;
}

/// As `visit`; what a variant does wrong becomes the row's status. A row that is not right has no time.
void visit_safely(Row& row, const PlannedRow& planned, ProblemMemory& memory, Executors& executors,
                  const RowRules& rules) {
  const auto ended = [&](Status status, const char* why) {
    row.status = status;
    row.message = why;
  };
  try {
    visit(row, planned, memory, executors, rules);
  } catch (const Unsupported& error) {
    ended(Status::unsupported, error.what());
  } catch (const BadUsage& error) {  // the device is gone
    ended(Status::failed, error.what());
  } catch (const Failed& error) {
    ended(Status::failed, error.what());
    recover(planned.backend, memory, executors);
  } catch (const std::bad_alloc&) {
    ended(Status::unsupported, "host memory ran out");
  }
  if (row.status != Status::ok && row.status != Status::unstable) row.measurement.reset();
}

}  // namespace

void run_rows(const std::vector<const PlannedRow*>& group, ProblemMemory& memory, Executors& executors,
              const RowRules& rules, const RowWatch& watch) {
  std::vector<std::pair<const PlannedRow*, Row>> timed_once;
  for (const PlannedRow* planned : group) {
    if (!watch.starts(*planned)) return;
    Row row = empty_row(*planned);
    visit_safely(row, *planned, memory, executors, rules);
    if (row.measurement) {
      timed_once.emplace_back(planned, std::move(row));
    } else {
      watch.ends(*planned, std::move(row));
    }
  }
  for (auto& [planned, row] : timed_once) {
    if (!watch.starts(*planned)) return;
    visit_safely(row, *planned, memory, executors, rules);
    watch.ends(*planned, std::move(row));
  }
}

Row run_row(const PlannedRow& planned, ProblemMemory& memory, Executors& executors, const RowRules& rules) {
  Row made;
  run_rows(
      {&planned}, memory, executors, rules,
      {[](const PlannedRow&) { return true; }, [&](const PlannedRow&, Row row) { made = std::move(row); }});
  return made;
}

}  // namespace rungs
