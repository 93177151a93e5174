#include "harness/cli/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "harness/cli/ceiling_rows.hpp"
#include "harness/cli/row_texts.hpp"
#include "harness/core/phase_clock.hpp"
#include "harness/output/console.hpp"
#include "harness/output/provenance.hpp"
#include "harness/output/units.hpp"

namespace rungs {
Session::Session(const Options& options, Visitor& visitor, bool tables)
    : options_(options), tables_(tables), visitor_(visitor) {
  if (!options.out.empty()) file_.emplace(options.out, options.resume, options.retry_failed);
  journal_ = Journal(options.out);
  if (file_ && !file_->remark().empty()) fmt::print(stderr, "bench: {}\n", file_->remark());
  side_files_.open(options, file_ ? &*file_ : nullptr);
  if (file_ && options.resume && !file_->is_new()) take_left_rows();
}

/// A row during which an earlier run was killed has failed: otherwise a run that is resumed could end at it
/// each time.
void Session::take_left_rows() {
  for (const Record& row : journal_.left()) {
    if (options_.retry_failed || !file_->take(row)) continue;
    fmt::print(stderr,
               "bench: the run ended while {}/{} ran, which has failed; --retry-failed makes it again\n",
               row[column("case")], row[column("variant")]);
  }
  journal_.clear();
}

void Session::drop_held(std::vector<PlannedRow>& rows) {
  if (!file_ || !options_.resume) return;
  std::set<Backend> backends;
  for (const PlannedRow& planned : rows) backends.insert(planned.backend);
  for (const Backend backend : backends) file_->require_same_run(backend, visitor_.facts(backend).provenance);
  for (const PlannedRow& planned : rows) {
    const RowKey key = key_of(planned);
    const std::string& built_with = planned.variant->info.built_with;
    if (!built_with.empty()) file_->require_same_build(key.case_name, key.variant, built_with);
  }
  std::erase_if(rows, [&](const PlannedRow& planned) { return file_->holds(key_of(planned), planned.seed); });
  const std::size_t bad = file_->bad_rows();
  if (bad == 0) return;
  exit_code_ = 1;
  fmt::print(stderr, "bench: {} row{} that it holds {} incorrect or failed, and not made again\n", bad,
             bad == 1 ? "" : "s", bad == 1 ? "is" : "are");
}

void Session::begin(const std::vector<PlannedRow>& rows, std::function<bool()> interrupted) {
  interrupted_ = std::move(interrupted);
  groups_.clear();
  for (const PlannedRow& planned : rows) groups_[planned.group].push_back(&planned);
  std::size_t all_visits = 0;
  for (const PlannedRow& planned : rows) all_visits += planned.cache ? visits : 1;
  progress_.emplace(options_.progress, rows.size(), all_visits);
}

std::optional<Row> Session::make(const PlannedRow& planned) {
  if (planned.group != group_) {
    finish_group();
    group_ = planned.group;
  }
  if (!ready_.contains(&planned)) {
    // Requested again (Google Benchmark's repetitions): run it alone, since its group is done.
    std::vector<const PlannedRow*> rows = std::exchange(groups_[planned.group], {});
    try {
      make_rows(rows.empty() ? std::vector{&planned} : rows);
    } catch (const Interrupted&) {
      return std::nullopt;
    }
  }
  const auto row = ready_.extract(&planned);
  if (row.empty()) return std::nullopt;
  return std::move(row.mapped());
}

void Session::make_rows(const std::vector<const PlannedRow*>& rows) {
  for (const PlannedRow* planned : rows) {
    if (!planned->cache || !planned->unsupported.empty() || options_.profile) continue;
    if (planned->backend == Backend::cuda) open_counters();
    measure_ceilings(*planned);
  }
  const auto starts = [this](const std::vector<const PlannedRow*>& batch) {
    if (interrupted_ && interrupted_()) return false;
    for (const PlannedRow* planned : batch) progress_->starts(describe(*planned));
    note_start(batch);
    return true;
  };
  const auto ends = [this](const PlannedRow& planned, Row row) {
    complete(row, describe(planned));
    ready_.emplace(&planned, std::move(row));
  };
  run_rows(rows, visitor_, options_.interleave, {interrupted_, starts, ends});
}

/// Says in the journal which rows run, in case that this process does not live to write them.
void Session::note_start(const std::vector<const PlannedRow*>& batch) {
  std::vector<Record> rows;
  for (const PlannedRow* planned : batch) {
    Row row = empty_row(*planned);
    row.status = Status::failed;
    row.message = "the run ended while this row ran; --retry-failed makes it again";
    row.provenance = visitor_.facts(planned->backend).provenance;
    rows.push_back(to_record(row));
  }
  journal_.write(rows);
}

void Session::complete(Row& row, const std::string& what) {
  if (row.timed()) {
    const Ceiling kind = row.variant->owner->ceiling();
    if (kind != Ceiling::none && !row.variant->info.built_with.empty()) {
      // A variant that another program has added is a row, not a ceiling.
    } else if (kind != Ceiling::none) {
      ceilings_.add(conditions_of(row), kind, row.work.bytes(), row.bytes_per_second());
    } else if (row.variant->on.at(row.backend).all_gpus) {
      // Rates of one GPU do not limit it.
    } else if (const auto least = ceilings_.speed_of_light_us(conditions_of(row), row.work)) {
      row.speed_of_light_percent = 100 * *least / row.median_us();
      if (row.speed_of_light_percent > 100 && row.message.empty()) row.message = beyond_ceiling(row);
    }
  }
  progress_->ends(what, outcome(row));
  if (row.status == Status::incorrect || row.status == Status::failed) exit_code_ = 1;
  keep(row);
  group_rows_.push_back(row);
}

void Session::open_counters() {
  if (options_.counters.empty() || counters_tried_) return;
  counters_tried_ = true;
  try {
    visitor_.open_counters(options_.counters);
  } catch (const Unsupported& error) {
    progress_->clear();
    fmt::print(stderr, "bench: --counters: {}; the run goes on without them\n", error.what());
  }
}

void Session::measure_ceilings(const PlannedRow& planned) {
  if (planned.variant->owner->ceiling() != Ceiling::none) return;
  if (planned.variant->on.at(planned.backend).all_gpus) return;  // rates of one GPU do not limit it
  const Work work = planned.problem->work(planned.variant->info.result);
  const Conditions on = conditions_of(planned);
  for (const Ceiling kind : Ceilings::needed(work)) {
    if (ceilings_.rate(on, kind, work.bytes())) continue;
    // A ceiling that cannot be measured (too little memory, say) is not tried again for every row.
    if (!tried_.insert({on, kind, work.bytes()}).second) continue;
    const auto rows = ceiling_rows(kind, planned);
    measure_ceiling(rows);
  }
}

void Session::measure_ceiling(const std::vector<PlannedRow>& rows) {
  std::vector<const PlannedRow*> pointers;
  for (const PlannedRow& planned : rows) pointers.push_back(&planned);
  const auto starts = [this](const std::vector<const PlannedRow*>& batch) {
    progress_->clear();
    if (interrupted_ && interrupted_()) return false;
    note_start(batch);
    return true;
  };
  const auto ends = [this](const PlannedRow& planned, const Row& row) {
    if (row.status == Status::incorrect || row.status == Status::failed) exit_code_ = 1;
    if (row.timed()) {
      const Ceiling kind = planned.variant->owner->ceiling();
      ceilings_.add(conditions_of(row), kind, row.work.bytes(), row.bytes_per_second());
    }
    keep(row);
  };
  run_rows(pointers, visitor_, options_.interleave, {interrupted_, starts, ends});
}

void Session::keep(const Row& row) {
  // A ceiling measured for a problem may also be requested as a row, or be measured again in a resumed run.
  if (row.variant->owner->ceiling() != Ceiling::none && file_ && file_->holds(row.key(), row.seed)) {
    side_files_.write_energy(row);  // a ceiling has none
    return;
  }
  side_files_.write(row);
  if (file_) file_->append(to_record(row));
  made_on_.insert(row.backend);
}

void Session::finish_group() {
  if (!tables_) group_rows_.clear();
  if (group_rows_.empty()) return;
  progress_->clear();
  // Host and GPU rows of a problem are compared with different rates, so each backend gets its own table, and
  // so does each ladder.
  for (const Backend backend : {Backend::host, Backend::cuda, Backend::simulator}) {
    std::map<int, std::vector<Row>> ladders;
    for (const Row& row : group_rows_) {
      const RegisteredVariant& variant = *row.variant;
      if (row.backend == backend)
        ladders[variant.owner->ladders().empty() ? 0 : variant.info.result].push_back(row);
    }
    for (const auto& [kind, rows] : ladders) print_table(rows);
  }
  group_rows_.clear();
}

void Session::print_table(const std::vector<Row>& rows) {
  const Row& first = rows.front();
  TableHeading heading;
  heading.device = first.provenance.device;
  if (first.backend == Backend::simulator) heading.device = "simulator on " + heading.device;
  if (first.cache) {
    heading.ceilings = ceilings_text(ceilings_, rows);
    if (const std::size_t cache = visitor_.facts(first.backend).cache_bytes; cache > 0) {
      std::uint64_t most = 0;  // kinds of result may move different amounts
      for (const Row& row : rows) most = std::max(most, row.work.bytes());
      heading.working_set_over_cache = static_cast<double>(most) / static_cast<double>(cache);
    }
  }
  fmt::print("{}\n", table_text(heading, rows));
  std::fflush(stdout);
}

void Session::finish() {
  finish_group();
  if (progress_) progress_->clear();
  if (options_.phases) fmt::print(stderr, "bench: {}\n", spent_text());
  std::vector<BackendFacts> used;
  for (const Backend backend : made_on_) used.push_back(visitor_.facts(backend));
  // A resumed run that made no rows has no new facts.
  if (file_ && !used.empty()) write_environment(options_.out, used);
}

}  // namespace rungs
