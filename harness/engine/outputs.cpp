#include "harness/engine/outputs.hpp"
#include <fmt/format.h>
#include <unistd.h>
#include <cstdio>
#include <filesystem>
#include <utility>
#include "harness/engine/dump.hpp"
#include "harness/measure/ceilings.hpp"
#include "harness/output/json.hpp"
#include "harness/output/steps_file.hpp"
#include "harness/output/units.hpp"

namespace rungs {
namespace {

/// How a row ended, for the progress: "12.3 us", "incorrect (4 wrong; ...)".
std::string outcome(const Row& row) {
  std::string text = row.status == Status::ok ? (row.timed() ? time_text(row.median_us()) : "correct")
                                              : std::string(name_of(row.status));
  return row.message.empty() ? text : text + " (" + row.message + ")";
}

/// True if a ceiling that a row is compared with is made again.
bool has_ceiling_again(const RowFile& file, const PlannedRow& planned) {
  if (!planned.cache || !planned.unsupported.empty()) return false;
  for (const Ceiling kind : Ceilings::needed(planned.problem->work(planned.variant->info.result))) {
    for (const PlannedRow& one : ceiling_rows(kind, planned)) {
      if (file.drops(key_of(one))) return true;
    }
  }
  return false;
}

/// Of the visits of the experiments; empty: there are none.
std::string why_file_of(const Options& options) {
  if (!options.why) return "";
  return options.why_file.empty() ? companion_of(options.out, "why") : options.why_file;
}

}  // namespace

void check_outputs(const Options& options, const std::string& google_benchmark_out) {
  const std::string json = options.json.empty() ? "-- --benchmark_out" : "--json";
  const std::string side = companion_of(options.out, "side");
  require_different_files({{"--out", options.out},
                           {"--out's environment", companion_of(options.out, "environment")},
                           {"--out's side table", side},
                           {"--out's steps", companion_of(options.out, "steps")},
                           {"--samples", options.samples},
                           {"--why", why_file_of(options)},
                           {json, google_benchmark_out}});
  require_output_file("--out", options.out, options.resume);
  require_output_file("--out's", side, options.resume);
  for (const char* kind : {"environment", "steps"})
    require_output_file("--out's", companion_of(options.out, kind), true);
  require_output_file("--samples", options.samples, options.resume);
  require_output_file("--why", why_file_of(options), options.resume);
  require_output_file(json, google_benchmark_out, options.resume);
  if (!options.dump.empty()) make_dump_folder(options.dump);
}

Outputs::Outputs(const Options& options, bool tables)
    : options_(options),
      tables_(tables && options.format != Format::jsonl && options.out != "-" && options.samples != "-"),
      terminal_(tables_ ? Terminal::of(STDOUT_FILENO) : Terminal{}),
      drafts_(options.format == Format::table && terminal_.moves && !options.concurrent &&
              options.progress != "never") {
  if (options.format == Format::jsonl) json_lines_.emplace("--format=jsonl", "-");
  if (!options.out.empty()) file_.emplace(options.out, options.resume, options.retry_failed);
  journal_ = Journal(options.out);
  if (file_ && !file_->remark().empty()) rungs::say(file_->remark());
  // Existing files are opened now, so that a wrong one is refused before anything is measured.
  const RowFile* rows = file_ ? &*file_ : nullptr;
  if (!options.samples.empty()) {
    samples_.emplace("--samples", options.samples, std::vector<std::string>{"sample", "time_us", "sm_clock_mhz"}, rows);
  }
  if (options.why) why_.emplace("--why", why_file_of(options), why_columns(), rows);
  std::error_code ignored;
  if (std::filesystem::exists(companion_of(options.out, "side"), ignored)) open_side();
  if (!options.dump.empty()) make_dump_folder(options.dump);  // the last that can refuse: nothing is left then
  if (resumes()) take_left_rows();
}

bool Outputs::resumes() const { return file_ && options_.resume && !file_->is_new(); }

/// A row during which an earlier run was killed has failed: otherwise a run that is resumed could end at it
/// each time.
void Outputs::take_left_rows() {
  for (const Record& row : journal_.left()) {
    if (options_.retry_failed || !file_->take(row)) continue;
    rungs::say(fmt::format("the run ended while {}/{} ran, which has failed; --retry-failed makes it again",
                           row[column("case")], row[column("variant")]));
  }
  journal_.clear();
}

void Outputs::open_side() { side_.emplace("--out's", companion_of(options_.out, "side"), side_columns(), &*file_); }

void Outputs::drop_held(std::vector<PlannedRow>& rows, const std::vector<BackendFacts>& now) {
  if (!file_ || !options_.resume) return;
  file_->require_same_run(now);
  for (const PlannedRow& planned : rows) {
    const RowKey key = key_of(planned);
    const std::string& built_with = planned.variant->info.built_with;
    if (!built_with.empty()) file_->require_same_build(key.case_name, key.variant, built_with);
  }
  for (const PlannedRow& planned : rows) {
    if (has_ceiling_again(*file_, planned)) file_->drop(key_of(planned), planned.seed);
  }
  std::erase_if(rows, [&](const PlannedRow& planned) {
    const std::string status = file_->status(key_of(planned), planned.seed);
    asked_ |= !status.empty();
    measured_ |= status == name_of(Status::ok) || status == name_of(Status::unstable);
    return !status.empty();
  });
  const std::size_t bad = file_->bad_rows();
  if (bad == 0) return;
  bad_ = true;
  rungs::say(fmt::format("{} row{} that it holds {} incorrect or failed, and not made again", bad, bad == 1 ? "" : "s",
                         bad == 1 ? "is" : "are"));
}

void Outputs::expect(std::size_t rows, std::size_t visits) { progress_.emplace(options_.progress, rows, visits); }

void Outputs::runs(const void* run, const Group& together, const Provenance& provenance, bool asked_for) {
  const std::lock_guard lock(mutex_);
  if (!asked_for) clear();
  std::vector<Record>& mine = running_[run];
  mine.clear();
  for (const PlannedRow* planned : together) {
    if (!asked_for) continue;  // a ceiling is measured anew, whatever the file says
    if (progress_) progress_->starts(describe(*planned));
    Row row = empty_row(*planned);
    row.status = Status::failed;
    row.message = "the run ended while this row ran; --retry-failed makes it again";
    row.provenance = provenance;
    mine.push_back(to_record(row));
  }
  std::vector<Record> all;
  for (const auto& [who, records] : running_) all.insert(all.end(), records.begin(), records.end());
  journal_.write(all);
}

void Outputs::in_order(const std::vector<const Group*>& groups) {
  const std::lock_guard lock(mutex_);
  for (Waiting& one : waiting_) one.ended = true;
  write_waiting();
  for (const Group* group : groups) waiting_.push_back({group});
}

void Outputs::write_waiting() {
  while (!waiting_.empty()) {
    Waiting& first = waiting_.front();
    for (const auto& [planned, row] : std::exchange(first.rows, {})) write(*planned, row, true);
    if (!first.ended) return;
    if (json_lines_) lines_.ends(*first.group, [this](const std::string& line) { write_line(line); });
    waiting_.pop_front();
  }
}

void Outputs::add(const PlannedRow& planned, const Row& row, bool asked_for) {
  const std::lock_guard lock(mutex_);
  if (asked_for && progress_) progress_->ends(describe(planned), outcome(row));
  for (Waiting& one : waiting_) {
    if (std::find(one.group->begin(), one.group->end(), &planned) == one.group->end()) continue;
    one.rows.emplace_back(&planned, row);
    return write_waiting();
  }
  write(planned, row, asked_for);
}

void Outputs::write(const PlannedRow& planned, const Row& row, bool asked_for) {
  if (asked_for) ++tally_[row.status];
  asked_ |= asked_for;
  measured_ |= asked_for && (row.status == Status::ok || row.status == Status::unstable);
  if (row.status == Status::incorrect || row.status == Status::failed) bad_ = true;
  // A ceiling measured for a problem may also be requested as a row, or be measured again in a resumed run.
  if (row.variant->owner->ceiling() != Ceiling::none && file_ && !file_->status(row.key(), row.seed).empty()) {
    add_beside(row, energy_lines(row));  // one that was asked for may have it
    add_why(row, false);
    return;
  }
  const bool again = file_ && file_->drops(row.key());
  if (samples_ && row.timed()) {
    std::vector<Record> lines;
    for (const Sample& sample : row.measurement->samples) {
      lines.push_back({std::to_string(lines.size()), number_text(sample.us),
                       sample.sm_clock_mhz > 0 ? number_text(sample.sm_clock_mhz) : ""});
    }
    samples_->append(row, lines, again);
  }
  std::vector<Record> lines = side_lines(row);
  for (Record& line : energy_lines(row)) lines.push_back(std::move(line));
  add_beside(row, lines);
  add_why(row, again);
  if (file_) file_->append(to_record(row));
  end_if_moved();
  if (json_lines_) lines_.add(planned, row, asked_for, [this](const std::string& line) { write_line(line); });
}

void Outputs::begins(const Group& group) {
  const std::lock_guard lock(mutex_);
  if (json_lines_) lines_.begins(group);
}

void Outputs::ends(const Group& group) {
  const std::lock_guard lock(mutex_);
  for (Waiting& one : waiting_) {
    if (one.group != &group) continue;
    one.ended = true;
    return write_waiting();
  }
  if (json_lines_) lines_.ends(group, [this](const std::string& line) { write_line(line); });
}

void Outputs::write_line(const std::string& line) {
  clear();
  json_lines_->append(line);
}

void Outputs::add_beside(const Row& row, const std::vector<Record>& lines) {
  if (lines.empty() || companion_of(options_.out, "side").empty()) return;
  if (!side_) open_side();
  side_->append(row, lines, file_->drops(row.key()));
}

void Outputs::add_why(const Row& row, bool again) {
  if (!why_ || row.why.empty()) return;
  why_->append(row, why_lines(row), again);
  for (const std::string& line : why_sentences(row.why)) say(row.variant->full_name() + ": " + line);
}

void Outputs::end_if_moved() {
  const std::string none;
  for (const std::string& why : {file_ ? file_->moved() : none, side_ ? side_->moved() : none,
                                 samples_ ? samples_->moved() : none, why_ ? why_->moved() : none}) {
    if (!why.empty()) throw Failed(why);
  }
}

void Outputs::draft(const std::string& table) {
  const std::lock_guard lock(mutex_);
  clear();
  const std::size_t lines = lines_on(terminal_, table);
  if (terminal_.lines > 0 && lines + 2 > terminal_.lines) return;  // what has left the screen stays as it is
  fmt::print("{}", table);
  std::fflush(stdout);
  draft_lines_ = lines;
}

void Outputs::samples(std::size_t count, double noise_percent) {
  const std::lock_guard lock(mutex_);
  if (progress_ && !options_.concurrent && count > 0) progress_->samples(count, noise_percent);
}

void Outputs::print(const std::string& table) {
  if (table.empty()) return;
  const std::lock_guard lock(mutex_);
  clear();
  fmt::print("{}{}", table, options_.format == Format::brief ? "" : "\n");
  std::fflush(stdout);
}

void Outputs::say(const std::string& what) {
  const std::lock_guard lock(mutex_);
  clear();
  rungs::say(what);
}

void Outputs::clear() {
  if (progress_) progress_->clear();
  if (draft_lines_ == 0) return;
  fmt::print("\x1b[{}A\x1b[J", std::exchange(draft_lines_, 0));  // up, and all below away
  std::fflush(stdout);
}

void Outputs::print_tally() const {
  std::size_t all = 0;
  std::string parts;
  for (const auto& [status, count] : tally_) {
    all += count;
    parts += fmt::format(", {} {}", count, status == Status::ok ? "correct" : name_of(status));
  }
  if (all > 0) fmt::print("{} row{}: {}\n", all, all == 1 ? "" : "s", parts.substr(2));
}

void Outputs::finish(const std::vector<BackendFacts>& used) {
  const std::lock_guard lock(mutex_);
  clear();
  if (tables_ && (options_.edge_cases || options_.verify_only || options_.format == Format::brief)) print_tally();
  if (asked_ && !measured_ && !bad_) {
    bad_ = true;
    rungs::say("every row is unsupported: nothing was measured");
  }
  if (const std::size_t left = file_ ? file_->dropped_rows() : 0; left > 0) {
    bad_ = true;
    fmt::print(stderr, "bench: {} row{} that failed, or whose ceiling did, {} not of this run, and kept\n", left,
               left == 1 ? "" : "s", left == 1 ? "is" : "are");
  }
  end_if_moved();
  if (!file_) return;
  write_steps(options_.out, file_->variants());
  // A resumed run that made no rows has no new facts.
  if (!used.empty()) write_environment(options_.out, used, options_.check_seed.value_or(0));
}

}  // namespace rungs
