// Makes rows: verify, time, verify again on the same buffers; then once more after the other rows. They run
// in this process, or in a worker that may be lost.
#pragma once

#include <exception>
#include "harness/engine/plan.hpp"
#include "harness/output/provenance.hpp"

namespace rungs {

struct RowInProgress {
  const PlannedRow* planned = nullptr;
  Row row;
  bool visited = false;    ///< completely, in the current round of visits
  bool postponed = false;  ///< will be visited alone
  bool declined = false;   ///< its own code says what it does not support here, and memory is not the reason
};

/// Rows that are visited together: their samples are taken in turn.
using Together = std::vector<RowInProgress*>;

struct VisitOutcome {
  bool lost = false;         ///< the device or the process was lost: unfinished rows must be visited again
  bool interrupted = false;  ///< stopped before the rows had their samples
  std::string unclean = {};  ///< what the rows have left behind in the process; usually empty
  bool operator==(const VisitOutcome&) const = default;
};

/// The user has ended the run before a visit could begin.
struct Interrupted final : std::exception {};

/// `visit`, `facts` and `open_counters` may throw Interrupted.
class RowRunner {
 public:
  virtual ~RowRunner() = default;
  /// Visits rows once, all on one backend. Errors become the status of the row that caused them; never throws
  /// for them. `interrupted`, which may be empty, stops the sampling in turn.
  virtual VisitOutcome visit(const Together& together, const std::function<bool()>& interrupted) = 0;
  /// Makes the backend usable again after it was lost. If it cannot, the next visits' rows say why.
  virtual void recover(Backend backend) noexcept = 0;
  /// What the run has found out about a backend. Throws BadUsage if it cannot be used.
  virtual BackendFacts facts(Backend backend) = 0;
  /// Selects the hardware counters that are read with each GPU row. Throws Unsupported if they cannot be.
  virtual void open_counters(const std::vector<Counter>& counters) = 0;
  /// Ends what is kept between visits, so that the next one begins in a fresh process. In this process there
  /// is nothing to end.
  virtual void rest() {}
  /// True once the device does not answer any more.
  [[nodiscard]] virtual bool device_lost() const { return false; }
};

/// Number of visits to each timed row. A clock state that lasts as long as a visit does not show in the
/// statistics of one visit, but in the difference of two.
inline constexpr unsigned visits = 2;

struct RowWatch {
  std::function<bool()> interrupted = {};            ///< true stops the sampling in turn; may be empty
  std::function<bool(const Group&)> starts;          ///< before rows are visited together; false stops making rows
  std::function<void(const PlannedRow&, Row)> ends;  ///< when a row is complete
};

/// Runs the planned rows of one problem: visits all once, then all again, so that the two visits to a row are
/// as far apart as possible. With `interleave`, samples of rows on one backend in one cache state are taken
/// in turn. A row without a time is complete after the first visit. Never throws for errors of a variant:
/// they become the row's status and message.
void run_rows(const Group& group, RowRunner& runner, bool interleave, const RowWatch& watch);

}  // namespace rungs
