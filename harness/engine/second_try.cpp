// A row that is not ok is not believed where others have run in its worker: they may have spoilt it. One that says
// itself what it does not support is.
#include <algorithm>
#include <iterator>
#include "harness/engine/in_worker.hpp"

namespace rungs {
namespace {

/// True if the row is to be blamed for something that its own code may have caused.
bool is_bad(const RowInProgress* one) {
  const Status status = one->row.status;
  return status != Status::ok && status != Status::unstable && !one->declined;
}

}  // namespace

VisitOutcome InWorker::visit(const Together& together, const std::function<bool()>& interrupted) {
  const Backend backend = together.front()->planned->backend;
  const BackendFacts known = facts(backend);
  ToVisit asked;
  std::set<std::string> names;
  for (RowInProgress* one : together) {
    one->row.provenance = known.provenance;  // in case that it ends the worker
    if (backend == Backend::cuda && device_lost()) {
      one->row.status = Status::failed;
      one->row.message = "the GPU was lost: " + lost_;
    }
    asked.push_back({task_of(*one->planned), one->row});
    names.insert(describe(*one->planned));
  }
  if (backend == Backend::cuda && device_lost()) return {};
  const bool alone = together.size() == 1;
  const auto shared = [&] { return !alone || !std::includes(names.begin(), names.end(), seen_.begin(), seen_.end()); };
  if (alone && shared() && suspects_.contains(*names.begin())) worker_.reset();
  worker();
  VisitOutcome outcome = visit_there(asked, together, interrupted);
  seen_.insert(names.begin(), names.end());
  Together bad;
  std::ranges::copy_if(together, std::back_inserter(bad), is_bad);
  if (bad.empty()) return outcome;
  worker_.reset();
  if (!shared() || outcome.interrupted) return outcome;
  if (alone && outcome.lost) {
    recover(backend);
    if (device_lost()) return outcome;
  }
  for (std::size_t i = 0; i < together.size(); ++i) {
    RowInProgress& one = *together[i];
    if (!is_bad(&one)) continue;
    suspects_.insert(describe(*one.planned));
    one.row.take(asked[i].progress);
    one.postponed = !alone;  // it is visited alone later
  }
  return alone ? visit(together, interrupted) : outcome;
}

}  // namespace rungs
