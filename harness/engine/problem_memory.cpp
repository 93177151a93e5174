#include "harness/engine/problem_memory.hpp"

#include <algorithm>
#include <new>
#include <rungs/random.hpp>

#include "harness/verify/null_check.hpp"

namespace rungs {
namespace {

/// A seed that follows from the row's, and differs for each `draw`.
std::uint64_t other_seed(std::uint64_t seed, std::uint64_t draw) { return random_bits(~seed, draw); }

/// The inputs of a row under a seed; --input's picture is turned by 180 degrees unless it is the row's own.
std::shared_ptr<HostImage> inputs_of(const PlannedRow& row, std::uint64_t seed) {
  if (row.input == nullptr) return make_inputs(*row.problem, seed);
  if (seed == row.seed) return make_inputs(*row.problem, seed, &row.input->image);
  const GrayImage& own = row.input->image;
  const GrayImage turned{own.width, own.height, {own.pixels.rbegin(), own.pixels.rend()}};
  return make_inputs(*row.problem, seed, &turned);
}

}  // namespace

Executor& Executors::on(Backend backend) {
  auto& executor = executors_[backend];
  if (executor == nullptr) {
    executor = backend == Backend::host   ? make_host_executor()
               : backend == Backend::cuda ? make_cuda_executor(device_)
                                          : make_simulator_executor(seed_);
  }
  return *executor;
}

void Executors::restart(Backend backend) {
  executors_.erase(backend);
  if (backend != Backend::cuda) return;
  reset_cuda_device();
  if (!counters_.empty()) on(backend).open_counters(counters_);
}

void Executors::open_counters(const std::vector<Counter>& counters) {
  on(Backend::cuda).open_counters(counters);
  counters_ = counters;
}

void ProblemMemory::switch_to(const PlannedRow& row) {
  if (problem_ == row.problem && seed_ == row.seed) return;
  drop();
  problem_ = row.problem;
  seed_ = row.seed;
}

void ProblemMemory::drop() {
  working_.clear();
  mirrors_.clear();
  drop_data();
}

void ProblemMemory::drop_data() {
  data_.clear();
  inputs_.clear();
  results_.reset();
}

std::unique_ptr<ProblemData> ProblemMemory::made(const PlannedRow& row, Inputs inputs) {
  auto& image = inputs_[inputs];
  const auto draw = static_cast<std::uint64_t>(inputs);
  if (image == nullptr)
    image = inputs_of(row, inputs == Inputs::asked ? row.seed : other_seed(row.seed, draw));
  if (results_ == nullptr) results_ = std::make_shared<HostImage>();
  return std::make_unique<ProblemData>(problem_, image, row.variant->info.result, results_);
}

ProblemData& ProblemMemory::data(const PlannedRow& row, Inputs inputs) {
  switch_to(row);
  const std::pair key{inputs, row.variant->info.result};
  if (const auto found = data_.find(key); found != data_.end()) return *found->second;
  refuse_nulls_of_case(problem_->owner(), row.edge_case ? "" : problem_->params(), key.second);
  std::unique_ptr<ProblemData> data;
  try {
    data = made(row, inputs);
    const auto other = std::find_if(data_.begin(), data_.end(),
                                    [&](const auto& one) { return one.first.second == key.second; });
    // A picture's result may be that of the picture turned; an edge case's may not depend on its inputs.
    if (other != data_.end() && row.input == nullptr && !row.edge_case) {
      refuse_near_nulls({data.get(), other->second.get()}, [&, draw = std::uint64_t{0}]() mutable {
        return std::make_unique<ProblemData>(problem_, fresh_inputs(row, ++draw << 32U), key.second,
                                             results_);
      });
    }
  } catch (const Unsupported&) {
    if (data_.empty()) throw;
  } catch (const std::bad_alloc&) {
    if (data_.empty()) throw;
  }
  if (data == nullptr) {
    drop_data();
    data = made(row, inputs);
  }
  return *(data_[key] = std::move(data));
}

std::shared_ptr<HostImage> ProblemMemory::fresh_inputs(const PlannedRow& row, std::uint64_t draw) {
  return inputs_of(row, other_seed(row.seed, static_cast<std::uint64_t>(Inputs::fourth) + 1 + draw));
}

GuardedMemory& ProblemMemory::working(const PlannedRow& row) {
  switch_to(row);
  auto& memory = working_[row.backend];
  if (memory == nullptr)
    memory = std::make_unique<GuardedMemory>(executors_.on(row.backend).memory(), row.problem->buffers());
  return *memory;
}

GuardedMemory& ProblemMemory::mirror(const PlannedRow& row) {
  switch_to(row);
  const bool pageable = row.variant->on.at(row.backend).pageable;
  auto& memory = mirrors_[{row.backend, pageable}];
  if (memory == nullptr) {
    memory =
        std::make_unique<GuardedMemory>(executors_.on(row.backend).mirror(pageable), row.problem->buffers());
  }
  return *memory;
}

}  // namespace rungs
