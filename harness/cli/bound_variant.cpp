#include "harness/cli/bound_variant.hpp"

namespace rungs {
namespace {

/// The memory that a variant needs between its passes, with guard zones as for all buffers.
GuardedMemory make_workspace(const Implementation& implementation, const AnyProblem& problem,
                             MemorySpace& space) {
  std::vector<BufferInfo> buffers;
  if (implementation.workspace_bytes) {
    buffers.push_back({"the workspace", Role::output, implementation.workspace_bytes(problem)});
  }
  return {space, buffers};
}

}  // namespace

BoundVariant::BoundVariant(const PlannedRow& planned, ProblemMemory& memory, Executor& executor)
    : implementation_(planned.variant->on.at(planned.backend)),
      executor_(executor),
      data_(memory.data(planned)),
      working_(memory.working(planned)),
      mirror_(implementation_.with_copies ? &memory.mirror(planned) : nullptr),
      workspace_(make_workspace(implementation_, *planned.problem, executor.memory())),
      touched_{&working_} {
  if (mirror_ != nullptr) touched_.push_back(mirror_);
  const auto& launch = implementation_.versions.at(planned.version).launch;
  if (implementation_.prepare) state_ = implementation_.prepare(arguments());
  launch_ = [this, &launch] { launch(arguments()); };
}

LaunchArgs BoundVariant::arguments() {
  return {data_.problem(),
          working_.memory(),
          mirror_ != nullptr ? mirror_->memory() : Memory{},
          workspace_.memory().empty() ? nullptr : static_cast<std::byte*>(workspace_.memory()[0]),
          executor_.stream(),
          state_.get()};
}

void BoundVariant::poison() {
  workspace_.poison(Role::output);
  if (mirror_ == nullptr) return working_.poison(Role::output);
  working_.poison(Role::input);  // the variant must upload them itself
  working_.poison(Role::output, std::byte{0x3C});
  mirror_->poison(Role::output);
}

void BoundVariant::reload() {
  working_.load_inputs(data_.expected());
  if (mirror_ != nullptr) mirror_->load_inputs(data_.expected());
}

void BoundVariant::check_stream() {
  const GuardedMemory* outputs = mirror_ != nullptr ? mirror_ : &working_;
  executor_.check_stream(launch_, {&outputs, 1});
}

void BoundVariant::draw(Dump& dump, const PlannedRow& planned) const {
  dump.write(planned, data_, mirror_ != nullptr ? *mirror_ : working_);
}

Verdict BoundVariant::verify(const std::string& when) {
  if (implementation_.collect) executor_.run([this] { implementation_.collect(arguments()); }, 0);
  Verdict verdict = rungs::verify(data_, mirror_ != nullptr ? *mirror_ : working_, when);
  if (!verdict.correct) return verdict;
  std::string damage = workspace_.damage({});
  if (mirror_ != nullptr && damage.empty()) {
    const HostImage unknown;
    damage = working_.damage(implementation_.all_gpus ? unknown : data_.expected());
  }
  if (damage.empty()) return verdict;
  verdict.correct = false;
  verdict.message = when + ": " + damage;
  return verdict;
}

}  // namespace rungs
