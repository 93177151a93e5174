#include <rungs/simulator/shared_pipeline.hpp>

namespace rungs::simulator {

void SharedPipeline::reset(std::size_t stages, unsigned producers, unsigned consumers) {
  stages_ = stages;
  producers_ = producers;
  consumers_ = consumers;
  batches_.clear();
}

SharedPipeline::Batch& SharedPipeline::at(std::size_t batch) {
  if (batch >= batches_.size()) batches_.resize(batch + 1);
  return batches_[batch];
}

bool SharedPipeline::can_acquire(std::size_t batch) {
  return batch < stages_ || at(batch - stages_).releases >= consumers_;
}

void SharedPipeline::perform(std::size_t batch) {
  for (const AsyncCopy& copy : at(batch).copies) copy.perform();
  at(batch).copies.clear();
}

}  // namespace rungs::simulator
