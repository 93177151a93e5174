#include "harness/engine/supervisor_comparison.hpp"

#include <cstdint>
#include <rungs/core/errors.hpp>
#include <span>
#include <utility>

namespace rungs {

Compare compare_in_supervisor(const Channel& channel) {
  return [&channel](Inputs inputs, const GuardedMemory& memory) {
    ToCompare message{inputs, {}, {}};
    for (std::size_t i = 0; i < memory.buffers().size(); ++i) {
      const BufferInfo& buffer = memory.buffers()[i];
      if (buffer.role != Role::output) continue;
      message.held.push_back(std::to_integer<std::uint8_t>(memory.held(i)));
      std::string& bytes = message.outputs.emplace_back(buffer.bytes, '\0');
      memory.read(i, 0, std::as_writable_bytes(std::span(bytes)));
    }
    const bool sent = channel.send(packed(Reply(std::move(message))));
    const auto answer = sent ? channel.receive() : std::nullopt;
    if (!answer) throw Failed("the supervisor has gone");
    auto reply = unpacked<Reply>(*answer);
    throw_error_of(reply);
    return expected<Comparison>(reply);
  };
}

Reply SupervisorComparison::answer(const PlannedRow& planned, const ToCompare& message) {
  return reply_of([&] { return compare(planned, message); });
}

Comparison SupervisorComparison::compare(const PlannedRow& planned, const ToCompare& message) {
  if (problem_ != planned.problem) {
    buffers_.reset();
    loaded_.reset();
    buffers_ = std::make_unique<GuardedMemory>(*space_, planned.problem->buffers());
    problem_ = planned.problem;
  }
  if (message.inputs < Inputs::asked || message.inputs > Inputs::fourth)
    throw Failed("a worker has unknown inputs");
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
