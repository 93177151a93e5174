#include "harness/engine/problem_memory.hpp"
#include <algorithm>
#include <new>
#include <rungs/random.hpp>
#include "harness/engine/row_runner.hpp"

namespace rungs {
namespace {

/// The inputs of a row under a seed; --input's picture is turned by 180 degrees unless it is the row's own.
std::shared_ptr<HostImage> inputs_of(const PlannedRow& row, std::uint64_t seed) {
  if (row.input == nullptr) return make_inputs(*row.problem, seed);
  if (seed == row.seed) return make_inputs(*row.problem, seed, &row.input->image);
  const GrayImage& own = row.input->image;
  const GrayImage turned{own.width, own.height, {own.pixels.rbegin(), own.pixels.rend()}};
  return make_inputs(*row.problem, seed, &turned);
}

}  // namespace

std::function<std::uint64_t(std::uint64_t)> seeds_of(std::uint64_t check_seed) {
  return [check_seed](std::uint64_t draw) {
    return random_bits(check_seed ^ random_bits(check_seed, draw), draw);  // who has one cannot compute back
  };
}

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
  fresh_.reset();
  results_.reset();
}

template <class Make> auto ProblemMemory::with_room(const Make& make) {
  try {
    return make();
  } catch (const Unsupported&) {
    if (inputs_.empty()) throw;
  } catch (const std::bad_alloc&) {
    if (inputs_.empty()) throw;
  }
  drop_data();
  return make();
}

std::shared_ptr<HostImage> ProblemMemory::inputs(const PlannedRow& row, Inputs inputs) {
  switch_to(row);
  if (const auto found = inputs_.find(inputs); found != inputs_.end()) return found->second;
  const auto draw = static_cast<std::uint64_t>(inputs);
  const std::uint64_t seed = inputs == Inputs::asked ? row.seed : random_bits(~row.seed, secrets_.seed(draw));
  auto image = with_room([&] { return inputs_of(row, seed); });
  return inputs_[inputs] = std::move(image);
}

ProblemData& ProblemMemory::data(const PlannedRow& row, Inputs inputs) {
  switch_to(row);
  const std::pair key{inputs, row.variant->info.result};
  if (const auto found = data_.find(key); found != data_.end()) return *found->second;
  refuse_nulls_of_case(problem_->owner(), row.edge_case ? "" : problem_->params(), key.second);
  auto data = with_room([&] {
    auto image = this->inputs(row, inputs);
    if (results_ == nullptr) results_ = std::make_shared<HostImage>();
    return std::make_unique<ProblemData>(problem_, std::move(image), row.variant->info.result, results_, secrets_.key);
  });
  const auto other = std::ranges::find_if(data_, [&](const auto& one) { return one.first.second == key.second; });
  // A picture's result may be that of the picture turned; an edge case's may not depend on its inputs.
  if (other != data_.end() && row.input == nullptr && !row.edge_case) {
    refuse_near_nulls({data.get(), other->second.get()}, [&, draw = std::uint64_t{0}]() mutable {
      return std::make_unique<ProblemData>(problem_, fresh_inputs(row, ++draw << 32U), key.second, results_);
    });
  }
  return *(data_[key] = std::move(data));
}

std::shared_ptr<HostImage> ProblemMemory::fresh_inputs(const PlannedRow& row, std::uint64_t draw) {
  const auto made = [&] {
    const std::uint64_t seed = secrets_.seed(static_cast<std::uint64_t>(Inputs::fourth) + 1 + draw);
    return inputs_of(row, random_bits(~row.seed, seed));
  };
  if (draw > 0) return made();
  switch_to(row);
  if (fresh_ == nullptr) fresh_ = made();
  return fresh_;
}

unsigned ProblemMemory::drawn_visit(std::string_view row) const {
  constexpr std::uint64_t draw = ~std::uint64_t{0};
  return static_cast<unsigned>(random_bits(secrets_.seed(draw), std::hash<std::string_view>()(row)) % visits);
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
    memory = std::make_unique<GuardedMemory>(executors_.on(row.backend).mirror(pageable), row.problem->buffers());
  }
  return *memory;
}

}  // namespace rungs
