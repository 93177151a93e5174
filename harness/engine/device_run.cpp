#include "harness/engine/device_run.hpp"
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <utility>
#include "harness/engine/row_visit.hpp"
#include "harness/output/terminal.hpp"
#include "harness/output/units.hpp"
#include "harness/verify/memory_space.hpp"

namespace rungs {
namespace {

/// The conditions of a planned row that is to be timed, or of a timed row.
template <class PlannedOrRow> Conditions conditions_of(const PlannedOrRow& row) {
  return {row.backend, *row.cache, row.variant->info.all_cores, row.variant->on.at(row.backend).with_copies};
}

/// The ceilings for the rows of one problem: "fill 22.3 GB/s, fill (all cores) 155 GB/s".
std::string ceilings_text(const Ceilings& ceilings, const std::vector<Row>& rows) {
  std::set<std::string> parts;
  for (const Row& row : rows) {
    const Conditions on = conditions_of(row);
    for (const Ceiling kind : Ceilings::needed(row.work)) {
      if (const auto rate = ceilings.rate(on, kind, row.work.bytes()))
        parts.insert(text_of(on, {kind}) + " " + rate_text(*rate));
    }
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// One row of those that several processes have made.
Row row_of_processes(const std::vector<Row>& rows) {
  Row all = rows.back();
  std::vector<Measurement> each;
  for (const Row& row : rows) {
    each.push_back(*row.measurement);
    all.processes.push_back(summary_of_process(*row.measurement));
    all.state = merged(all.state, row.state);
    all.max_error = std::max(all.max_error, row.max_error);
    if (all.message.empty()) all.message = row.message;
  }
  all.measurement = of_processes(each);
  if (all.measurement->unstable()) return all;
  all.status = Status::ok;
  // It is proportional to the rate.
  if (rows.back().median_us() > 0) all.peak_percent *= rows.back().median_us() / all.median_us();
  return all;
}

}  // namespace

DeviceRun::DeviceRun(const Options& options, RowRunner& runner, Outputs& outputs, std::function<bool()> interrupted)
    : options_(options),
      runner_(runner),
      outputs_(outputs),
      interrupted_(std::move(interrupted)),
      stale_(!newer_source().empty()) {}

MadeGroup DeviceRun::make(const Group& group) {
  try {
    for (const PlannedRow* planned : group) {
      if (!planned->cache || !planned->unsupported.empty() || options_.profile) continue;
      if (planned->backend == Backend::cuda) open_counters();
      measure_ceilings(*planned);
    }
    make_rows(group);
  } catch (const Interrupted&) {  // what is complete stays
  } catch (...) {
    outputs_.ends(group);
    throw;
  }
  outputs_.ends(group);
  std::vector<std::string> texts;
  if (outputs_.shows_tables() && !made_.empty()) texts.push_back(tables());
  return {std::exchange(made_, {}), std::move(texts)};
}

void DeviceRun::make_rows(const Group& group) {
  std::map<const PlannedRow*, std::vector<Row>> made;
  Group left = group;
  for (unsigned process = 1; process <= options_.processes && !left.empty(); ++process) {
    if (options_.processes > 1) runner_.rest();
    Group again;
    run(left, true, [&](const PlannedRow& planned, Row row) {
      std::vector<Row>& rows = made[&planned];
      rows.push_back(std::move(row));
      if (rows.back().timed() && process < options_.processes) {
        again.push_back(&planned);
      } else {
        const bool repeated = rows.back().timed() && options_.processes > 1;
        complete(planned, repeated ? row_of_processes(rows) : std::move(rows.back()));
      }
    });
    left = std::move(again);
  }
}

void DeviceRun::run(const Group& group, bool asked_for, const std::function<void(const PlannedRow&, Row)>& ends) {
  const auto starts = [&](const Group& together) {
    if (interrupted_ && interrupted_()) return false;
    // All of them may be complete already.
    const Provenance from = together.empty() ? Provenance{} : runner_.facts(together.front()->backend).provenance;
    outputs_.runs(this, together, from, asked_for);
    return true;
  };
  run_rows(group, runner_, options_.interleave || options_.tune, {interrupted_, starts, ends});
}

void DeviceRun::complete(const PlannedRow& planned, Row row) {
  if (row.timed()) {
    const Ceiling kind = row.variant->owner->ceiling();
    if (kind != Ceiling::none && !row.variant->info.built_with.empty()) {
      // A variant that another program has added is a row, not a ceiling.
    } else if (kind != Ceiling::none) {
      ceilings_.add(conditions_of(row), kind, row.work.bytes(), row.bytes_per_second());
    } else if (row.variant->on.at(row.backend).all_gpus) {
      // Rates of one GPU do not limit it.
    } else if (const auto least = ceilings_.speed_of_light_us(conditions_of(row), row.work)) {
      const Conditions on = conditions_of(row);
      row.ceiling = text_of(on, Ceilings::needed(row.work));
      judge_by_ceiling(row, *least, on.backend == Backend::cuda && !on.bus);
    } else {
      row.say(why_no_ceiling(row));
    }
    if (options_.quick) row.say("--quick: a tenth of the time");
  }
  if (row.status == Status::incorrect && options_.check_seed)
    row.say(fmt::format("--check-seed={} repeats it", *options_.check_seed));
  if (stale_) row.say("the program is older than its sources");
  outputs_.add(planned, row, true);
  made_on_.insert(row.backend);
  made_.push_back({&planned, std::move(row)});
}

void DeviceRun::open_counters() {
  if (options_.counters.empty() || counters_tried_) return;
  counters_tried_ = true;
  try {
    runner_.open_counters(options_.counters);
  } catch (const Unsupported& error) {
    outputs_.say(fmt::format("--counters: {}; the run goes on without them", error.what()));
  }
}

void DeviceRun::measure_ceilings(const PlannedRow& planned) {
  if (planned.variant->owner->ceiling() != Ceiling::none) return;
  if (planned.variant->on.at(planned.backend).all_gpus) return;  // rates of one GPU do not limit it
  // A problem that does not fit will be unsupported, after it would have filled much memory.
  if (planned.backend != Backend::cuda &&
      GuardedMemory::bytes_needed(planned.problem->buffers()) > make_heap_space()->free_bytes())
    return;
  const Work work = planned.problem->work(planned.variant->info.result);
  const Conditions on = conditions_of(planned);
  for (const Ceiling kind : Ceilings::needed(work)) {
    if (ceilings_.rate(on, kind, work.bytes())) continue;
    // A ceiling that cannot be measured (too little memory, say) is not tried again for every row.
    const auto [place, added] = tried_.try_emplace({on, kind, work.bytes()});
    if (added) place->second = measure_ceiling(kind, planned);
  }
}

std::string DeviceRun::measure_ceiling(Ceiling kind, const PlannedRow& planned) {
  const auto rows = ceiling_rows(kind, planned);
  std::string why;
  bool measured = false;
  Group group;
  for (const PlannedRow& one : rows) group.push_back(&one);
  for (const bool last : {false, true}) {
    Group again;
    run(group, false, [&](const PlannedRow& one, const Row& row) {
      if (!last && row.status == Status::failed) return again.push_back(&one);
      if (row.timed()) ceilings_.add(conditions_of(row), kind, row.work.bytes(), row.bytes_per_second());
      measured |= row.timed();
      if (!row.timed()) why = fmt::format("{} {}: {}", describe(one), name_of(row.status), row.message);
      outputs_.add(one, row, false);
      made_on_.insert(row.backend);
    });
    group = std::move(again);
    if (group.empty()) break;
    runner_.rest();
  }
  return measured ? "" : why;
}

std::string DeviceRun::why_no_ceiling(const Row& row) const {
  for (const Ceiling kind : Ceilings::needed(row.work)) {
    const auto tried = tried_.find({conditions_of(row), kind, row.work.bytes()});
    if (tried != tried_.end() && !tried->second.empty()) return "no ceiling: " + tried->second;
  }
  return "";
}

std::string DeviceRun::tables() const {
  // Host and GPU rows of a problem are compared with different rates, so each backend gets its own table, and
  // so does each ladder.
  std::string text;
  std::map<std::pair<Backend, int>, std::vector<Row>> ladders;
  for (const auto& [planned, row] : made_) {
    const RegisteredVariant& variant = *row.variant;
    ladders[{row.backend, variant.owner->ladders().empty() ? 0 : variant.info.result}].push_back(row);
  }
  for (const auto& [which, rows] : ladders) {
    const bool brief = options_.format == Format::brief;
    text += brief ? brief_text(rows) : (text.empty() ? "" : "\n") + table(rows);
    if (options_.tune) text += winners_text(rows);
  }
  return text;
}

std::string DeviceRun::table(const std::vector<Row>& rows) const {
  const Row& first = rows.front();
  TableHeading heading;
  heading.device = first.provenance.device;
  if (first.backend == Backend::simulator) heading.device = "simulator on " + heading.device;
  if (first.cache) {
    heading.ceilings = ceilings_text(ceilings_, rows);
    if (const std::size_t cache = runner_.facts(first.backend).cache_bytes; cache > 0) {
      std::uint64_t most = 0;  // kinds of result may move different amounts
      for (const Row& row : rows) most = std::max(most, row.work.bytes());
      heading.working_set_over_cache = static_cast<double>(most) / static_cast<double>(cache);
    }
  }
  return table_text(heading, rows, outputs_.terminal());
}

std::vector<BackendFacts> DeviceRun::used() {
  std::vector<BackendFacts> all;
  for (const Backend backend : made_on_) all.push_back(runner_.facts(backend));
  return all;
}

}  // namespace rungs
