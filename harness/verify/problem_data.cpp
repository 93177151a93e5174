#include "harness/verify/problem_data.hpp"

namespace rungs {

ProblemData::ProblemData(std::shared_ptr<const AnyProblem> problem, std::uint64_t seed)
    : problem_(std::move(problem)) {
  const auto buffers = problem_->buffers();
  const auto heap = make_heap_space();
  require_free(*heap, 2 * GuardedMemory::bytes_needed(buffers));
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    expected_.buffers.emplace_back(buffers[i].bytes, buffers[i].poison);
    actual_.buffers.emplace_back(buffers[i].role == Role::output ? buffers[i].bytes : 0);
    if (buffers[i].role == Role::input) problem_->generate(i, expected_.buffers[i].data(), seed);
  }
  problem_->reference(expected_.pointers());
}

Comparison ProblemData::compare_outputs(const GuardedMemory& memory) {
  memory.read_outputs(actual_);
  auto actual = actual_.pointers();
  const auto expected = expected_.pointers();
  const auto& buffers = memory.buffers();
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    if (buffers[i].role == Role::input) actual[i] = expected[i];
  }
  return problem_->compare(expected, actual);
}

}  // namespace rungs
