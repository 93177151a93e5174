#include "harness/engine/in_process.hpp"
#include <algorithm>
#include <chrono>
#include <new>
#include <thread>
#include "harness/measure/process_state.hpp"
#include "harness/measure/ranges.hpp"

namespace rungs {
namespace {

/// A visit to rows together. Errors become the status of the row that caused them.
class JointVisit {
 public:
  JointVisit(const Together& together, ProblemMemory& memory, Executors& executors, const RowRules& rules,
             const std::function<bool()>& interrupted)
      : together_(together), executors_(executors), ask_(interrupted), alone_(together.size() == 1) {
    for (RowInProgress* one : together) {
      guarded(*one, [&] {
        auto visit = std::make_unique<RowVisit>(one->row, *one->planned, memory, executors, rules, alone_);
        if (!before_) before_ = inherited();  // with the executor's own, without the variants'
        one->visited = !prepare(*one, *visit);
        if (!one->visited && !one->postponed) visits_.emplace_back(one, std::move(visit));
      });
      if (outcome_.lost) return;
    }
    sample_in_turn();
    if (outcome_.lost || outcome_.interrupted) return;
    for (auto& [one, visit] : visits_) {
      if (visit != nullptr) visit->note_state();
    }
    note_growth();
    for (auto& [one, visit] : visits_) {
      if (outcome_.lost || visit == nullptr) continue;
      one->visited = guarded(*one, [&own = visit] { own->finish(); });
    }
    note_inheritance();
  }
  [[nodiscard]] const VisitOutcome& outcome() const { return outcome_; }

 private:
  /// If memory is too small for this row together with the others, it is visited alone later.
  bool prepare(RowInProgress& one, RowVisit& visit) const {
    try {
      return visit.prepare();
    } catch (const Unsupported&) {
      if (alone_) throw;
      one.postponed = true;
      return true;
    }
  }

  /// Takes samples until each row has enough or is out of time. A row with enough samples continues, so that
  /// the others' samples are still taken between its own.
  void sample_in_turn() {
    for (bool enough = false; !enough && !outcome_.lost;) {
      enough = true;
      for (auto& [one, visit] : visits_) {
        if (outcome_.lost || visit == nullptr || visit->out_of_time()) continue;
        bool more = false;
        pinned_ = true;
        if (!guarded(*one, [&more, &own = visit] { more = own->step(); })) visit.reset();
        if (more) enough = false;
        if (!warm_ && alone_ && !outcome_.lost) warm_ = held(*one);
      }
      outcome_.interrupted = !alone_ && ask_ && ask_();
      if (outcome_.interrupted) return;
    }
  }

  /// Runs a step of a row's visit; false if it threw, which ends the row.
  bool guarded(RowInProgress& one, const std::function<void()>& step) {
    const auto place = std::ranges::find(together_, &one) - together_.begin();
    heartbeat().row = static_cast<std::uint32_t>(place);
    const bool done = without_errors(one, step);
    note(one, state_.restore(pinned_), "changed ", ", which was put back");
    return done;
  }

  /// Adds "changed the locale, which was put back" to what a row leaves behind, once.
  static void note(RowInProgress& one, const std::string& what, const char* before, const char* after) {
    if (what.empty()) return;
    const std::string text = before + what + after;
    std::string& all = one.row.left_behind;
    if (all.find(text) == std::string::npos) all += (all.empty() ? "" : "; ") + text;
  }

  /// What the process holds while this row runs.
  [[nodiscard]] Holdings held(const RowInProgress& one) {
    Holdings now = holdings();
    if (one.planned->backend != Backend::cuda) return now;
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
    RowInProgress& one = *visits_.front().first;
    outcome_.unclean = growth(*warm_, held(one));
    note(one, outcome_.unclean, "took ", " more while it was timed");
  }

  [[nodiscard]] Inheritance inherited() const {
    return inheritance(together_.front()->planned->backend != Backend::cuda);
  }

  /// Notes what would be different for the rows after these. Threads and the environment are not worth a
  /// word: libraries have theirs.
  void note_inheritance() {
    if (!before_) return;
    std::string left = differences(*before_, inherited());
    if (!left.empty()) {  // a thread that was joined may be seen a moment longer
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      left = differences(*before_, inherited());
    }
    outcome_.unclean += left;
    if (alone_ && left != "threads" && left != "environment" && left != "environment, threads")
      note(*together_.front(), left, "left its process with other ", "");
  }

  bool without_errors(RowInProgress& one, const std::function<void()>& step) {
    const auto ended = [&](Status status, const char* why) {
      one.row.status = status;
      one.row.message = why;
    };
    const auto failed = [&](const char* why) {
      ended(Status::failed, why);
      outcome_.lost = !usable(one.planned->backend);
    };
    try {
      step();
      return true;
    } catch (const OutOfMemory& error) {
      ended(Status::unsupported, error.what());
    } catch (const Unsupported& error) {
      ended(Status::unsupported, error.what());
      one.declined = true;
    } catch (const BadUsage& error) {  // the device is gone
      ended(Status::failed, error.what());
      outcome_.lost = true;
    } catch (const Misdeed& error) {
      ended(Status::incorrect, error.what());
    } catch (const Failed& error) {
      failed(error.what());
    } catch (const std::bad_alloc&) {
      ended(Status::unsupported, "host memory ran out");
    } catch (const std::exception& error) {  // a variant's own
      failed(error.what());
    } catch (...) {
      failed("threw an exception that is not a std::exception");
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

  const Together& together_;
  Executors& executors_;
  const std::function<bool()>& ask_;
  bool alone_;
  std::vector<std::pair<RowInProgress*, std::unique_ptr<RowVisit>>> visits_;
  ProcessState state_;
  std::optional<Inheritance> before_;
  std::optional<Holdings> warm_;  ///< after the first sample of a row that runs alone
  bool pinned_ = false;
  VisitOutcome outcome_;
};

}  // namespace

InProcess::InProcess(const Rules& rules, Secrets secrets)
    : executors_(rules.device, rules.seed), memory_(executors_, std::move(secrets)), rules_{rules, {}} {}

VisitOutcome InProcess::visit(const Together& together, const std::function<bool()>& interrupted) {
  RowRules rules = rules_;
  if (together.front()->planned->backend == Backend::host)
    rules.stop.time_limit_s = std::min(rules.stop.time_limit_s, rules.host_time_limit_s);
  // Only rows that were asked for have energies, and on the host, where most are noisy, all of the time.
  if (together.front()->planned->of_ceiling) {
    if (together.front()->planned->backend == Backend::host) rules.stop.time_limit_s /= 5;
    rules.energy.reset();
    rules.why = false;
  }
  const ProcessState state;
  VisitOutcome outcome = JointVisit(together, memory_, executors_, rules, interrupted).outcome();
  static_cast<void>(state.restore(false));  // of the affinity, while the harness had pinned the thread
  return outcome;
}

void InProcess::recover(Backend backend) noexcept {
  memory_.drop();
  try {
    executors_.restart(backend);
  } catch (const std::exception&) {  // reported by the next row
  }
}

}  // namespace rungs
