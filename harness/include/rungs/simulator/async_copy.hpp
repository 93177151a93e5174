// Building blocks of the asynchronous copies in include/cuda_pipeline.h and include/cuda/pipeline. Copies are
// done as late as CUDA allows: a kernel that forgets to wait reads the old contents, which are poison.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <rungs/simulator/wait.hpp>
#include <vector>

namespace rungs::simulator {

struct AsyncCopy {
  void* to = nullptr;
  const void* from = nullptr;
  std::size_t bytes = 0;
  std::size_t zeros = 0;  ///< zero bytes written after the copied ones

  void perform() const;
};

/// Asynchronous copies of one thread, in batches, oldest first. Batches that no thread waits for are never done.
class CopyQueue {
 public:
  void add(const AsyncCopy& copy);
  /// Ends the current batch, which may be empty.
  void commit();
  /// Does all but the newest `batches` committed batches.
  void wait_prior(std::size_t batches);
  [[nodiscard]] std::size_t batches() const { return ends_.size(); }
  void clear();

 private:
  std::vector<AsyncCopy> copies_;
  std::vector<std::size_t> ends_;  ///< ends of the committed batches, as indices into copies_
};

/// The state that the threads of a block share for a cuda::pipeline of block scope.
/// Each thread numbers its batches from 0; batch n uses stage n % stages. The copies of a batch are done when
/// the first consumer's wait for it ends.
class SharedPipeline {
 public:
  void reset(std::size_t stages, unsigned producers, unsigned consumers);

  [[nodiscard]] bool can_acquire(std::size_t batch);
  void add(std::size_t batch, const AsyncCopy& copy);
  void commit(std::size_t batch);
  [[nodiscard]] bool is_committed(std::size_t batch);
  void perform(std::size_t batch);
  void release(std::size_t batch);

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

/// Throws Failed if the hardware could not do this copy: it needs 4, 8 or 16 bytes and addresses that are
/// multiples of the size.
void check_async_copy(const void* to, const void* from, std::size_t bytes, std::size_t zeros);

/// The running thread's asynchronous copies that belong to no pipeline object.
CopyQueue& thread_copies();
/// The state that the threads of the block share for the pipeline that the kernel keeps at `state`.
SharedPipeline& shared_pipeline(const void* state);

/// Calls `add(copy)` for the calling thread's parts of a copy that the threads of a group share, 16 bytes each in turn.
template <class Group, class Add>
void share_copy(const Group& group, void* to, const void* from, std::size_t bytes, const Add& add) {
  constexpr std::size_t part = 16;
  for (std::size_t at = group.thread_rank() * part; at < bytes; at += group.size() * part)
    add({static_cast<char*>(to) + at, static_cast<const char*>(from) + at, std::min(part, bytes - at)});
}

/// Rank of the running thread in its block; threads in the block.
unsigned thread_rank();
unsigned block_threads();

/// Waits until the condition is true; it is also called while other threads run. Throws Failed if it never
/// becomes true.
void wait_for(const char* operation, Site site, const std::function<bool()>& condition);

}  // namespace rungs::simulator
