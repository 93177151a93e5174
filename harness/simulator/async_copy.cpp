#include <algorithm>
#include <cstring>
#include <rungs/simulator/async_copy.hpp>
#include <rungs/simulator/undisturbed.hpp>

namespace rungs::simulator {

void AsyncCopy::perform() const {
  if (bytes > 0) std::memcpy(to, from, bytes);
  if (zeros > 0) std::memset(static_cast<char*>(to) + bytes, 0, zeros);
}

void CopyQueue::add(const AsyncCopy& copy) { copies_.push_back(copy); }

void CopyQueue::commit() { ends_.push_back(copies_.size()); }

void CopyQueue::wait_prior(std::size_t batches) {
  if (ends_.size() <= batches) return;
  const auto done_batches = static_cast<std::ptrdiff_t>(ends_.size() - batches);
  const std::size_t done = ends_[static_cast<std::size_t>(done_batches) - 1];
  std::for_each_n(copies_.begin(), done, [](const AsyncCopy& copy) { copy.perform(); });
  copies_.erase(copies_.begin(), copies_.begin() + static_cast<std::ptrdiff_t>(done));
  ends_.erase(ends_.begin(), ends_.begin() + done_batches);
  for (std::size_t& end : ends_) end -= done;
}

void CopyQueue::clear() {
  copies_.clear();
  ends_.clear();
}

void SharedPipeline::reset(std::size_t stages, unsigned producers, unsigned consumers) {
  stages_ = stages;
  producers_ = producers;
  consumers_ = consumers;
  batches_.clear();
}

SharedPipeline::Batch& SharedPipeline::at(std::size_t batch) {
  const Undisturbed here;
  if (batch >= batches_.size()) batches_.resize(batch + 1);
  return batches_[batch];
}

void SharedPipeline::add(std::size_t batch, const AsyncCopy& copy) {
  const Undisturbed here;
  at(batch).copies.push_back(copy);
}
void SharedPipeline::commit(std::size_t batch) { ++at(batch).commits; }
bool SharedPipeline::is_committed(std::size_t batch) { return at(batch).commits >= producers_; }
void SharedPipeline::release(std::size_t batch) { ++at(batch).releases; }

bool SharedPipeline::can_acquire(std::size_t batch) {
  return batch < stages_ || at(batch - stages_).releases >= consumers_;
}

void SharedPipeline::perform(std::size_t batch) {
  const Undisturbed here;
  for (const AsyncCopy& copy : at(batch).copies) copy.perform();
  at(batch).copies.clear();
}

}  // namespace rungs::simulator
