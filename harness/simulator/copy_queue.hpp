// Asynchronous copies of one thread, performed as late as CUDA allows: a kernel that forgets to wait reads
// what was there before, which is poison.
#pragma once

#include <cstddef>
#include <vector>

namespace rungs::simulator {

struct AsyncCopy {
  void* to = nullptr;
  const void* from = nullptr;
  std::size_t bytes = 0;
  std::size_t zeros = 0;  ///< written behind them

  void perform() const;
};

/// Copies in batches, oldest first. Those that nobody waits for are never performed.
class CopyQueue {
 public:
  void add(const AsyncCopy& copy) { copies_.push_back(copy); }
  /// Ends the batch that was being filled, which may be empty.
  void commit() { ends_.push_back(copies_.size()); }
  /// Performs all but the newest `batches` committed batches.
  void wait_prior(std::size_t batches);
  [[nodiscard]] std::size_t batches() const { return ends_.size(); }
  void clear();

 private:
  std::vector<AsyncCopy> copies_;
  std::vector<std::size_t> ends_;  ///< of committed batches, in copies_
};

}  // namespace rungs::simulator
