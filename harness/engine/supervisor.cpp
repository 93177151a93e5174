// What the supervisor does not leave to its workers. It keeps secrets, and compares. And a row that is not ok is not
// believed where others have run in its worker: they may have spoilt it. One that says itself what it does not support
// is.
#include <algorithm>
#include <iterator>
#include <rungs/core/errors.hpp>
#include <span>
#include "harness/engine/in_worker.hpp"

namespace rungs {
namespace {

AskKey drawn_key() {
  std::random_device random;
  return [key = std::uniform_int_distribution<std::uint64_t>{}(random)] { return key; };
}

/// True if the row is to be blamed for something that its own code may have caused.
bool is_bad(const RowInProgress* one) {
  const Status status = one->row.status;
  return status != Status::ok && status != Status::unstable && !one->declined;
}

}  // namespace

SupervisorComparison::SupervisorComparison(std::uint64_t check_seed)
    : memory_{executors_, {seeds_of(check_seed)}}, secrets_{seeds_of(check_seed), drawn_key()} {}

std::optional<Reply> SupervisorComparison::answer(const PlannedRow& planned, const Reply& question) {
  if (const auto* outputs = std::get_if<ToCompare>(&question))
    return reply_of([&] { return compare(planned, *outputs); });
  if (const auto* which = std::get_if<Secret>(&question))
    return *which == 0 ? secrets_.key() : secrets_.seed(*which - 1);
  return std::nullopt;
}

Comparison SupervisorComparison::compare(const PlannedRow& planned, const ToCompare& message) {
  if (problem_ != planned.problem) {
    buffers_.reset();
    loaded_.reset();
    buffers_ = std::make_unique<GuardedMemory>(*space_, planned.problem->buffers());
    problem_ = planned.problem;
  }
  if (message.inputs < Inputs::asked || message.inputs > Inputs::fourth) throw Failed("a worker has unknown inputs");
  const std::pair inputs{message.inputs, planned.seed};
  ProblemData& data = memory_.data(planned, inputs.first);
  if (loaded_ != inputs) buffers_->load_inputs(data.inputs());
  loaded_ = inputs;
  std::size_t output = 0;
  for (std::size_t i = 0; i < buffers_->buffers().size(); ++i) {
    const BufferInfo& buffer = buffers_->buffers()[i];
    if (buffer.role != Role::output) continue;
    const std::string& bytes = message.outputs.at(output);
    if (bytes.size() != buffer.bytes) throw Failed("a worker has sent outputs of another size");
    buffers_->take_output(i, std::as_bytes(std::span(bytes)), std::byte{message.held.at(output++)});
  }
  return data.compare_outputs(*buffers_);
}

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
