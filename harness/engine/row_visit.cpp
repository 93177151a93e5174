#include "harness/engine/row_visit.hpp"
#include <algorithm>
#include "harness/engine/row_runner.hpp"

namespace rungs {
namespace {

constexpr const char* on_changed_inputs = "on changed inputs";

/// Adds the verification result to the row; true if the row can continue.
bool accept(Row& row, const Verdict& verdict) {
  row.max_error = std::max(row.max_error, verdict.comparison.max_error);
  row.mismatches += verdict.comparison.mismatches;
  if (verdict.correct) return true;
  row.status = Status::incorrect;
  row.message = verdict.message;
  return false;
}

/// The name by which Nsight Compute selects a row's kernels.
std::string profile_name(const Row& row) {
  return range_name(row.variant->full_name() + "/" + row.size + (row.params.empty() ? "" : "/" + row.params));
}

}  // namespace

RowVisit::RowVisit(Row& row, const PlannedRow& planned, ProblemMemory& memory, Executors& executors,
                   const RowRules& rules, bool alone)
    : row_(row),
      planned_(planned),
      memory_(memory),
      executor_(executors.on(planned.backend)),
      rules_(rules),
      alone_(alone),
      first_(!row.measurement),
      times_new_inputs_(first_ && alone && row.cache),
      ranges_(describe(planned), profile_name(row), row.work.bytes()) {}

bool RowVisit::prepare() {
  row_.provenance = provenance_of(executor_);
  if (!planned_.unsupported.empty()) throw Unsupported(planned_.unsupported);
  // Under a profiler each kernel lies in one range only, from which scripts/rungs/profile/ncu.py finds its
  // row. Ranges of rows that are timed in turn would overlap.
  if (!rules_.profile && alone_) whole_.emplace(ranges_, Phase::row);
  {
    const Range range(ranges_, Phase::set_up);
    const bool verifies = first_ && !rules_.profile && !planned_.problem->takes_one_sample();
    bound_.emplace(planned_, memory_, executor_, verifies ? Inputs::other : Inputs::asked);
    if (rules_.compare) bound_->compare_by(rules_.compare);
  }
  if (rules_.profile) profile();
  if (!rules_.profile && !rules_.paranoid && planned_.problem->takes_one_sample()) {
    launch_once();
    return false;
  }
  const bool right = !rules_.profile && (!first_ || verify_passes());
  if (right && rules_.paranoid) return accept(row_, paranoid_verdict(*bound_, executor_.passes().size())) && row_.cache;
  if (!right || !row_.cache) return false;
  if (first_ && executor_.has_streams()) {
    bound_->poison();
    bound_->check_stream();
  }
  // Otherwise others would read inputs that only this variant uploads.
  if (!alone_) {
    bound_->poison();
    bound_->launch_once(0);
  }
  return true;
}

void RowVisit::launch_once() {
  bound_->set_guards(0);
  bound_->poison();
  std::optional<Measurement> measured;
  if (row_.cache) {
    const Range range(ranges_, Phase::measure);
    const auto probe = bound_->probe(*row_.cache);
    const InVariant inside;
    measured = sample_once(*probe);
  } else {
    bound_->launch_once(0);
  }
  row_.state = executor_.state();
  if (!accept(row_, bound_->verify(measured ? "in the timed launch" : "in its only launch")) || !measured) return;
  row_.metrics = bound_->metrics();
  row_.measurement = std::move(measured);
  row_.event_overhead_us = executor_.event_overhead_us();
  summarise_row();
}

bool RowVisit::verify_passes() {
  const Range range(ranges_, Phase::verify);
  const auto passes = executor_.passes();
  const auto pass_of = [&](std::size_t launch) { return launch % passes.size(); };
  const auto name = [&](std::size_t launch, const char* otherwise) {
    return passes[pass_of(launch)].empty() ? otherwise : passes[pass_of(launch)];
  };
  bound_->set_guards(0);
  bound_->poison();
  bound_->launch_once(pass_of(0));
  if (!accept(row_, bound_->verify(name(0, "before timing")))) return false;
  // The race check takes one launch; values under other orders and inputs are for a program without it.
  if (executor_.looks_for_races()) return true;
  bound_->set_guards(1);
  // What follows comes with the sampling: the asked inputs in start_sampling, the other poison after timing.
  if (times_new_inputs_) return true;
  bound_->poison(Poison::drawn);
  bound_->launch_once(pass_of(1));
  if (!accept(row_, bound_->verify(name(1, "before timing, over other garbage")))) return false;
  bound_->set_guards(2);
  bound_->load(Inputs::asked);
  bound_->launch_once(pass_of(2));
  return accept(row_, bound_->verify(name(2, on_changed_inputs)));
}

void RowVisit::start_sampling() {
  probe_ = bound_->probe(*row_.cache);
  if (alone_) measuring_.emplace(ranges_, Phase::measure);
  sampling_.emplace(*probe_, share_of(rules_.stop, visits), steady_clock_seconds());
  const bool drawn = memory_.drawn_visit(profile_name(row_)) == (first_ ? 0 : 1);
  const auto fresh = [this, drawn](std::uint64_t draw) {
    return memory_.fresh_inputs(planned_, visits * draw + (drawn ? 0 : 1));  // others on each visit
  };
  check_ = std::make_unique<SkippedWorkCheck>(*bound_, *probe_, *row_.cache, fresh, drawn);
  // The row that was launched last may have left other inputs behind, and results where this one writes none.
  if (!alone_) bound_->reload();
  if (!times_new_inputs_) bound_->poison();
  {
    const InVariant inside;
    sampling_->warm_up();
  }
  if (!times_new_inputs_) return;
  bound_->load(Inputs::asked);  // the outputs hold results of the others
  check_->time_first_launch();
  if (!accept(row_, check_->verify_twice(on_changed_inputs))) check_.reset();
}

bool RowVisit::step() {
  if (!sampling_) start_sampling();
  if (check_ == nullptr) return false;
  bool more = false;
  bool right = accept(row_, check_->perhaps_check(sampling_->spent_s(), !alone_));
  if (right) {
    const InVariant inside;
    more = sampling_->step();
  }
  if (right && alone_) right = accept(row_, check_->perhaps_verify(sampling_->spent_s()));
  if (!right) check_.reset();
  return right && more;
}

void RowVisit::note_state() { row_.state = merged(row_.state, executor_.state()); }

void RowVisit::finish() {
  measuring_.reset();
  if (check_ == nullptr) return;  // wrong before its first sample
  const bool right = right_after_timing();
  Measurement measured = [this] {
    const InVariant inside;
    return sampling_->finish();
  }();
  check_.reset();
  probe_.reset();
  if (!right) return;
  row_.measurement = row_.measurement ? combined(*row_.measurement, measured, rules_.stop) : std::move(measured);
  row_.event_overhead_us = executor_.event_overhead_us();
  if (!first_) conclude();
}

bool RowVisit::right_after_timing() {
  const Range range(ranges_, Phase::verify);
  if (!alone_) bound_->reload();  // other rows may have damaged them
  check_->take_over_garbage();
  if (!accept(row_, bound_->verify("after timing"))) return false;
  row_.metrics = bound_->metrics();
  const std::string skipped = check_->skipped_work(sampling_->median());
  if (skipped.empty()) return true;
  row_.status = Status::incorrect;
  row_.message = skipped;
  return false;
}

/// Computes the results from all samples of a row, and verifies one last launch.
void RowVisit::conclude() {
  const std::string notes = add_counters_and_energy(row_, *bound_, rules_.energy);  // on the inputs that were timed
  if (rules_.why) add_why(row_, *bound_);
  {
    const Range range(ranges_, Phase::verify);
    // Finds a variant that computes once and then only pretends: its outputs hold what is no longer right.
    bound_->load(Inputs::other);
    bound_->set_guards(2);
    bound_->launch_once(0);
    if (!accept(row_, bound_->verify("in a launch after timing"))) return;
  }
  summarise_row();
  row_.say(notes);
}

void RowVisit::summarise_row() {
  const Measurement& measured = *row_.measurement;
  row_.status = measured.unstable() ? Status::unstable : Status::ok;
  row_.message = measured.unstable() ? "every sample was taken at a low clock" : measured.note;
  if (executor_.peak_bytes_per_second() > 0) {
    row_.peak_percent = 100 * row_.bytes_per_second() / executor_.peak_bytes_per_second();
  }
  if (row_.message.empty()) row_.message = remark_on(row_);
}

void RowVisit::profile() {
  bound_->poison();
  for (unsigned launch = 0; launch < rules_.profile_launches; ++launch) {
    executor_.prepare(Cache::cold);
    const Range range(ranges_, Phase::profile);
    bound_->launch_once(0);
  }
  if (!accept(row_, bound_->verify("under the profiler"))) return;
  row_.driver = bound_->ask(&Executor::driver_operations);
}

}  // namespace rungs
