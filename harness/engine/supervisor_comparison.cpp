#include "harness/engine/supervisor_comparison.hpp"

#include <algorithm>
#include <cstdint>
#include <rungs/core/errors.hpp>
#include <span>
#include <string_view>

namespace rungs {
namespace {

/// Sends the outputs in `memory` and what they were filled with. False if the supervisor has gone.
bool send(const Channel& channel, Inputs inputs, const GuardedMemory& memory) {
  HostImage image;
  ToCompare message{inputs, {}};
  for (std::size_t i = 0; i < memory.buffers().size(); ++i) {
    const bool output = memory.buffers()[i].role == Role::output;
    image.buffers.emplace_back(output ? memory.buffers()[i].bytes : 0);
    if (output) message.held.push_back(std::to_integer<std::uint8_t>(memory.held(i)));
  }
  memory.read_outputs(image);
  bool sent = channel.send(packed(Reply(message)));
  for (std::size_t i = 0; i < image.buffers.size() && sent; ++i) {
    const HostBytes& bytes = image.buffers[i];
    if (memory.buffers()[i].role != Role::output) continue;
    sent = channel.send(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  }
  return sent;
}

}  // namespace

Compare compare_in_supervisor(const Channel& channel) {
  return [&channel](Inputs inputs, const GuardedMemory& memory) {
    const auto answer = send(channel, inputs, memory) ? channel.receive() : std::nullopt;
    if (!answer) throw Failed("the supervisor has gone");
    auto reply = unpacked<Reply>(*answer);
    throw_error_of(reply);
    return expected<Comparison>(reply);
  };
}

std::size_t output_count(const PlannedRow& planned) {
  const auto buffers = planned.problem->buffers();
  return static_cast<std::size_t>(std::count_if(
      buffers.begin(), buffers.end(), [](const BufferInfo& one) { return one.role == Role::output; }));
}

Reply SupervisorComparison::answer(const PlannedRow& planned, const ToCompare& message,
                                   const std::vector<std::string>& outputs) {
  return reply_of([&] { return compare(planned, message, outputs); });
}

Comparison SupervisorComparison::compare(const PlannedRow& planned, const ToCompare& message,
                                         const std::vector<std::string>& outputs) {
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
    const std::string& bytes = outputs.at(output);
    if (bytes.size() != buffer.bytes) throw Failed("a worker has sent outputs of another size");
    buffers_->take_output(i, std::as_bytes(std::span(bytes)), std::byte{message.held.at(output++)});
  }
  return data.compare_outputs(*buffers_);
}

}  // namespace rungs
