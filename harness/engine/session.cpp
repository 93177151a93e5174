#include "harness/engine/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "harness/engine/ceiling_rows.hpp"
#include "harness/engine/repeated_rows.hpp"
#include "harness/engine/row_texts.hpp"
#include "harness/output/console.hpp"
#include "harness/output/program_id.hpp"
#include "harness/output/units.hpp"
#include "harness/verify/guarded_memory.hpp"
#include "harness/verify/memory_space.hpp"

namespace rungs {
Session::Session(const Options& options, Visitor& visitor, Outputs& outputs)
    : options_(options), visitor_(visitor), outputs_(outputs), stale_(!newer_source().empty()) {
  visitor_.watch(
      [this](std::size_t samples, double noise_percent) { outputs_.samples(samples, noise_percent); });
}

void Session::begin(const std::vector<const PlannedRow*>& rows, std::function<bool()> interrupted) {
  interrupted_ = std::move(interrupted);
  groups_.clear();
  for (const PlannedRow* planned : rows) groups_[planned->group].push_back(planned);
}

std::optional<Row> Session::make(const PlannedRow& planned) {
  if (planned.group != group_) {
    finish();
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
  RepeatedRows repeated(options_.processes);
  auto left = rows;
  for (unsigned process = 1; process <= options_.processes && !left.empty(); ++process) {
    if (options_.processes > 1) visitor_.rest();
    run(left, true, [&](const PlannedRow& planned, Row row) {
      if (auto whole = repeated.add(planned, std::move(row))) complete(planned, std::move(*whole));
    });
    left = repeated.unfinished(rows);
  }
}

void Session::run(const std::vector<const PlannedRow*>& rows, bool asked_for,
                  const std::function<void(const PlannedRow&, Row)>& ends) {
  const auto starts = [&](const std::vector<const PlannedRow*>& batch) {
    if (interrupted_ && interrupted_()) return false;
    // All rows of a batch may be complete already.
    const Provenance from = batch.empty() ? Provenance{} : visitor_.facts(batch.front()->backend).provenance;
    outputs_.runs(this, batch, from, asked_for);
    return true;
  };
  run_rows(rows, visitor_, options_.interleave, {interrupted_, starts, ends});
}

void Session::complete(const PlannedRow& planned, Row row) {
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
      row.ceiling = text_of(conditions_of(row), Ceilings::needed(row.work));
      if (row.speed_of_light_percent > 100 && row.message.empty()) row.message = beyond_ceiling(row);
    }
  }
  if (stale_)
    row.message += (row.message.empty() ? "" : "; ") + std::string("the program is older than its sources");
  outputs_.add(planned, row, true);
  made_on_.insert(row.backend);
  group_rows_.push_back(row);
  const bool timed = row.timed();
  ready_.emplace(&planned, std::move(row));
  if (timed && outputs_.shows_drafts()) outputs_.draft(tables(false));
}

void Session::open_counters() {
  if (options_.counters.empty() || counters_tried_) return;
  counters_tried_ = true;
  try {
    visitor_.open_counters(options_.counters);
  } catch (const Unsupported& error) {
    outputs_.say(fmt::format("--counters: {}; the run goes on without them", error.what()));
  }
}

void Session::measure_ceilings(const PlannedRow& planned) {
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
    if (!tried_.insert({on, kind, work.bytes()}).second) continue;
    const auto rows = ceiling_rows(kind, planned);
    measure_ceiling(rows);
  }
}

void Session::measure_ceiling(const std::vector<PlannedRow>& rows) {
  run(pointers_to(rows), false, [this](const PlannedRow& planned, const Row& row) {
    if (row.timed()) {
      const Ceiling kind = planned.variant->owner->ceiling();
      ceilings_.add(conditions_of(row), kind, row.work.bytes(), row.bytes_per_second());
    }
    outputs_.add(planned, row, false);
    made_on_.insert(row.backend);
  });
}

void Session::finish() {
  if (outputs_.shows_tables() && !group_rows_.empty()) outputs_.print(tables(true));
  group_rows_.clear();
}

std::string Session::tables(bool remarks) const {
  // Host and GPU rows of a problem are compared with different rates, so each backend gets its own table, and
  // so does each ladder.
  std::string text;
  for (const Backend backend : {Backend::host, Backend::cuda, Backend::simulator}) {
    std::map<int, std::vector<Row>> ladders;
    for (const Row& row : group_rows_) {
      const RegisteredVariant& variant = *row.variant;
      if (row.backend == backend)
        ladders[variant.owner->ladders().empty() ? 0 : variant.info.result].push_back(row);
    }
    for (const auto& [kind, rows] : ladders) {
      const bool brief = options_.format == Format::brief;
      text += brief ? brief_text(rows) : (text.empty() ? "" : "\n") + table(rows, remarks);
    }
  }
  return text;
}

std::string Session::table(const std::vector<Row>& rows, bool remarks) const {
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
  return table_text(heading, rows, outputs_.terminal(), remarks);
}

std::vector<BackendFacts> Session::used() {
  std::vector<BackendFacts> all;
  for (const Backend backend : made_on_) all.push_back(visitor_.facts(backend));
  return all;
}

}  // namespace rungs
