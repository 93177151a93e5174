#include "harness/engine/supervisor_comparison.hpp"
#include <cstdint>
#include <random>
#include <rungs/core/errors.hpp>
#include <span>
#include <utility>

namespace rungs {
namespace {

AskKey drawn_key() {
  std::random_device random;
  return [key = std::uniform_int_distribution<std::uint64_t>{}(random)] { return key; };
}

}  // namespace

Compare compare_in_supervisor(AskSupervisor ask) {
  return [ask = std::move(ask)](Inputs inputs, const GuardedMemory& memory) {
    ToCompare message{inputs, {}, {}};
    for (std::size_t i = 0; i < memory.buffers().size(); ++i) {
      const BufferInfo& buffer = memory.buffers()[i];
      if (buffer.role != Role::output) continue;
      message.held.push_back(std::to_integer<std::uint8_t>(memory.held(i)));
      std::string& bytes = message.outputs.emplace_back(buffer.bytes, '\0');
      memory.read(i, 0, std::as_writable_bytes(std::span(bytes)));
    }
    Reply reply = ask(std::move(message));
    return expected<Comparison>(reply);
  };
}

Secrets secrets_of_supervisor(const AskSupervisor& ask) {
  const auto secret = [ask](std::uint64_t which) {
    Reply reply = ask(SecretOf{which});
    return expected<Secret>(reply).value;
  };
  return {[secret](std::uint64_t draw) { return secret(draw + 1); }, [secret] { return secret(0); }};
}

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
