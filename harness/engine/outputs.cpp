#include "harness/engine/outputs.hpp"
#include <fmt/format.h>
#include <unistd.h>
#include <cstdio>
#include "harness/measure/ceilings.hpp"
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

}  // namespace

Outputs::Outputs(const Options& options, bool tables)
    : options_(options),
      tables_(tables && options.format != Format::jsonl && options.out != "-" && options.samples != "-"),
      terminal_(tables_ ? Terminal::of(STDOUT_FILENO) : Terminal{}) {
  if (options.format == Format::jsonl) json_lines_.emplace("--format=jsonl", "-");
  if (!options.out.empty()) file_.emplace(options.out, options.resume, options.retry_failed);
  journal_ = Journal(options.out);
  beside_.emplace(options, file_ ? &*file_ : nullptr);
  if (resumes()) take_left_rows();
}

bool Outputs::resumes() const { return file_ && options_.resume && !file_->is_new(); }

/// A row during which an earlier run was killed has failed: otherwise a run that is resumed could end at it each time.
void Outputs::take_left_rows() {
  for (const Record& row : journal_.left()) {
    if (options_.retry_failed || !file_->take(row)) continue;
    rungs::say(fmt::format("the run ended while {}/{} ran, which has failed; --retry-failed makes it again",
                           row[column("case")], row[column("variant")]));
  }
  journal_.clear();
}

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
    if (status.empty() && planned.backend != Backend::simulator && !options_.edge_cases &&
        file_->holds(key_of(planned))) {
      throw BadUsage(
          fmt::format("--resume {}: holds {} by another seed than --seed={}; expected that one, or another file",
                      options_.out, planned.variant->full_name(), planned.seed));
    }
    return !status.empty();
  });
  const std::size_t bad = file_->bad_rows();
  if (bad == 0) return;
  bad_ = true;
  rungs::say(fmt::format("{} row{} that it holds {} incorrect or failed, and not made again", bad, bad == 1 ? "" : "s",
                         bad == 1 ? "is" : "are"));
}

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

void Outputs::add(const PlannedRow& planned, const Row& row, bool asked_for) {
  const std::lock_guard lock(mutex_);
  if (asked_for && progress_) progress_->ends(describe(planned), outcome(row));
  if (asked_for) ++tally_[row.status];
  asked_ |= asked_for;
  measured_ |= asked_for && (row.status == Status::ok || row.status == Status::unstable);
  if (row.status == Status::incorrect || row.status == Status::failed) bad_ = true;
  // A ceiling measured for a problem may also be requested as a row, or be measured again in a resumed run.
  if (row.variant->owner->ceiling() != Ceiling::none && file_ && !file_->status(row.key(), row.seed).empty()) {
    beside_->add_known(row);  // one that was asked for may have an energy
    return;
  }
  beside_->add(row);
  if (file_) file_->append(to_record(row));
  end_if_moved();
  if (json_lines_) lines_.add(planned, row, asked_for, [this](const std::string& line) { write_line(line); });
}

void Outputs::ends(const Group& group) {
  const std::lock_guard lock(mutex_);
  if (json_lines_) lines_.ends(group, [this](const std::string& line) { write_line(line); });
}

void Outputs::write_line(const std::string& line) {
  clear();
  json_lines_->append(line);
}

void Outputs::end_if_moved() {
  for (const std::string& why : {file_ ? file_->moved() : std::string(), beside_->moved()}) {
    if (!why.empty()) throw Failed(why);
  }
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
    rungs::say(fmt::format("{} row{} that failed, or whose ceiling did, {} not of this run, and kept", left,
                           left == 1 ? "" : "s", left == 1 ? "is" : "are"));
  }
  end_if_moved();
  beside_->finish(used);
}

}  // namespace rungs
