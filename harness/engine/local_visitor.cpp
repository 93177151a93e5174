#include "harness/engine/local_visitor.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <utility>

#include "harness/engine/visit.hpp"
#include "harness/measure/beat.hpp"
#include "harness/measure/process_state.hpp"

namespace rungs {
namespace {

/// A visit to one batch. Errors become the status of the row that caused them.
class BatchVisit {
 public:
  BatchVisit(const Batch& batch, ProblemMemory& memory, Executors& executors, const RowRules& rules,
             const std::function<bool()>& interrupted)
      : batch_(batch), executors_(executors), ask_(interrupted), alone_(batch.size() == 1) {
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
    note_growth();
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
  /// What the process holds more than before.
  [[nodiscard]] const std::string& unclean() const { return unclean_; }

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
        pinned_ = true;
        if (!guarded(*entry, [&more, &one = visit] { more = one->step(); })) visit.reset();
        if (more) enough = false;
        if (!warm_ && alone_ && !lost_) warm_ = held(*entry);
      }
      interrupted_ = !alone_ && ask_ && ask_();
      if (interrupted_) return;
    }
  }

  /// Runs a step of an entry's visit; false if it threw, which ends the row.
  bool guarded(Entry& entry, const std::function<void()>& step) {
    beat().entry =
        static_cast<std::uint32_t>(std::find(batch_.begin(), batch_.end(), &entry) - batch_.begin());
    const bool done = without_errors(entry, step);
    note(entry, state_.restore(pinned_), "changed ", ", which was put back");
    return done;
  }

  /// Adds "changed the locale, which was put back" to what a row leaves behind, once.
  void note(Entry& entry, const std::string& what, const char* before, const char* after) {
    if (what.empty()) return;
    const std::string text = before + what + after;
    std::string& all = entry.row.left_behind;
    if (all.find(text) == std::string::npos) all += (all.empty() ? "" : "; ") + text;
  }

  /// What the process holds while this row runs.
  [[nodiscard]] Holdings held(const Entry& entry) {
    Holdings now = holdings();
    if (entry.planned->backend != Backend::cuda) return now;
    try {
      now.device_bytes = ~std::size_t{0} - executors_.on(Backend::cuda).memory().free_bytes();
    } catch (const std::exception&) {  // the next step of the visit reports it
    }
    return now;
  }

  /// A variant that goes on to take threads, descriptors or memory after its first sample disturbs the rows
  /// after it. Of rows that run in turn it is not known which one does.
  void note_growth() {
    if (!warm_ || visits_.empty() || visits_.front().second == nullptr) return;
    Entry& entry = *visits_.front().first;
    const std::string grown = growth(*warm_, held(entry));
    note(entry, grown, "took ", " more while it was timed");
    if (!grown.empty()) unclean_ = grown;
  }

  bool without_errors(Entry& entry, const std::function<void()>& step) {
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
      lost_ = true;
    } catch (const Failed& error) {
      ended(Status::failed, error.what());
      lost_ = !usable(entry.planned->backend);
    } catch (const std::bad_alloc&) {
      ended(Status::unsupported, "host memory ran out");
    } catch (const std::exception& error) {  // a variant's own
      ended(Status::failed, error.what());
      lost_ = !usable(entry.planned->backend);
    } catch (...) {
      ended(Status::failed, "threw an exception that is not a std::exception");
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

  const Batch& batch_;
  Executors& executors_;
  const std::function<bool()>& ask_;
  bool alone_;
  std::vector<std::pair<Entry*, std::unique_ptr<RowVisit>>> visits_;
  ProcessState state_;
  std::optional<Holdings> warm_;  ///< after the first sample of a row that runs alone
  std::string unclean_;
  bool pinned_ = false;
  bool lost_ = false;
  bool interrupted_ = false;
};

}  // namespace

struct LocalVisitor::Own {
  explicit Own(const Options& options)
      : executors(options.device, options.seed), rules{options.stop,
                                                       options.interleave,
                                                       options.profile ? options.profile_launches : 0,
                                                       options.energy,
                                                       options.paranoid,
                                                       {},
                                                       nullptr} {
    if (!options.dump.empty()) rules.dump = &dump.emplace(options.dump, options.seed);
  }

  Executors executors;
  ProblemMemory memory{executors};
  std::optional<Dump> dump;
  RowRules rules;
};

LocalVisitor::LocalVisitor(const Options& options) : LocalVisitor(std::make_unique<Own>(options)) {}
LocalVisitor::LocalVisitor(std::unique_ptr<Own> own)
    : own_(std::move(own)), memory_(own_->memory), executors_(own_->executors), rules_(own_->rules) {}
LocalVisitor::LocalVisitor(ProblemMemory& memory, Executors& executors, const RowRules& rules)
    : memory_(memory), executors_(executors), rules_(rules) {}
LocalVisitor::~LocalVisitor() = default;

Attempt LocalVisitor::visit(const Batch& batch, const std::function<bool()>& interrupted) {
  RowRules rules = rules_;
  if (batch.front()->planned->ceiling) {  // only rows that were asked for are drawn and have energies
    rules.dump = nullptr;
    rules.energy.reset();
  }
  const ProcessState state;
  Attempt attempt;
  {
    const BatchVisit visit(batch, memory_, executors_, rules, interrupted);
    attempt = {visit.lost(), visit.interrupted(), visit.unclean()};
  }
  static_cast<void>(
      state.restore(false));  // a change of the affinity while the harness had pinned the thread
  return attempt;
}

/// A kernel that crashed makes the device state of the process unusable. This creates a fresh one for the
/// rows after it. If the driver does not provide one, those rows fail too and report that the device is
/// unavailable.
void LocalVisitor::recover(Backend backend) noexcept {
  memory_.drop();
  try {
    executors_.restart(backend);
  } catch (const std::exception&) {  // reported by the next row
  }
}

BackendFacts LocalVisitor::facts(Backend backend) { return facts_of(executors_.on(backend)); }

void LocalVisitor::compare_by(Compare compare) { own_->rules.compare = std::move(compare); }

void LocalVisitor::open_counters(const std::vector<Counter>& counters) { executors_.open_counters(counters); }

}  // namespace rungs
