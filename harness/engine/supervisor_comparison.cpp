// The supervisor's side of what it keeps from its workers.
#include <cstdint>
#include <random>
#include <rungs/core/errors.hpp>
#include <span>
#include <utility>
#include "harness/engine/in_worker.hpp"

namespace rungs {
namespace {

AskKey drawn_key() {
  std::random_device random;
  return [key = std::uniform_int_distribution<std::uint64_t>{}(random)] { return key; };
}

}  // namespace

SupervisorComparison::SupervisorComparison(std::uint64_t check_seed)
    : memory_{executors_, {seeds_of(check_seed)}}, secrets_{seeds_of(check_seed), drawn_key()} {}

std::optional<Reply> SupervisorComparison::answer(const PlannedRow& planned, const Reply& question) {
  if (const auto* outputs = std::get_if<ToCompare>(&question))
    return reply_of([&] { return compare(planned, *outputs); });
  if (const auto* of = std::get_if<SecretOf>(&question))
    return Secret{of->which == 0 ? secrets_.key() : secrets_.seed(of->which - 1)};
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

}  // namespace rungs
