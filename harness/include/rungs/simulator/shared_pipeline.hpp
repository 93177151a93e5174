// The state that the threads of a block share for a cuda::pipeline of block scope.
#pragma once

#include <cstddef>
#include <rungs/simulator/copy_queue.hpp>
#include <vector>

namespace rungs::simulator {

/// Each thread numbers its batches from 0; batch n uses stage n % stages. The copies of a batch are done when
/// the first consumer's wait for it ends.
class SharedPipeline {
 public:
  void reset(std::size_t stages, unsigned producers, unsigned consumers);

  [[nodiscard]] unsigned producers() const { return producers_; }
  [[nodiscard]] bool can_acquire(std::size_t batch);
  void add(std::size_t batch, const AsyncCopy& copy) { at(batch).copies.push_back(copy); }
  void commit(std::size_t batch) { ++at(batch).commits; }
  [[nodiscard]] bool is_committed(std::size_t batch) { return at(batch).commits >= producers_; }
  void perform(std::size_t batch);
  void release(std::size_t batch) { ++at(batch).releases; }

 private:
  struct Batch {
    unsigned commits = 0;
    unsigned releases = 0;
    std::vector<AsyncCopy> copies;
  };
  Batch& at(std::size_t batch);

  std::size_t stages_ = 1;
  unsigned producers_ = 0;
  unsigned consumers_ = 0;
  std::vector<Batch> batches_;
};

}  // namespace rungs::simulator
