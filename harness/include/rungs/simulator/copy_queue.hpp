// Asynchronous copies of one thread, done as late as CUDA allows: a kernel that forgets to wait reads the old
// contents, which are poison.
#pragma once

#include <cstddef>
#include <vector>

namespace rungs::simulator {

struct AsyncCopy {
  void* to = nullptr;
  const void* from = nullptr;
  std::size_t bytes = 0;
  std::size_t zeros = 0;  ///< zero bytes written after the copied ones

  void perform() const;
};

/// Copies in batches, oldest first. Batches that no thread waits for are never done.
class CopyQueue {
 public:
  void add(const AsyncCopy& copy) { copies_.push_back(copy); }
  /// Ends the current batch, which may be empty.
  void commit() { ends_.push_back(copies_.size()); }
  /// Does all but the newest `batches` committed batches.
  void wait_prior(std::size_t batches);
  [[nodiscard]] std::size_t batches() const { return ends_.size(); }
  void clear();

 private:
  std::vector<AsyncCopy> copies_;
  std::vector<std::size_t> ends_;  ///< ends of the committed batches, as indices into copies_
};

}  // namespace rungs::simulator
