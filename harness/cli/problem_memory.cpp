#include "harness/cli/problem_memory.hpp"

namespace rungs {

Executor& Executors::on(Backend backend) {
  auto& executor = executors_[backend];
  if (executor == nullptr) {
    switch (backend) {
      case Backend::host:
        executor = make_host_executor();
        break;
      case Backend::simulator:
        executor = make_simulator_executor(seed_);
        break;
      case Backend::cuda:
        executor = make_cuda_executor(device_);
        break;
    }
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
  data_.clear();
}

ProblemData& ProblemMemory::data(const PlannedRow& row) {
  switch_to(row);
  const int result = row.variant->info.result;
  auto& data = data_[result];
  const GrayImage* const picture = row.input != nullptr ? &row.input->image : nullptr;
  if (data == nullptr) data = std::make_unique<ProblemData>(problem_, seed_, result, picture);
  return *data;
}

GuardedMemory& ProblemMemory::loaded(std::unique_ptr<GuardedMemory>& memory, MemorySpace& space,
                                     const PlannedRow& row) {
  if (memory == nullptr) memory = std::make_unique<GuardedMemory>(space, row.problem->buffers());
  memory->load_inputs(data(row).expected());
  return *memory;
}

GuardedMemory& ProblemMemory::working(const PlannedRow& row) {
  switch_to(row);
  return loaded(working_[row.backend], executors_.on(row.backend).memory(), row);
}

GuardedMemory& ProblemMemory::mirror(const PlannedRow& row) {
  switch_to(row);
  const bool pageable = row.variant->on.at(row.backend).pageable;
  return loaded(mirrors_[{row.backend, pageable}], executors_.on(row.backend).mirror(pageable), row);
}

}  // namespace rungs
